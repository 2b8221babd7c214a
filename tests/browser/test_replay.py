"""The page that plays a game back, in a browser."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, OpenPage
from tests.browser.looks import barriers, overflow
from tests.games.sixteen_thirty.test_replay import shown as shown_other
from tests.games.wallenstein.replay.games import RULES, Shown, shown
from tests.pages.test_card import shown_of
from wallenstein.pages.shell import write

NEAR = 30  # pixels


def step_of(page: Page) -> int:
    return int(page.locator("body").get_attribute("data-step") or -1)


def points(page: Page, players: int) -> list[str]:
    return [page.locator(f"#seat{seat}-0").inner_text() for seat in range(players)]


def result_of(game: Shown) -> list[str]:
    return [str(place.score) for place in game.played.result]


def saved(folder: Path, game: Shown) -> Path:
    write(folder / "game.html", game.page)
    return folder / "game.html"


def test_a_game_is_stepped_through_with_the_keyboard(open_page: OpenPage, tmp_path: Path) -> None:
    game = shown("second")
    page = open_page(saved(tmp_path, game), fragment="step=3")
    last = len(game.data["steps"]) - 1
    assert step_of(page) == 3
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == 4
    expect(page.locator("#log [aria-current], #log .current")).to_have_count(1)
    page.keyboard.press("]")
    assert step_of(page) == next(step for step in game.data["parts"] if step > 4)
    page.keyboard.press("b")
    assert step_of(page) in game.data["fights"]
    assert page.locator("#thrown-box").is_visible()
    page.keyboard.press("End")
    assert step_of(page) == last
    assert points(page, 4) == result_of(game)
    expect(page).to_have_url(re.compile(rf"#step={last}$"))


def test_it_opens_at_a_season(open_page: OpenPage, tmp_path: Path) -> None:
    game = shown("second")
    page = open_page(saved(tmp_path, game), fragment="part=5")
    assert step_of(page) == game.data["parts"][5] > 0
    assert "Spring" in page.locator("#when").inner_text()


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_every_step_can_be_reached_and_the_last_has_the_logs_numbers(
    name: str, open_page: OpenPage, tmp_path: Path
) -> None:
    game = shown(name)
    page = open_page(saved(tmp_path, game))
    positions = game.positions()
    for step in range(1, len(positions)):
        page.keyboard.press("ArrowRight")
        if step % 25 == 0:
            seats = [str(positions[step][f"seat{seat}"][0]) for seat in range(RULES[name][0])]
            assert points(page, RULES[name][0]) == seats
    assert step_of(page) == len(positions) - 1
    assert points(page, RULES[name][0]) == result_of(game)
    assert page.locator(".land.owned").count() == sum(key.startswith("county") for key in positions[-1])


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("width", "dark"), [(PHONE, False), (PHONE, True), (DESK, False), (DESK, True)])
def test_it_can_be_used_by_everybody(name: str, width: int, dark: bool, open_page: OpenPage, tmp_path: Path) -> None:
    game = shown(name)
    page = open_page(saved(tmp_path, game), width, dark, fragment=f"step={game.data['fights'][-1]}")
    assert barriers(page) == []
    assert overflow(page) == 0


@pytest.mark.long
@pytest.mark.parametrize(("width", "dark"), [(PHONE, True), (DESK, False)])
def test_the_other_game_is_played_back_too(width: int, dark: bool, open_page: OpenPage, tmp_path: Path) -> None:
    played, text = shown_other()
    write(tmp_path / "game.html", text)
    page = open_page(tmp_path / "game.html", width, dark, fragment="step=100")
    assert barriers(page) == []
    assert overflow(page) == 0
    page.keyboard.press("b")
    expect(page.locator("tr.about th").first).to_be_visible()
    page.keyboard.press("End")
    assert points(page, 3) == [str(place.score) for place in played.result]
    last: Any = played.state
    assert page.locator(".influence").count() == sum(bool(cards) for display in last.displays for cards in display)


@pytest.mark.long
def test_hidden_plans_are_seen_by_whom_they_belong_to(open_page: OpenPage, tmp_path: Path) -> None:
    game = shown("second")
    step = next(place for place, position in enumerate(game.positions()) if position["slot"] == 2)
    page = open_page(saved(tmp_path, game), fragment=f"step={step}")
    hidden = page.locator("#plans td.face-down")
    assert hidden.count() == 0
    page.locator("#eyes").select_option("none")
    of_nobody = hidden.count()
    assert of_nobody >= 4 * 7
    page.locator("#eyes").select_option("2")
    assert hidden.count() == of_nobody - page.locator("#plans tr:not(.done):not(.current) td:nth-child(4)").count() + 1
    assert "face down" in page.locator("#plans").inner_text()
    for place in (page.locator("#log .secret").first, page.locator(f"#log [data-step='{step + 1}']")):
        expect(place).to_be_hidden()
    page.locator("#eyes").select_option("all")
    expect(page.locator("#log .later")).to_have_count(0)
    expect(page.locator("#log .secret").first).to_be_visible()


@pytest.mark.long
def test_it_plays_by_itself_and_stops_at_the_end(open_page: OpenPage, tmp_path: Path) -> None:
    game = shown("second")
    last = len(game.data["steps"]) - 1
    page = open_page(saved(tmp_path, game), fragment=f"step={last - 3}")
    page.locator("#speed").select_option("10")
    page.locator("#play").click()
    expect(page.locator("body")).to_have_attribute("data-step", str(last))
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.locator("#log [data-step='10']").click()
    assert step_of(page) == 10


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(DESK, 800), (1366, 768), (1920, 1080)])
def test_the_controls_cover_no_text_at_any_step(width: int, height: int, open_page: OpenPage, tmp_path: Path) -> None:
    game = shown("second")
    page = open_page(saved(tmp_path, game), width=width, height=height)
    covered = page.evaluate(
        """() => {
          const slider = document.getElementById("step"), found = [];
          for (let step = 0; step <= +slider.max; step++) {
            slider.value = step;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            const [text, bar] = [".now", ".controls"].map(name => document.querySelector(name).getBoundingClientRect());
            if (text.bottom > bar.top) found.push(step);
          }
          return found;
        }"""
    )
    assert covered == []


@pytest.mark.slow
def test_on_a_laptop_the_map_has_the_height_of_the_window_and_can_be_read(open_page: OpenPage, tmp_path: Path) -> None:
    game = shown("second")
    page = open_page(saved(tmp_path, game), 1280, height=800, fragment=f"step={game.data['fights'][-1]}")
    box = page.locator("#map").bounding_box()
    assert box is not None
    assert box["height"] >= 640
    assert box["y"] + box["height"] <= 800
    pixel = box["width"] / 1000
    sizes = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    assert min(page.locator("#map .name").evaluate_all(sizes)) * pixel > 10.9
    drawn = "all => all.map(one => one.getBoundingClientRect().height / one.getBBox().height)"
    scales = page.locator(".things text.armies").evaluate_all(drawn)
    assert min(scale * 14 for scale in scales) > 10.9
    for part in ("#plans", "#curve", "#now"):
        place = page.locator(part).bounding_box()
        assert place is not None
        assert place["y"] + 0.6 * place["height"] < 800, f"{part} stands where one sees it"


@pytest.mark.parametrize(("width", "height"), [(PHONE, 844), (DESK, 800)])
def test_armies_on_their_way_lie_at_their_arrow(width: int, height: int, open_page: OpenPage, tmp_path: Path) -> None:
    game = shown("second")
    marches = [step for step, detail in enumerate(game.data["details"]) if "march" in detail]
    for step in marches[:3]:
        page = open_page(saved(tmp_path, game), width, height=height, fragment=f"step={step}")
        box = "(one) => { const r = one.getBoundingClientRect(); return [r.left, r.right, r.top, r.bottom]; }"
        left, right, top, bottom = page.locator("#over .arrow.rim").first.evaluate(box)
        armies = page.locator(".on-the-way").evaluate(box)
        assert left - NEAR < sum(armies[:2]) / 2 < right + NEAR
        assert top - NEAR < sum(armies[2:]) / 2 < bottom + NEAR


@pytest.mark.slow
def test_the_curve_leads_to_its_steps_and_the_end_has_the_winner(open_page: OpenPage, tmp_path: Path) -> None:
    game = shown("second")
    page = open_page(saved(tmp_path, game), 1280, height=800)
    last = len(game.data["steps"]) - 1
    box = page.locator("#curve").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    assert abs(step_of(page) - last / 2) <= 1
    chance = game.positions()[step_of(page)]["chance"][3]
    assert page.locator("#chance3").inner_text() == f"{chance * 100:.0f} %"
    assert page.locator("#curve path").count() == 4
    page.keyboard.press("t")
    assert step_of(page) in game.data["swings"]
    expect(page.locator("#end")).to_be_hidden()
    page.keyboard.press("End")
    winner = next(place.seat for place in game.played.result if place.rank == 1)
    assert ["miller", "settler", "warlord", "regent"][winner] in page.locator("#end").inner_text()


@pytest.mark.slow
def test_a_card_has_the_map_of_the_page(open_page: OpenPage, tmp_path: Path) -> None:
    game, options = ("wallenstein", ("miller", "settler", "warlord", "regent")), dict[str, Any]()
    page = open_page(saved(tmp_path, shown("second")))
    pages, play, book = shown_of(*game, options)
    for step in (0, 60, len(play.steps) - 1):
        page.evaluate(f"location.hash = 'step={step}'")
        expect(page.locator("body")).to_have_attribute("data-step", str(step))
        drawn = ElementTree.fromstring(pages.picture(play, book, step).drawn)
        by_id = {one.get("id"): one for one in drawn.iter() if one.get("id")}
        for county in book.counties:
            parts = [one.get("class") for one in by_id[f"things-{county}"].iter() if one.get("class")][1:]
            script = (
                f"[...document.querySelectorAll('#things-{county} [class]')].map((one) => one.getAttribute('class'))"
            )
            assert sorted(page.evaluate(script)) == sorted(filter(None, parts))
            assert page.locator(f"#land-{county}").get_attribute("class") == by_id[f"land-{county}"].get("class")
