"""Bots that misbehave: none stops a tournament, spoils another seat's game, or goes unrecorded."""

from pathlib import Path
from typing import Any

import pytest

from tests.bots.signals import ESCAPED
from tests.tourney.tournament import contents, faults_of, played, write_config
from wallenstein.record.read import Run
from wallenstein.table.faults import FaultKind as Kind
from wallenstein.tourney.worker.tasks import BotAtFault

pytestmark = pytest.mark.slow

QUICK = {
    "crashing": Kind.CRASH,
    "exiting": Kind.CRASH,
    "textless": Kind.CRASH,
    "unborn": Kind.CRASH,
    "sore-loser": Kind.CRASH,
    "quitting": Kind.DIED,
    "killed": Kind.DIED,
    "illegal": Kind.ILLEGAL,
    "nonsense": Kind.ILLEGAL,
    "greedy": Kind.MEMORY,
    "hanging": Kind.TIMEOUT,
}
SLOW = {"sleeping": Kind.TIMEOUT, "deaf": Kind.STALLED, "numb": Kind.STALLED}
MODES = ("none", "process")


TIGHT = ("hanging", "sleeping", "deaf", "numb")  # whose time is to run out; all others have plenty


def limits(name: str) -> list[str]:
    """What is set for the tournament of a bot. It is stopped after twice the longest limit."""
    return ["run.limits.choose=0.1", "run.limits.start=3"] if name in TIGHT else []


def misbehave(tmp_path: Path, name: str, mode: str = "process") -> tuple[Path, list[dict[str, Any]]]:
    """A tournament of the bot against a decent one, and the faults table."""
    config = write_config(tmp_path, [name, "decent"], blocks=2)
    outcome = played(config, tmp_path / f"{name}-{mode}", sets=[*limits(name), f"run.isolation={mode}"])
    assert outcome.finished
    return outcome.folder, faults_of(outcome.folder)


def check(tmp_path: Path, name: str, kind: Kind, mode: str) -> None:
    folder, faults = misbehave(tmp_path, name, mode)
    assert {fault["bot"] for fault in faults} == {name}, "a bot was blamed for another's fault"
    assert {fault["game"] for fault in faults if fault["kind"] == kind} == {0, 1, 2, 3}, faults
    games = Run(folder).table("games").to_pylist()
    assert [row["decisions"] for row in games] == [6, 6, 6, 6], "every game is played to its end"


@pytest.mark.parametrize("mode", ["process", pytest.param("none", marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "kind"), QUICK.items())
def test_it_is_recorded_and_the_games_go_on(tmp_path: Path, name: str, kind: Kind, mode: str) -> None:
    check(tmp_path, name, kind, mode)


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "kind"), SLOW.items())
def test_it_is_recorded_and_the_games_go_on_slowly(tmp_path: Path, name: str, kind: Kind, mode: str) -> None:
    check(tmp_path, name, kind, mode)


@pytest.mark.parametrize("name", ["printing", "forking", "littering", "meddling", "flooding"])
def test_bad_manners_change_nothing_in_the_games(tmp_path: Path, name: str) -> None:
    folders = []
    for bot in (name, "decent"):  # by one name, because that is what a bot's generator follows from
        config = write_config(tmp_path, ["decent"], blocks=2, isolation="process")
        config.write_text(f'{config.read_text()}\n[[bots.entry]]\nname = "mine"\nbot = "{bot}"\n')
        folders.append(played(config, tmp_path / bot).folder)
    one, other = map(digests, folders)
    assert one == other, "it chooses like a decent bot, so the games must be the same"
    assert faults_of(folders[0]) == []


@pytest.mark.parametrize("mode", MODES)
def test_a_lost_process_is_the_bots_fault_in_every_mode(tmp_path: Path, mode: str) -> None:
    check(tmp_path, "quitting", Kind.DIED, mode)


@pytest.mark.parametrize("name", ["crashing", "quitting", "unborn", pytest.param("greedy", marks=pytest.mark.long)])
def test_the_same_again_on_two_processes(tmp_path: Path, name: str) -> None:
    config = write_config(tmp_path, [name, "decent"], blocks=4, chunk=2)
    one = played(config, tmp_path / "one", 1, limits(name))
    two = played(config, tmp_path / "two", 2, limits(name))
    assert contents(one.folder) == contents(two.folder)


def test_a_lost_process_costs_nobody_else_a_game(tmp_path: Path) -> None:
    config = write_config(tmp_path, ["decent", "sloppy", "killed"], blocks=2)
    folder = played(config, tmp_path / "results").folder
    games = {row["game"]: row for row in Run(folder).table("games").to_pylist()}
    lost = {fault["game"] for fault in faults_of(folder)}
    assert 0 < len(lost) < len(games)
    assert {number for number, row in games.items() if row["ending"] == "rescued"} == lost
    assert {number for number, row in games.items() if row["tainted"]} == lost


def test_a_process_that_escapes_is_found_and_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    escaped = tmp_path / "escaped"
    monkeypatch.setenv(ESCAPED, str(escaped))
    folder, _ = misbehave(tmp_path, "escaping")
    assert misbehave(tmp_path, "escaping")[0] == folder, "the lock was free: the same run was opened again"
    assert [row["decisions"] for row in Run(folder).table("games").to_pylist()] == [6, 6, 6, 6]
    processes = escaped.read_text().split()
    assert len(processes) == 4
    assert not any(Path(f"/proc/{number}").exists() for number in processes)


def test_what_bots_print_and_log_is_in_the_log_once(tmp_path: Path) -> None:
    folder, _ = misbehave(tmp_path, "printing")
    assert (folder / "run.log").read_text().count("bots wrote: look at me") == 1
    folder, faults = misbehave(tmp_path, "logging")
    log = (folder / "run.log").read_text()
    assert "bots wrote: nobody may see this" in log
    assert "ERROR nobody" not in log
    assert faults == []


def test_after_too_many_faults_a_seat_is_benched(tmp_path: Path) -> None:
    config = write_config(tmp_path, ["hopeless", "decent"], blocks=1)
    folder = played(config, tmp_path / "results", sets=["run.max_faults=2"]).folder
    assert [(fault["game"], fault["bot"]) for fault in faults_of(folder)] == [(0, "hopeless")] * 2 + [
        (1, "hopeless")
    ] * 2
    seats = Run(folder).table("seats").to_pylist()
    assert [row["benched"] for row in seats] == [row["bot"] == "hopeless" for row in seats]


def test_a_fault_can_end_the_tournament(tmp_path: Path) -> None:
    config = write_config(tmp_path, ["crashing", "decent"])
    with pytest.raises(
        BotAtFault, match=r"crashing in seat 0 of game 0: crash at decision 2: ValueError: the ink is dry"
    ):
        played(config, tmp_path / "results", sets=["run.on_fault=abort"])


def digests(folder: Path) -> list[int]:
    return [row["digest"] for row in Run(folder).table("games").to_pylist()]
