"""The page: every section and figure, whatever the game; nothing that bots wrote is markup."""

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from threading import Thread

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.core.reports import Figure, Listing, Remarkable
from wallenstein.record.read import Run
from wallenstein.report.faults import BotFaults, ReportedFault
from wallenstein.report.html.figures import PagePart
from wallenstein.report.html.notes import bot_faults, cards_of
from wallenstein.report.html.page import ReportPage, html_of, make_report, write_report

NASTY = "<script>alert(1)</script>\x1b[2J"


class Outline(HTMLParser):
    """The elements of a page by tag, and whether each is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.sources += [value or "" for key, value in attrs if key in ("src", "href")]
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def outline(text: str) -> Outline:
    parser = Outline()
    parser.feed(text)
    assert parser.open == []
    return parser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three bots, one of which crashes."""
    path = tmp_path_factory.mktemp("page")
    return played(write_config(path, ("decent", "sloppy", "crashing"), players=3), path).folder


def test_every_part_and_figure_is_there(folder: Path) -> None:
    run = Run(folder)
    report = make_report(run)
    text = html_of(report, run, {}, cards_of(run, report.remarkable))
    found = outline(text)
    for name in ("verdict", "results", "remarkable", "faults", "configuration"):
        assert name in found.ids
    for name in ("ranking", "standings", "pairs", "seats"):
        assert name in found.ids
    assert len(found.ids) == len(set(found.ids))
    assert " is 1st of 3: " in text
    assert f"wallenstein replay {folder.name} closest" in text
    assert "seed = 7" in text or "seed = 7" in text.replace("&#x27;", "'")


def test_it_needs_no_network(folder: Path) -> None:
    found = outline(html_of(make_report(Run(folder)), Run(folder)))
    assert [source for source in found.sources if not source.startswith(("#", "data:"))] == []


def test_what_bots_wrote_is_escaped(folder: Path) -> None:
    run = Run(folder)
    plain = make_report(run)
    figure = Figure("nasty", NASTY, NASTY, Listing((NASTY,), ((NASTY,),)))
    faults = BotFaults(NASTY, {"crash": 2}, (ReportedFault("crash", 3, 4, f"{NASTY}\nline two"),))
    nasty = ReportPage(
        plain.summary, (PagePart("s", NASTY, None, (NASTY,), (figure,)),), (Remarkable(NASTY, 1),), (faults,)
    )
    text = html_of(nasty, run)
    outline(text)
    assert "<script>" not in text
    assert "\x1b" not in text
    assert text.count("&lt;script&gt;alert(1)") >= 7


def test_faults_of_two_versions_of_a_bot_have_ids_of_their_own_and_headings_in_order() -> None:
    first, second = (
        bot_faults(BotFaults(name, {"crash": 1}, (ReportedFault("crash", 3, 4, "late"),)), {})
        for name in ("ann", "ann-2")
    )
    assert (outline(first).ids, outline(second).ids) == (["faults-ann"], ["faults-ann-2"])
    assert "<h3>crash in game 3, after 4 decisions</h3>" in first  # below the part's h2


def test_a_matrix_has_its_cells_and_their_comparison(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "sloppy"))
    config.write_text(f"{config.read_text()}\n[matrix]\ngame.rounds = [1, 3]\n")
    run = Run(played(config, tmp_path).folder)
    text = html_of(make_report(run), run)
    found = outline(text)
    assert {
        "results-1",
        "results-2",
        "cells",
        "cell-1-standings",
        "cell-2-ranking",
        "compared-1",
    } <= set(found.ids)
    assert len(found.ids) == len(set(found.ids))


def test_many_cells_are_folded(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "sloppy"))
    config.write_text(f"{config.read_text()}\n[matrix]\ngame.rounds = [1, 2, 3, 4]\n")
    run = Run(played(config, tmp_path).folder)
    report = make_report(run)
    text = html_of(report, run)
    outline(text)
    assert [section.name for section in report.sections if section.folded] == [f"results-{n}" for n in (1, 2, 3, 4)]
    assert text.count("<details><summary><h2>") == 4
    assert 'href="#cells"' in text
    assert 'href="#results-1"' not in text


def test_one_game_is_enough(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, blocks=1), tmp_path, sets=['tourney.rotation="none"'])
    path = write_report(Run(outcome.folder), path=tmp_path / "one.html")
    assert isinstance(path, Path)
    text = path.read_text("utf-8")
    assert {"verdict", "results", "standings", "ranking", "configuration"} <= set(outline(text).ids)
    assert "1 game, seed 7" in text
    assert "decent is 1st of 2: not shown to differ from sloppy." in text
    assert not re.search(r"\bnan\b", text)


def test_it_is_written_into_the_folder_of_the_run(folder: Path) -> None:
    path = write_report(Run(folder))
    assert path == folder / "report.html"
    assert (folder / "report.html").stat().st_size < 200_000


def test_nothing_is_written_beside_a_pipe(folder: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = list[str]()
    reader = Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    write_report(Run(folder), path=pipe)
    reader.join()
    assert list(tmp_path.iterdir()) == [pipe]
    assert "-within" in read[0]
    assert 'href="pipe-games/' not in read[0]
