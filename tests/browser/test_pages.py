"""The shell of all pages: nothing that is not its own runs, and everybody can use it on every screen."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DESK, PHONE, OpenPage, watched
from tests.browser.looks import barriers, overflow
from wallenstein.core.text import Grid, Heading, Item, Sentence, Toned
from wallenstein.games.wallenstein.terminal.board_page import board_page
from wallenstein.pages.html import Html, element
from wallenstein.pages.palette import FILLS, LETTERS, chip, pattern_defs
from wallenstein.pages.shell import items, main_page, page, write
from wallenstein.pages.svg import Scale, drawing, interval, lying_axis, rect, text, upright_axis

NASTY = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">"


def sample(*more: Html) -> str:
    """A page with everything that pages share."""
    tones = list(FILLS)
    areas = [rect(40 * place, 0, 36, 36, fill=f"url(#pattern-{tone})") for place, tone in enumerate(tones)]
    upright, lying = Scale(0, 100, 120, 10), Scale(0, 1, 40, 340)
    chart = drawing(
        360,
        150,
        "A chart",
        upright_axis(upright, 40, grid=300),
        lying_axis(lying, 120, "{:.0%}".format),
        [rect(60 + 50 * place, 60, 30, 60, class_=f"fill-{tone}") for place, tone in enumerate(tones[:5])],
        interval(90, 200, 40, 150),
        text(200, 30, "weaver"),
    )
    shown: list[Item] = [
        Heading("Players", 0),
        *(Sentence((Toned(f"player ({tone})", tone), " has ", Toned("Böhmen", "strong")), 1) for tone in tones),
        Grid(("bot", "games", "wins"), ((Toned("weaver", "red"), "160", "80.3%"), (NASTY, "160", "0.0%"))),
    ]
    chips = [chip(letter, tone) for letter, tone in zip(LETTERS, tones, strict=False)]
    patterns = drawing(320, 40, "Patterns", pattern_defs(), areas)
    body = main_page(
        "Sample",
        NASTY,
        items(shown),
        element("p", chips),
        element("figure", chart, element("figcaption", "How often each has won.")),
        element("figure", patterns, element("figcaption", "The players' areas.")),
        element("ul", [element("li", tone, class_=f"back-{tone}") for tone in tones], class_="legend"),
        element("button", "Play", type="button"),
        *more,
        foot="Played by nobody.",
    )
    return page("Sample", body, scripts=["document.documentElement.dataset.ran = 'yes';"], data={"one": [NASTY]})


@pytest.fixture
def opened(open_page: OpenPage, tmp_path: Path) -> Callable[..., Page]:
    """Opens the sample."""

    def at(width: int, dark: bool) -> Page:
        write(tmp_path / "sample.html", sample())
        return open_page(tmp_path / "sample.html", width, dark)

    return at


@pytest.mark.parametrize(("width", "dark"), [(PHONE, False), (DESK, True)])
def test_a_page_can_be_used_by_everybody(opened: Callable[..., Page], width: int, dark: bool) -> None:
    page = opened(width, dark)
    assert barriers(page) == []
    assert overflow(page) == 0


@pytest.mark.parametrize(("width", "dark"), [(PHONE, True), (DESK, False)])
def test_the_board_is_a_page_for_everybody(open_page: OpenPage, tmp_path: Path, width: int, dark: bool) -> None:
    write(tmp_path / "board.html", board_page("default"))
    page = open_page(tmp_path / "board.html", width, dark)
    assert barriers(page) == []
    assert overflow(page) == 0
    assert page.locator("#map .land").count() == 45


def test_a_page_runs_its_own_script_and_shows_text_as_text(opened: Callable[..., Page]) -> None:
    page = opened(DESK, False)
    assert page.title() == "Sample"
    assert page.locator("html").get_attribute("data-ran") == "yes"
    assert page.locator("header p").inner_text() == NASTY
    assert page.locator("img").count() == 0


def test_what_is_not_its_own_does_not_run(chromium: Browser, tmp_path: Path) -> None:
    attack = "document.title = 'taken'"
    stranger = Html(f'<p id="stranger" onclick="{attack}">x</p><script>{attack}</script>')
    write(tmp_path / "other.html", sample(stranger))
    faults: list[str] = []
    with chromium.new_context() as context:
        page = watched(context, faults)
        page.goto((tmp_path / "other.html").as_uri())
        page.locator("#stranger").click()
        assert page.title() == "Sample"
    assert len([fault for fault in faults if "Content Security Policy" in fault]) == 2


def test_a_request_an_error_and_an_exception_are_noticed(chromium: Browser, tmp_path: Path) -> None:
    script = "console.error('said'); fetch('http://example.invalid/x').catch(() => 0); throw new Error('thrown');"
    (tmp_path / "bad.html").write_text(f"<!doctype html><title>x</title><script>{script}</script>")
    faults: list[str] = []
    with chromium.new_context() as context:
        page = watched(context, faults)
        with page.expect_event("requestfailed"):
            page.goto((tmp_path / "bad.html").as_uri())
    assert {"error: said", "exception: thrown", "request: http://example.invalid/x"} <= set(faults)
