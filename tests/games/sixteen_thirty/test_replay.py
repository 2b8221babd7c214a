"""The page that plays a game back shows the positions of the game."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.games.sixteen_thirty.case_files import FILES, FOLDER, read
from wallenstein.bots.match import play
from wallenstein.core.documents import Json
from wallenstein.core.errors import WallensteinError
from wallenstein.games import find_game
from wallenstein.games.sixteen_thirty.model.entries import Scored, WarFought
from wallenstein.games.sixteen_thirty.names import NONE
from wallenstein.report.replays import page_of
from wallenstein.table.played_game import PlayedGame
from wallenstein.tourney.recorded_games import RecordedGame

GAME = find_game("sixteen-thirty")
BOTS = ("broker", "banker", "random")


@cache
def shown(seed: int = 3) -> tuple[PlayedGame, str]:
    """A game and its page."""
    played = play(BOTS, seed=seed, game=GAME.name)
    choices = tuple(one.packed for one in played.decisions)
    return played, page_of("A game", RecordedGame(0, GAME, GAME.rules({}, Path()), seed, BOTS, choices))


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="replay">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def positions_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{}]
    for change in data["steps"]:
        found.append({key: value for key, value in {**found[-1], **change}.items() if value is not None})
    return found[1:]


def test_every_turn_scores_as_the_log_says() -> None:
    played, page = shown()
    positions = positions_of(data_of(page))
    scored = [entry for entry in played.state.journal or () if isinstance(entry, Scored)]
    turns = [[entry.vp for entry in scored[place : place + 3]] for place in range(0, len(scored), 3)]
    points = [[position[f"seat{seat}"][0] for seat in range(3)] for position in positions]
    start = 0
    for turn in turns:
        start = points.index(turn, start)
    assert len(turns) >= 8
    assert points[-1] == [place.score for place in played.result]


def test_turns_can_be_jumped_to() -> None:
    _, page = shown()
    labels = re.findall(r"<option[^>]*>Turn (\d+)</option>", page)
    assert [f"turn {number}" for number in labels] == [moment for moment, _ in GAME.moments][: len(labels)]
    assert len(data_of(page)["parts"]) == 1 + len(labels) >= 9


def test_the_last_step_is_the_last_state() -> None:
    played, page = shown()
    last = positions_of(data_of(page))[-1]
    final: Any = played.state
    assert [last[f"country{country}"][:4] for country in range(10)] == [
        list(row) for row in zip(final.status, final.army, final.ability, final.faction, strict=True)
    ]
    stacks = {
        f"stack{seat}-{country}": list(cards)
        for seat, display in enumerate(final.displays)
        for country, cards in enumerate(display)
        if cards
    }
    assert {key: value[0] for key, value in last.items() if key.startswith("stack")} == stacks


def test_wars_can_be_jumped_to() -> None:
    played, page = shown()
    data = data_of(page)
    wars = [entry for entry in played.state.journal or () if isinstance(entry, WarFought)]
    assert len(data["fights"]) == len(wars) > 0
    for step, war in zip(data["fights"], wars, strict=True):
        assert data["details"][step]["at"] == sorted((war.attacker, war.defender))
        assert war.winner == NONE or page.count("wins</option>")


def test_every_scenario_that_can_be_played_has_a_page() -> None:
    made = 0
    for case in FILES[::12]:
        document = read(case).get("scenario")
        if document is None:
            continue
        try:
            GAME.play_scenario(Json(document), FOLDER)
        except WallensteinError:
            with pytest.raises(WallensteinError):
                GAME.scenario_page("x", Json(document), FOLDER)
        else:
            assert "<h1>x</h1>" in (GAME.scenario_page("x", Json(document), FOLDER) or "")
            made += 1
    assert made > 5
