"""A seat at the table, in a browser: whole games, several people, and what other pages can do."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looks import barriers, overflow
from wallenstein.record.read import Run


class Sit(NamedTuple):
    """Starts a table, and ends it."""

    start: Callable[..., list[str]]
    leave: Callable[[], None]


MOST = 400  # questions of a game


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Starts a table, and returns the links of its people."""
    running: list[subprocess.Popen[str]] = []

    def started(*words: str) -> list[str]:
        command = [sys.executable, "-m", "wallenstein.cli", "sit", "--results", str(tmp_path), *words]
        table = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        running.append(table)
        assert table.stdout is not None
        people = max(1, sum(part.startswith("me") for word in words for part in word.split(",")))
        lines = [table.stdout.readline() for _ in range(people)]
        return [line.split()[-1] for line in lines]

    def left() -> None:
        for table in running:
            table.send_signal(signal.SIGINT)
            table.wait(20)

    yield Sit(started, left)
    left()


@pytest.fixture
def sit_down(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a link; afterwards no page may have thrown anything."""
    faults: list[str] = []
    contexts = []

    def opened(link: str, width: int = 1280, height: int = 800, dark: bool = False) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(link)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def plan_with_clicks(page: Page) -> None:
    """Ten clicks on the counties that are marked as free, box after box."""
    counties = page.locator("#choices .mark-legal")
    for _ in range(counties.count()):
        area = counties.first.get_attribute("d")
        page.locator(f'.land[d="{area}"]').dispatch_event("click")
    assert "Cover" not in page.locator("#ask").inner_text()


def answer(page: Page) -> str:
    """Answers the open question as the first adviser would; returns its text, or that it is over."""
    page.wait_for_selector("#confirm, #ask a")
    if page.locator("#ask a").count():
        return "over"
    text = page.locator("#question").inner_text()
    page.locator(".hint").first.click()
    expect(page.locator("#said")).to_contain_text(": ")
    question = page.locator("#question").element_handle()
    page.locator("#confirm").click()
    question.wait_for_element_state("hidden")
    return text


def points(page: Page, players: int) -> list[int]:
    return [int(page.locator(f"#seat{seat}-0").inner_text()) for seat in range(players)]


def position(page: Page) -> list[list[str]]:
    """The areas of the map or the countries, with what lies there, as the page draws it."""
    things = ".land, .things, [id^=country], [id^=stack]"
    script = "all => all.filter((one) => one.id).map((one) => [one.id, one.getAttribute('class'), one.textContent])"
    found: list[list[str]] = page.locator(things).evaluate_all(script)
    return found


def recorded_points(results: Path) -> list[int]:
    run = Run(next(results.glob("sit-*")))
    rows = sorted(run.table("seats").to_pylist(), key=lambda row: row["seat"])
    return [row["score"] for row in rows]


def laid(page: Page) -> int:
    """How many boxes have a county."""
    cards: list[str] = page.locator(".box select").evaluate_all("all => all.map((one) => one.value)")
    return sum(map(bool, cards))


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "players"),
    [
        (("--bots", "settler,miller", "--seed", "4"), 3),
        (("--bots", "settler,miller", "--seed", "4", "--edition", "first", "--draft"), 3),
        (("--bots", "random,random", "--seed", "4", "--expansion", "emperors-court"), 3),
        (("--game", "sixteen-thirty", "--bots", "random,random", "--seed", "4"), 3),
    ],
)
def test_a_whole_game_ends_as_it_is_recorded(
    words: tuple[str, ...], players: int, sit: Sit, sit_down: Callable[..., Page], tmp_path: Path
) -> None:
    (link,) = sit.start(*words)
    page = sit_down(link)
    asked = [answer(page)]
    while asked[-1] != "over":
        asked.append(answer(page))
        assert len(asked) < MOST
    assert points(page, players) == recorded_points(tmp_path)
    page.keyboard.press("End")
    last = position(page)
    assert len(last) > 20
    page.locator("#ask a").click()
    expect(page.locator("#step")).to_be_visible()
    page.keyboard.press("End")
    assert position(page) == last, "the replay follows the recorded choices"
    expect(page.locator("#log")).to_contain_text(re.compile("wins? with"))


@pytest.mark.slow
def test_a_plan_and_a_march_are_made_on_the_map(sit: Sit, sit_down: Callable[..., Page]) -> None:
    (link,) = sit.start("--bots", "settler,miller", "--seed", "4")
    page = sit_down(link)
    page.wait_for_selector("#question")
    assert page.locator(".players th:visible", has_text="to win").count() == 0, "who plays learns no chances"
    plan_with_clicks(page)
    assert laid(page) == 9
    page.keyboard.press("u")
    assert laid(page) == 8
    assert "Thaler" in page.locator(".boxes").inner_text()
    answer(page)
    expect(page.locator("#question")).to_contain_text("turn order, with")
    page.keyboard.press("2")
    expect(page.locator(".option[aria-pressed=true]")).to_have_text(re.compile(r"^2\."))
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_contain_text("Combat")
    page.locator("#land-3").dispatch_event("click")
    expect(page.locator("#said")).to_contain_text("does not border on")
    target = page.locator("#choices .mark-legal").first.get_attribute("d")
    page.locator(f'.land[d="{target}"]').dispatch_event("click")
    expect(page.locator("#choices .arrow").first).to_be_attached()
    page.keyboard.press("1")
    expect(page.locator(".count output")).to_have_text(re.compile("^1 of"))
    page.keyboard.press("?")
    expect(page.locator("#ask details p")).to_be_visible()
    page.locator("#confirm").click()
    expect(page.locator("#log")).to_contain_text("combat")


@pytest.mark.slow
def test_two_people_play_and_one_reloads_and_comes_back(sit: Sit, sit_down: Callable[..., Page]) -> None:
    links = sit.start("--bots", "me=ann,me=ben,settler", "--seed", "4")
    ann, ben = map(sit_down, links)
    expect(ben.locator("#ask h2")).to_contain_text("ann is thinking")
    answer(ann)
    answer(ben)
    ben.reload()
    expect(ben.locator("#ask h2")).to_be_visible()
    assert "ben" in ben.title()
    ann.close()
    ann = sit_down(links[0])
    expect(ann.locator("#log")).to_contain_text("Bids")
    while "Turn order" not in ann.locator("#log").inner_text():  # both choose their tiles
        asked = ann if ann.locator("#confirm").count() else ben
        answer(asked)
        expect(asked.locator("#ask h2")).not_to_have_text("Sent.")
    expect(ben.locator("#log")).to_contain_text("Turn order")
    assert ben.locator("#plans .face-down").count() > 0


@pytest.mark.slow
def test_a_page_goes_on_when_its_game_is_resumed(sit: Sit, sit_down: Callable[..., Page]) -> None:
    (link,) = sit.start("--bots", "settler,miller", "--seed", "4")
    page = sit_down(link)
    answer(page)
    expect(page.locator("#question")).to_contain_text("turn order")
    told = page.locator("#log").inner_text()
    sit.leave()
    expect(page.locator("#said")).to_contain_text("goes on when it is back", timeout=20_000)
    assert sit.start("--resume") == [link]
    expect(page.locator("#said")).to_have_text("", timeout=20_000)  # the question has come again
    assert page.locator("#log").inner_text() == told
    answer(page)
    expect(page.locator("#log")).to_contain_text("Turn order", timeout=20_000)


@pytest.mark.slow
def test_everybody_can_use_it(sit: Sit, sit_down: Callable[..., Page]) -> None:
    (link,) = sit.start("--bots", "settler,miller", "--seed", "4")
    for width, dark in ((390, False), (390, True), (1280, False), (1280, True), (1920, False), (1920, True)):
        page = sit_down(link, width, 844 if width == 390 else 800, dark)
        page.wait_for_selector("#question")
        assert (overflow(page), barriers(page)) == (0, []), (width, dark)


@pytest.mark.slow
def test_a_page_elsewhere_can_do_nothing(sit: Sit, sit_down: Callable[..., Page]) -> None:
    (link,) = sit.start("--bots", "settler,miller", "--seed", "4")
    base = link[: link.index("/", 8)]
    hostile = sit_down("about:blank")
    for address in (f"{link}message", f"{base}/guess/message"):
        sent = hostile.evaluate(
            """async (address) => { try {
                const said = await fetch(address, { method: "POST", body: "{}", mode: "no-cors" });
                return said.status; } catch { return "refused"; } }""",
            address,
        )
        assert sent in (0, "refused")  # nothing that it can read
    page = sit_down(link)
    expect(page.locator("#question")).to_contain_text("Plan the season")
    answered = page.goto(f"{base}/guess/")
    assert answered is not None
    assert answered.status == 403
