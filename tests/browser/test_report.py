"""The report in a real browser: no error, no request, every figure there, usable by everybody."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import wallenstein
from tests.browser.conftest import DESK, PHONE, OpenPage
from tests.browser.looks import barriers, overflow
from tests.tourney.tournament import played, write_config
from wallenstein.record.read import Run
from wallenstein.report.html.page import make_report, write_report


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of three bots, one of which crashes."""
    path = tmp_path_factory.mktemp("report")
    return Run(played(write_config(path, ("decent", "sloppy", "crashing"), players=3), path).folder)


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("dark", [False, True])
def test_every_figure_is_seen_and_nobody_is_kept_out(open_page: OpenPage, run: Run, width: int, dark: bool) -> None:
    page = open_page(write_report(run), width=width, dark=dark)
    for figure in make_report(run).figures:
        assert page.locator(f"figure#{figure.name}").is_visible()
        assert page.locator(f"figure#{figure.name} h3").inner_text() == figure.title
    assert overflow(page) == 0
    assert barriers(page) == []


@pytest.mark.long
@pytest.mark.parametrize("config", ["quickstart", "editions"])
def test_a_report_of_wallenstein_can_be_used_by_everybody(open_page: OpenPage, tmp_path: Path, config: str) -> None:
    sets = {"tourney.blocks": 2, "bots.entries": ["random", "settler", "warlord", "miller"]}
    run = Run(wallenstein.run(config, sets, results=tmp_path).folder)
    report = make_report(run)
    path = write_report(run, report)
    own = [section for section in report.sections if section.name.startswith("game-")]
    assert len(own) == 5
    for section in own:
        assert any(each.startswith("All 3 cells together") for each in section.sentences) == (config == "editions")
    for width, dark in ((PHONE, True), (DESK, False)):
        page = open_page(path, width=width, dark=dark)
        for figure in report.figures:
            assert page.locator(f"figure#{figure.name}").is_visible()
        assert overflow(page) == 0
        assert barriers(page) == []
    assert Path(str(path)).stat().st_size < 3_000_000
    page.locator("#remarkable a").first.click()
    expect(page.locator("#map .land")).to_have_count(45)


def test_values_and_faults_unfold(open_page: OpenPage, run: Run) -> None:
    page = open_page(write_report(run))
    page.locator("#ranking summary").click()
    assert page.locator("#ranking table").is_visible()
    page.locator("#faults summary").first.click()
    assert page.locator("#faults pre").first.is_visible()


BREAKS = (
    "from wallenstein import Bot, register\n@register('breaks')\nclass Breaks(Bot):\n    def plan(self, view, offer):\n"
    "        return offer.random() if view.season < 2 else 1 // 0\n"
)


@pytest.mark.slow
def test_a_fault_leads_to_its_step_in_the_replay(open_page: OpenPage, tmp_path: Path) -> None:
    (tmp_path / "breaks.py").write_text(BREAKS)
    table = [str(tmp_path / "breaks.py"), "random", "random", "random"]
    section = {"seed": 3, "blocks": 1, "format": "list", "rotation": "none", "tables": [["breaks", *table[1:]]]}
    run = Run(wallenstein.run({"tourney": section, "bots": {"entries": table[:2]}}, results=tmp_path).folder)
    page = open_page(write_report(run))
    page.locator("#faults summary").first.click()
    links = page.locator("#faults a")
    assert links.all_inner_texts() == ["game 0"] * 2  # of both years
    links.last.click()
    expect(page).to_have_url(re.compile(r"#step=\d+$"))
    expect(page.locator("#log .current")).to_contain_text("breaks (red): crash: ZeroDivisionError")
    expect(page.locator("#fault option:checked")).to_have_text("breaks (red): crash")
    assert page.locator("#fault").evaluate("list => list.selectedIndex") == 2
