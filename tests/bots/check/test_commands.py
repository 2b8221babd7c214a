"""`bots check` of a command: what is wrong with it is told, one finding for each custom."""

import sys
from pathlib import Path
from typing import Any

import pytest

import tests.toy.game  # noqa: F401  (registers the game)
from tests.languages.commands import JAVASCRIPT, javascript
from wallenstein.bots.check.process import TrialGame
from wallenstein.bots.conformance import CommandTrial, Conformance, assert_conforms, check, in_turn
from wallenstein.bots.entrants import command_entrant
from wallenstein.bots.scaffold import command_of
from wallenstein.core.errors import ConfigError
from wallenstein.games import find_game
from wallenstein.table.faults import FaultKind
from wallenstein.table.processes.keeper_line import own_keeper

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[2] / "languages" / "toy_command.py"
TOY = {"name": "toy"}
SECOND = "8 times; first seat 0, at decision 2 of the game of 2 players with seed 1"


def report(how: str, *arguments: str, **keywords: Any) -> Conformance:
    """The check of the toy command."""
    return check([sys.executable, str(SCRIPT), how, *arguments], rules=TOY, rounds=1, **keywords)


def faults(report: Conformance) -> dict[str, str]:
    """The faults by custom."""
    return {finding.custom: finding.text for finding in report.faults}


def test_a_decent_command_has_no_faults() -> None:
    found = report("decent")
    assert found.ok, str(found)
    assert [finding.custom for finding in found.findings] == [
        "alive", "protocol", "legal", "in time", "silent", "reproducible",
    ]  # fmt: skip
    assert found.findings[0].text == "4 games of 2, 3, 4 or 5 players; asked for 24 pick"
    assert found.findings[1].text == 'it spoke the protocol as "toy"'
    assert found.findings[-1].text == "every game came out the same when it was played again in another order"
    assert [(timing.kind, timing.asked) for timing in found.timings] == [("pick", 24)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("how", "custom", "text"),
    [
        (
            "illegal",
            "legal",
            f"T1: a pick is a number from 0 to 3, not 7, {SECOND}",
        ),
        ("garbled", "legal", "its answer:1: not valid JSON"),
        ("rude", "protocol", "8 times; first seat 0, before the first decision of the game of 2 players with seed 1"),
        ("endless", "protocol", "its answer has more than 64 kB"),
        (
            "quitting",
            "alive",
            f"its process ended with exit code 3, {SECOND}",
        ),
        ("killed", "alive", "its process was ended by SIGKILL"),
    ],
)
def test_what_is_wrong_is_told(how: str, custom: str, text: str) -> None:
    found = faults(report(how))
    assert list(found) == [custom]
    assert text in found[custom]


@pytest.mark.long
def test_one_that_hangs_is_given_up() -> None:
    found = report("hanging")
    assert list(faults(found)) == ["in time"]
    assert "seat 0, at decision 2 of the game of 2 players with seed 1" in faults(found)["in time"]
    assert "reproducible" not in {finding.custom for finding in found.findings}


def test_a_slow_one_is_stopped_at_its_first_timeout() -> None:
    game = find_game("toy")
    tested = command_entrant("toy", [sys.executable, str(SCRIPT), "sleeping"], (), str(Path.cwd()), {})
    with own_keeper() as keeper:
        trial = CommandTrial(tested, game, TOY, keeper)
        trial.limits = trial.limits._replace(choose=0.2, by_kind={})
        played = list(in_turn(trial, [TrialGame(0, 5, 1, "seed 1")] * 2, 60.0, print))
    assert [(fault.kind, fault.seat) for one in played for fault in one["faults"]] == [(FaultKind.STALLED, 0)]


def test_the_time_for_all_games_is_limited() -> None:
    found = faults(report("decent", seconds=1e-9))
    assert found == {"alive": "only 0 of 4 games were played before the time was up"}


def test_standard_error_is_no_fault_but_told() -> None:
    found = report("loud")
    assert found.ok
    (silent,) = [finding.text for finding in found.findings if finding.custom == "silent"]
    assert silent.startswith("it wrote to standard error, which goes to the log; it printed 'look at me! ")


def test_options_are_told_to_the_command() -> None:
    assert report("decent", values={"depth": 2}).ok


def test_a_program_that_is_not_there_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"there is no executable program \./nothing"):
        check(["./nothing"], rules=TOY)


def test_a_file_is_its_command(tmp_path: Path) -> None:
    program, script, python = tmp_path / "otter", tmp_path / "otter.js", tmp_path / "otter.py"
    for file in (program, script, python):
        file.write_text("")
    assert command_of(str(program)) == ()
    program.chmod(0o755)
    assert command_of(str(program)) == (str(program),)
    assert command_of(str(script)) == ("node", str(script))
    assert command_of(str(python)) == command_of("otter") == command_of(str(tmp_path)) == ()
    assert command_of(["node", "otter.js"]) == ("node", "otter.js")


def test_the_example_conforms() -> None:
    assert_conforms(javascript(JAVASCRIPT), rounds=1)
