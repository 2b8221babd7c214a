"""Cards: a picture of one step of a game, with the board, the standings and the chances to win."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.pages.test_chances import GAMES, replayed
from tests.toy.game import ToyGame
from wallenstein.core.errors import ConfigError
from wallenstein.pages.card import card, frames
from wallenstein.report.replays import ShownGame, shown_game
from wallenstein.tourney.recorded_games import RecordedGame


def shown_of(name: str, bots: tuple[str, ...], options: dict[str, Any]) -> ShownGame:
    game, _, choices = replayed(name, bots, options)
    rules = game.rules({"name": name, **options}, Path())
    return shown_game("A <game>", RecordedGame(0, game, rules, 7, bots, tuple(choices)), ())


@pytest.mark.parametrize(("name", "bots", "options"), GAMES)
def test_a_card_shows_the_winner_and_the_standings(name: str, bots: tuple[str, ...], options: dict[str, Any]) -> None:
    pages, play, book = shown_of(name, bots, options)
    last = len(play.steps) - 1
    drawn = card(play, pages.picture(play, book, last), last)
    texts = ["".join(one.itertext()) for one in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    positions: Any = play.positions[last]
    chances = positions["chance"]
    winner = play.seats[chances.index(max(chances))].name
    texts = texts[texts.index("A <game>") :]
    assert f"{winner} wins" in texts or "share" in " ".join(texts)
    rows = texts.index("to win") + 1
    assert texts[rows + 1] == winner
    points = sorted(positions[f"seat{seat}"][0] for seat in range(len(bots)))
    assert sorted(map(int, texts[rows + 2 :: 4][: len(bots)])) == points
    assert f"step {last} of {last}" in " ".join(texts)


def test_a_card_says_nothing_that_only_browsers_know() -> None:
    pages, play, book = shown_of(*GAMES[0])
    drawn = card(play, pages.picture(play, book, 40), 40)
    sheet = ElementTree.fromstring(drawn)[0].text or ""
    for rule in re.findall(r"(\.card[^{]*|\.own-[^{]*)\{([^}]*)\}", sheet):
        assert "var(" not in rule[1], rule
    assert "@media" not in sheet
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_the_map_of_a_card_is_that_of_the_step() -> None:
    pages, play, book = shown_of(*GAMES[0])
    step = next(jump.step for jump in play.jumps["fight"].every)
    position: Any = play.positions[step]
    drawn = ElementTree.fromstring(pages.picture(play, book, step).drawn)
    by_id = {one.get("id"): one for one in drawn.iter() if one.get("id")}
    for county in book.counties:
        held = position.get(f"county{county}")
        words = "".join(by_id[f"things-{county}"].itertext())
        assert (by_id[f"land-{county}"].get("class") or "").startswith("land owned" if held else "land region-")
        assert words == (f"{'ABC'[held[0]]} {held[1]}" if held else "")


def test_an_animation_has_seasons_fights_and_the_end() -> None:
    for game in GAMES[:1], GAMES[3:]:
        _, play, _ = shown_of(*game[0])
        steps = frames(play)
        assert steps == sorted(set(steps))
        assert (steps[0], steps[-1]) == (0, len(play.steps) - 1)
        assert 10 < len(steps) <= 61


def test_a_game_without_a_page_has_no_pictures() -> None:
    with pytest.raises(ConfigError, match="has no pictures of games"):
        shown_game("x", RecordedGame(0, ToyGame(), None, 1, ("a", "b", "c"), ()), ())
