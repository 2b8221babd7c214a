"""Bots that are commands: they play like any other, and whatever they do is named and ends with their game."""

import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from tests.table.processes.kinds import no_sandbox
from tests.tourney.tournament import PlayedHere, Process, contents, faults_of, only_run, played, write_config
from wallenstein.record.read import Run
from wallenstein.table.faults import FaultKind as Kind
from wallenstein.table.processes.usage import descendants

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[2] / "languages" / "toy_command.py"
FAST = ("run.limits.choose=0.3",)  # for those that are to be overdue
SANDBOX = pytest.param("sandbox", marks=pytest.mark.skipif(no_sandbox(), reason="no sandbox can be made here"))

FAULTS = {
    "illegal": (Kind.ILLEGAL, "T1: a pick is a number from 0 to 3, not 7"),
    "garbled": (Kind.ILLEGAL, "its answer:1: not valid JSON"),
    "wrong-id": (Kind.ILLEGAL, 'its answer must have "id": 3'),
    "endless": (Kind.GARBLED, "its answer has more than 64 kB; one line of JSON was expected"),
    "quitting": (Kind.DIED, "its process ended with exit code 3"),
    "killed": (Kind.DIED, "its process was ended by SIGKILL"),
    "rude": (Kind.GARBLED, "its answer:1: not valid JSON"),
    "too-new": (Kind.GARBLED, 'its answer to hello must have "protocol": 1, not 2'),
}
OVERDUE = ("hanging", "sleeping", "dribbling")


def toy_config(
    tmp_path: Path, how: str, argument: str = "", blocks: int = 2, other: str = "decent", chunk: int = 4
) -> Path:
    """The configuration of a tournament of the command against a decent bot."""
    words = [sys.executable, str(SCRIPT), how, *filter(None, [argument])]
    config = write_config(tmp_path, [other], blocks=blocks, chunk=chunk)
    entry = json.dumps(words)
    text = config.read_text().replace(f'["{other}"]', f'["{other}", {{ name = "command", command = {entry} }}]')
    config.write_text(text)
    return config


