"""The whole command line with another game than Wallenstein: the toy game, which lies in the tests alone."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from tests.tourney.tournament import played, write_config
from tests.toy.game import ToyGame
from wallenstein.bots.match import play
from wallenstein.cli import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="wallenstein")


def told(*words: object) -> str:
    result = call(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


PLAY = ("play", "--bots", "random", "--players", 2, "--seed", 3)


def test_play_tells_it_round_by_round() -> None:
    assert told(*PLAY, "--game", "toy", "--rounds", "2").splitlines() == [
        "Toy",
        "===",
        "4 turns; seed 3.",
        "",
        "Round 1",
        "-------",
        "random picks 2, the die shows 0: 0 points.",
        "random picks 1, the die shows 1: 1 points.",
        "",
        "Round 2",
        "-------",
        "random picks 0, the die shows 0: 0 points.",
        "random picks 2, the die shows 0: 0 points.",
        "",
        "The end",
        "-------",
        "",
        "rank          points",
        "2     random       0",
        "1     random       1",
    ]


def log(*words: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told(*PLAY, "--json", *words).splitlines()]


def test_play_logs_it_by_the_names_of_the_game() -> None:
    game, *picks, result = log("-g", "toy", "--coin")
    assert game["rules"] == {"name": "toy", "rounds": 3, "die": {"faces": 2}}
    assert [pick["turn"] for pick in picks] == [0, 1, 2, 3, 4, 5]
    assert {pick["die"] for pick in picks} <= {0, 1}
    assert [set(seat) for seat in result["seats"]] == [{"seat", "bot", "rank", "points"}] * 2


@pytest.mark.parametrize(
    "words", [["-g", "toy", "-g", "rounds=1"], ["-gname=toy", "--game=rounds=1"], ["--game=toy", "--rounds", "1"]]
)
def test_the_game_and_its_keys_can_be_given_in_several_ways(words: list[str]) -> None:
    assert log(*words)[0]["rules"]["rounds"] == 1


def test_play_shows_the_options_of_the_game() -> None:
    help_text = told("play", "--help", "-g", "toy")
    assert "The number of seats, in Toy 2 to 5" in help_text
    assert "--rounds N" in help_text
    assert "--edition" not in help_text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "toi"], 'there is no game "toi"; did you mean "toy"?'),
        (["-g", "toy", "--edition", "first"], "--edition"),
        (["-g", "toy", "-g", "round=2"], 'game.round: there is no such key; did you mean "rounds"?'),
    ],
)
def test_play_refuses_what_the_game_does_not_have(words: list[str], sentence: str) -> None:
    result = call(*PLAY, *words)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_number_of_players_that_the_game_does_not_take() -> None:
    assert (
        "--players 6: Toy is for 2 to 5 players" in call("play", "-g", "toy", "--bots", "random", "--players", 6).stderr
    )
    assert "add --players 2, 3, 4 or 5" in call("play", "-g", "toy", "--bots", "random").stderr


def test_a_bot_for_wallenstein_does_not_play_it() -> None:
    sentence = 'the bot "settler" plays wallenstein, not toy'
    assert sentence in call("play", "-g", "toy", "--bots", "settler,random").stderr
    assert sentence in call("bots", "check", "settler", "-g", "toy").stderr
    with pytest.raises(Exception, match=sentence):
        play(["settler", "random"], game="toy")


def test_a_fault_says_when_it_was(tmp_path: Path) -> None:
    (tmp_path / "wild.py").write_text(
        "from wallenstein.bots import BaseBot, register\n\n"
        '@register("wild")\nclass Wild(BaseBot):\n    """Picks too much."""\n\n'
        "    def decide(self, view, decision):\n        return 7\n"
    )
    result = call("play", "-g", "toy", "--bots", "random,wild.py", "--seed", 3)
    assert result.exit_code == 1
    assert "(wild) made an illegal choice at decision 1, a pick in turn 1: T1: a pick is a number from" in result.stderr
    lenient = told("play", "-g", "toy", "--bots", "random,wild.py", "--seed", 3, "--lenient")
    assert "wild made an illegal choice at decision 1: T1: a pick" in lenient


@pytest.mark.slow
def test_new_writes_a_bot_that_plays_and_whose_test_passes(tmp_path: Path) -> None:
    said = told("bots", "new", "steady", "--game", "toy").splitlines()
    assert said[-1] == "        wallenstein play --bots steady,random --game toy"
    assert "steady picks 2" in told("play", "-g", "toy", "--bots", "steady,random", "--seed", 1)
    checked = told("bots", "check", "steady", "--rounds", 1, "-o", "favourite=1", "-g", "rounds=2")
    assert "4 games of 2, 3, 4 or 5 players; asked for " in checked
    assert "choices within 1\n" in checked
    assert checked.endswith("steady: no faults\n")


def test_check_plays_the_game_that_is_named() -> None:
    checked = told("bots", "check", "random", "--rounds", 1, "--game", "toy")
    assert "time   pick" in checked


SCENARIO = {
    "format": "toy-scenario/1",
    "position": {"format": "toy-position/1", "dice": [3, 0, 2], "scores": [0, 0]},
    "picks": [3, 1],
}
REACHED = {"format": "toy-position/1", "dice": [3, 0, 2], "scores": [3, 0], "turn": 2, "pending": {"seat": 0}}


def document(folder: Path, content: object) -> Path:
    path = folder / "document.json"
    path.write_text(json.dumps(content))
    return path


def test_the_referee_knows_the_game_by_the_format(tmp_path: Path) -> None:
    path = document(tmp_path, SCENARIO)
    assert json.loads(told("referee", path)) == REACHED
    assert [json.loads(line)["scored"] for line in told("referee", "--log", path).splitlines()] == [True, False]
    assert json.loads(told("referee", "--position", document(tmp_path, SCENARIO["position"])))["turn"] == 0
    wrong = call("referee", document(tmp_path, SCENARIO["position"]))
    assert "is a position; use --position to check it" in wrong.stderr
    illegal = call("referee", document(tmp_path, {**SCENARIO, "picks": [4]}))
    assert (illegal.exit_code, illegal.stderr) == (1, "T1: a pick is a number from 0 to 3, not 4\n")


def test_a_recorded_game_is_played_by_the_referee(tmp_path: Path) -> None:
    run = played(write_config(tmp_path), tmp_path).folder
    assert "replayed with the same result" in told("verify", run)
    assert "sloppy" in told("standings", run)
    recorded = json.loads(told("record", run, 2))
    assert recorded["format"] == "toy-scenario/1"
    reached = json.loads(told("referee", document(tmp_path, recorded)))
    assert reached["turn"] == len(reached["dice"])


def test_compare_shows_its_cells(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    config.write_text(config.read_text() + '[matrix]\n"game.rounds" = [1, 2]\n')
    run = played(config, tmp_path).folder
    assert "rounds=2" in told("compare", run)


def test_the_schema_has_its_keys() -> None:
    keys = json.loads(told("config", "schema", "-g", "toy"))["$defs"]["GameSection"]["properties"]
    assert set(ToyGame().schema()) < set(keys)
    assert "edition" not in keys


@click.command()
def dice() -> None:
    """Throw the dice of the toy game."""
    click.echo("2")


def test_a_game_adds_commands_of_its_own() -> None:
    """In a process of its own: the list of commands is made when the command line is imported."""
    code = (
        "from wallenstein.games import GAMES, KnownGame\n"
        "GAMES['toy'] = KnownGame('tests.toy.game:ToyGame', 'tests.cli.test_other_game')\n"
        "from wallenstein.cli import main\n"
        "main(prog_name='wallenstein')\n"
    )

    def run(*words: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=ROOT, check=True
        ).stdout

    assert re.search(r"^  dice +Throw the dice of the toy game\.$", run("--help"), re.MULTILINE)
    assert run("dice") == "2\n"
