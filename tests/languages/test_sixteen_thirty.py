"""The example bot for Sixteen Thirty Something plays by the rules, and beats `random` at every table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.languages.commands import SIXTEEN_THIRTY, javascript
from tests.languages.driver import Talker, play
from wallenstein.bots.scaffold import write_program
from wallenstein.cli import main
from wallenstein.games.sixteen_thirty.game import SixteenThirty
from wallenstein.games.sixteen_thirty.rules import Rules

GAME = SixteenThirty()


@pytest.fixture
def otter() -> Iterator[Talker]:
    """The example, running."""
    talker = Talker(javascript(SIXTEEN_THIRTY))
    yield talker
    assert talker.stop() == 0


def wins(otter: Talker, players: int, seeds: range) -> int:
    """How many games it wins against `random`, alone in the first place."""
    won = 0
    for seed in seeds:
        seats: list[Talker | str] = ["random"] * players
        seats[seed % players] = otter
        result = play(GAME, Rules(), seats, seed)
        won += [placing.seat for placing in result if placing.rank == 1] == [seed % players]
    return won


@pytest.mark.parametrize(("players", "games"), [(3, 2), (4, 3), (5, 1), (6, 1)])
def test_it_beats_random_at_every_table(otter: Talker, players: int, games: int) -> None:
    assert wins(otter, players, range(games)) == games  # by chance once in 17,000 times
    kinds = {json.loads(message.splitlines()[-1]).get("kind") for message, _ in otter.traffic}
    assert {"pass-marker", "open-display", "lobby", "bid", "vote", "to-market", "collect"} <= kinds


@pytest.mark.long
def test_it_beats_three_random_in_100_games(otter: Talker) -> None:
    assert wins(otter, 4, range(100, 200)) >= 95  # measured: all


def test_a_new_process_plays_the_same_game(otter: Talker) -> None:
    first = play(GAME, Rules(), [otter, "random", "random"], 3)
    choices = [answer for _, answer in otter.traffic][1:-1]
    other = Talker(javascript(SIXTEEN_THIRTY))
    assert play(GAME, Rules(), [other, "random", "random"], 3) == first
    assert [answer for _, answer in other.traffic][1:-1] == choices
    assert other.stop() == 0


def test_it_is_written_and_played_by_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    javascript(SIXTEEN_THIRTY)  # skipped where there is no Node
    monkeypatch.chdir(tmp_path)
    words = ["bots", "new", "heron", "--language", "js", "--game", "sixteen-thirty"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    assert 'wallenstein bots check --command "node bots/heron.js" --game sixteen-thirty' in told.stdout
    assert "Heron: a bot for Sixteen Thirty Something" in Path("bots/heron.js").read_text("utf-8")
    players = ["play", "--game", "sixteen-thirty", "--bots", "bots/heron.js,random,random", "--seed", "4"]
    played = CliRunner().invoke(main, players)
    assert played.exit_code == 0, played.output
    assert "heron" in played.stdout


def test_there_is_none_in_c(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["bots", "new", "heron", "--language", "c", "--game", "sixteen-thirty"])
    assert told.exit_code == 2
    assert "no first bot for Sixteen Thirty Something in C; there is one in JavaScript" in told.stderr
    assert write_program("heron", tmp_path, GAME, "js").game == "sixteen-thirty"
