"""The example bots in other languages play by the rules, and beat three `random` clearly."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.languages.commands import CHECKED, command_of
from tests.languages.driver import Talker, play
from tests.properties.players import ONE_EACH, Table, name_of
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.rules import Rules

pytestmark = pytest.mark.slow

GAME = Wallenstein()
LANGUAGES = ("javascript", "c")


@pytest.fixture(scope="module", params=LANGUAGES)
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """How the example is run; in C with everything checked that the compiler can check."""
    return command_of(request.param, tmp_path_factory.mktemp("otter"), *CHECKED)


@pytest.fixture
def otter(command: list[str]) -> Iterator[Talker]:
    """The example, running."""
    talker = Talker(command)
    yield talker
    assert talker.stop() == 0


def wins(otter: Talker, seeds: range) -> int:
    """How many games it wins against three `random`, alone in the first place."""
    rules, won = Rules(), 0
    for seed in seeds:
        seats: list[Talker | str] = ["random"] * 4
        seats[seed % 4] = otter
        result = play(GAME, rules, seats, seed)
        won += [placing.seat for placing in result if placing.rank == 1] == [seed % 4]
    return won


def test_it_beats_three_random_clearly(otter: Talker) -> None:
    assert wins(otter, range(32)) >= 26  # measured: all of 400, so at least 98 %; parity is 8


@pytest.mark.long
def test_it_beats_three_random_in_200_games(otter: Talker) -> None:
    assert wins(otter, range(100, 300)) >= 180


@pytest.mark.parametrize("table", ONE_EACH, ids=name_of)
def test_it_plays_every_edition_and_expansion(otter: Talker, table: Table) -> None:
    rules, players = table
    for seed in range(2):
        play(GAME, rules, [otter, *["random"] * (players - 1)], seed)
    kinds = {json.loads(message.splitlines()[-1]).get("kind") for message, _ in otter.traffic}
    assert {"plan", "march", "draft-card", "draft-group"} <= kinds


def test_it_plays_the_same_game_again_when_it_is_told_of_it_anew(otter: Talker) -> None:
    first, choices = play(GAME, Rules(), [otter, "random", "random"], 3), made_by(otter)
    assert len(choices) > 15
    otter.traffic.clear()
    assert play(GAME, Rules(), [otter, "random", "random"], 3) == first
    assert made_by(otter) == choices


def made_by(talker: Talker) -> list[Any]:
    """All its choices."""
    return [json.loads(answer)["choice"] for _, answer in talker.traffic[1:-1]]


def test_a_new_process_plays_the_same_game(command: list[str]) -> None:
    played = []
    for _ in range(2):
        talker = Talker(command)
        result = play(GAME, Rules(), [talker, "random", "random"], 3)
        played.append((result, made_by(talker)))
        assert talker.stop() == 0
    assert played[0] == played[1]