def toy(tmp_path: Path, how: str, *sets: str, **values: Any) -> PlayedHere:
    """That tournament, played."""
    outcome = played(toy_config(tmp_path, how, **values), tmp_path / "results" / how, sets=sets)
    assert outcome.finished
    return outcome


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table."""
    found: list[dict[str, Any]] = Run(folder).table(table).to_pylist()
    return found


@pytest.mark.parametrize(
    "mode",
    [
        "auto",
        pytest.param("none", marks=pytest.mark.long),
        pytest.param("process", marks=pytest.mark.long),
        pytest.param(*SANDBOX.values, marks=[*SANDBOX.marks, pytest.mark.long]),
    ],
)
def test_a_command_plays_like_a_python_bot(tmp_path: Path, mode: str) -> None:
    folder = toy(tmp_path, "decent", f"run.isolation={mode}", other="good").folder
    assert faults_of(folder) == []
    config = write_config(tmp_path, ["good"], blocks=2)
    config.write_text(config.read_text().replace('["good"]', '["good", { name = "command", bot = "good" }]'))
    assert contents(folder) == contents(played(config, tmp_path / "twin").folder)


@pytest.mark.parametrize(("how", "fault"), FAULTS.items())
def test_what_it_does_wrong_is_named(tmp_path: Path, how: str, fault: tuple[Kind, str]) -> None:
    folder = toy(tmp_path, how).folder
    found = faults_of(folder)
    assert {row["bot"] for row in found} == {"command"}
    assert {row["game"] for row in found} == {0, 1, 2, 3}
    assert Kind(found[0]["kind"]) is fault[0]
    assert found[0]["text"].startswith(fault[1])
    assert [row["decisions"] for row in rows(folder, "games")] == [6, 6, 6, 6], "every game is played to its end"
    benched = fault[0] is not Kind.ILLEGAL
    assert {row["benched"] for row in rows(folder, "seats") if row["bot"] == "command"} == {benched}


@pytest.mark.long
@pytest.mark.parametrize("how", OVERDUE)
def test_an_overrun_ends_it_and_benches_the_seat(tmp_path: Path, how: str) -> None:
    folder = toy(tmp_path, how, *FAST, blocks=1).folder
    (first, second) = faults_of(folder)
    assert {first["bot"], second["bot"]} == {"command"}
    assert first["kind"] == Kind.STALLED
    assert [row["decisions"] for row in rows(folder, "games")] == [6, 6]
    assert all(row["benched"] == (row["bot"] == "command") for row in rows(folder, "seats"))


@pytest.mark.long
def test_an_answer_that_comes_late_is_an_overrun(tmp_path: Path) -> None:
    folder = toy(tmp_path, "late", *FAST, argument="0.38", blocks=1).folder
    assert {row["kind"] for row in faults_of(folder)} == {Kind.STALLED}
    assert len(faults_of(folder)) == 2


def test_more_memory_than_it_may_have_is_refused(tmp_path: Path) -> None:
    faults = faults_of(toy(tmp_path, "greedy", blocks=1).folder)
    assert {(row["bot"], row["kind"], row["text"]) for row in faults} == {
        ("command", Kind.DIED, "its process ended with exit code 1")
    }


def test_a_line_too_much_spoils_the_next_answers(tmp_path: Path) -> None:
    faults = faults_of(toy(tmp_path, "chatty", blocks=1).folder)
    assert {row["kind"] for row in faults} == {Kind.ILLEGAL}
    assert "thinking" in faults[0]["text"]
    assert 'must have "id": 4' in faults[1]["text"]


def test_a_command_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/nowhere/python\n")
    program.chmod(0o755)
    config = write_config(tmp_path, ["decent"], blocks=1)
    entry = f'["decent", {{ name = "command", command = ["{program}"] }}]'
    config.write_text(config.read_text().replace('["decent"]', entry))
    faults = faults_of(played(config, tmp_path / "results").folder)
    assert {(row["bot"], row["kind"], row["decision"]) for row in faults} == {("command", Kind.DIED, -1)}
    assert {row["text"] for row in faults} == {f"the command {program} cannot be started: No such file or directory"}


def test_what_it_writes_to_standard_error_is_in_the_log_cut_off(tmp_path: Path) -> None:
    folder = toy(tmp_path, "loud", other="good").folder
    log = (folder / "run.log").read_text()
    assert "bots wrote: look at me!" in log
    assert len(log) < 6000
    assert faults_of(folder) == []


@pytest.mark.long
@pytest.mark.parametrize("mode", ["process", SANDBOX])
def test_what_it_leaves_behind_is_ended(tmp_path: Path, mode: str) -> None:
    pids = tmp_path / "pids"
    folder = toy(tmp_path, "leaving", f"run.isolation={mode}", argument=str(pids), blocks=1).folder
    if mode == "process":
        assert faults_of(folder) == []
        numbers = pids.read_text().split()
        assert len(numbers) == 2
        assert not any(Path(f"/proc/{number}").exists() for number in numbers)
    else:
        assert not pids.exists()


@pytest.mark.long
@pytest.mark.parametrize("mode", [SANDBOX])
def test_in_a_sandbox_it_writes_no_file(tmp_path: Path, mode: str) -> None:
    target = tmp_path / "mine"
    folder = toy(tmp_path, "writing", f"run.isolation={mode}", argument=str(target), other="good").folder
    assert faults_of(folder) == []
    assert not target.exists()


def starts(path: Path) -> list[str]:
    """The process of each game that a command was told of."""
    return path.read_text().split()


def test_each_game_has_a_process_of_its_own(tmp_path: Path) -> None:
    started = tmp_path / "started"
    toy(tmp_path, "counted", argument=str(started), blocks=3)
    assert len(starts(started)) == len(set(starts(started))) == 6


def test_a_changed_file_of_a_command_is_another_run(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(SCRIPT.read_text())
    config = write_config(tmp_path, ["decent"], blocks=1)
    entry = f'["decent", {{ name = "command", command = ["{sys.executable}", "bot.py"] }}]'
    config.write_text(config.read_text().replace('["decent"]', entry))
    first = played(config, tmp_path / "results").folder
    assert played(config, tmp_path / "results").folder == first
    script.write_text(SCRIPT.read_text() + "# changed\n")
    assert played(config, tmp_path / "results").folder != first


@pytest.mark.long
def test_commands_that_are_killed_from_outside_change_nothing(tmp_path: Path) -> None:
    config, rng, killed = toy_config(tmp_path, "decent", blocks=100, chunk=50), Random(1), 0
    undisturbed = played(config, tmp_path / "undisturbed").folder
    process = Process(config, tmp_path / "results", "--jobs", "1")
    while process.process.poll() is None:
        sleep(0.3 + 0.5 * rng.random())
        ours = [number for number in descendants(process.process.pid) if b"toy_command" in command_line(number)]
        for number in ours[:1]:
            with suppress(OSError):
                os.kill(number, rng.choice([signal.SIGKILL, signal.SIGSTOP]))
                killed += 1
    code, _, errors = process.end()
    assert code == 0, errors
    assert killed > 3
    assert contents(only_run(tmp_path / "results")) == contents(undisturbed)
    assert process.left_behind() == []


def command_line(process: int) -> bytes:
    """What a process runs; nothing if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""
