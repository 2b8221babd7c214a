"""The positions of the page are those of the game: at every season's end, inside battles, at the end."""

import re
from itertools import pairwise
from typing import Any

import pytest

from tests.games.wallenstein.replay.games import RULES, shown
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.entries import Battled, Standing, Thrown
from wallenstein.games.wallenstein.names import ATTACKER, NEUTRAL


def owners(position: dict[str, Any]) -> dict[str, int]:
    return {key: value[0] for key, value in position.items() if key.startswith("county")}


@pytest.mark.parametrize("name", RULES)
def test_every_season_ends_with_the_figures_of_the_log(name: str) -> None:
    game = shown(name)
    journal = game.played.state.journal or []
    standings = [entry for entry in journal if isinstance(entry, Standing)]
    figures = [[has.vp, has.thalers, has.grain, has.counties, has.armies] for has in standings]
    players, _ = RULES[name]
    seasons = [figures[place : place + players] for place in range(0, len(figures), players)]
    positions = game.positions()
    shown_figures = [[position[f"seat{seat}"][:5] for seat in range(players)] for position in positions]
    assert len(seasons) == 8
    start = 0
    for season in seasons:  # each is the position of some step, in this order
        start = shown_figures.index(season, start)
    assert shown_figures[-1] == seasons[-1]


@pytest.mark.parametrize("name", RULES)
def test_the_last_step_is_the_result(name: str) -> None:
    game = shown(name)
    last = game.positions()[-1]
    state: Any = game.played.state
    assert [last[f"seat{place.seat}"][0] for place in game.played.result] == [p.score for p in game.played.result]
    assert (last["tower"], last["tray"]) == (list(state.tower), list(state.tray))
    assert owners(last) == {f"county{c}": owner for c, owner in enumerate(state.owner) if owner != NEUTRAL}
    assert last["time"][2] == "over"


def test_a_battle_is_a_march_a_throw_and_its_end() -> None:
    game = shown("second")
    data, positions = game.data, game.positions()
    journal = game.played.state.journal or []
    fights = [(one, other) for one, other in pairwise(journal) if isinstance(other, Battled)]
    assert len(fights) > 5
    ends = [place for place, details in enumerate(data["details"]) if "end" in details and "march" in details]
    assert len(ends) == len(fights)
    for end, (throw, battle) in zip(ends, fights, strict=True):
        assert isinstance(throw, Thrown)
        seat, _, to, armies = data["details"][end - 2]["march"]
        assert (seat, to, armies) == (battle.attacker, battle.county, throw.hand[battle.attacker]) or armies
        assert data["details"][end - 1]["throw"]["out"] == list(throw.out)
        assert positions[end - 1]["tray"] == list(throw.out)
        before, after = owners(positions[end - 1]), owners(positions[end])
        assert before == owners(positions[end - 2])  # nothing is decided while cubes fall
        if battle.outcome == ATTACKER:
            assert after[f"county{battle.county}"] == battle.attacker
            assert before.get(f"county{battle.county}", NEUTRAL) == battle.defender


def test_cubes_are_never_lost_between_tower_tray_and_throw() -> None:
    game = shown("second")
    for details, position in zip(game.data["details"], game.positions(), strict=True):
        throw = details.get("throw")
        if throw and throw["cause"] != "fill" and "end" not in details:
            fallen = [sum(cubes) for cubes in zip(throw["hand"], throw["tray"], throw["inside"], strict=True)]
            assert [sum(cubes) for cubes in zip(position["tower"], position["tray"], strict=True)] == fallen


def test_every_action_shows_its_own_change() -> None:
    game = shown("second")
    built = [
        (details["at"][0], one.get(f"county{details['at'][0]}"), other.get(f"county{details['at'][0]}"))
        for details, (one, other) in zip(game.data["details"][1:], pairwise(game.positions()), strict=True)
        if details.get("at") and "march" not in details
    ]
    changed = [county for county, before, after in built if before != after]
    assert len(changed) > 60  # buildings, armies and markers come one county at a time


def test_plans_of_others_are_open_when_they_are_revealed() -> None:
    game = shown("second")
    for position in game.positions():
        for seat in range(4):
            if f"plan{seat}" in position and f"open{seat}" in position:
                boxes, seen = position[f"plan{seat}"][0], position[f"open{seat}"][0]
                assert all(open_box in (box, -2) for box, open_box in zip(boxes, seen, strict=True))
    middle = [position for position in game.positions() if position["slot"] == 5]
    assert middle
    assert all(position[f"open{position['order'][-1]}"][0].count(-2) >= 4 for position in middle)


def test_seasons_and_battles_can_be_jumped_to() -> None:
    data = shown("second").data
    assert len(data["parts"]) == 9
    assert data["parts"] == sorted(data["parts"])
    labels = re.findall(r"<option[^>]*>Year (\d), (\w+)</option>", shown("second").page)
    assert [f"{season} of year {year}" for year, season in labels] == [moment for moment, _ in Wallenstein.moments]
    assert [data["details"][step]["throw"]["cause"] for step in data["fights"]].count("battle") > 5


def test_a_page_of_a_game_is_small() -> None:
    assert len(shown("second").page) < 400_000
