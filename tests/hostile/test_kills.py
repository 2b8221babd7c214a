"""Processes of a run are killed and stopped at random: the tables are those of a run that nobody disturbs."""

import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import run
from sys import executable
from time import monotonic, sleep
from typing import Final, NamedTuple

import pytest

from tests.hostile.attack import NONE, PROCESS
from tests.hostile.busy import MODES
from tests.hostile.plodding import DONE, Plodding
from tests.hostile.tournament import place
from tests.tourney.tournament import Process, contents, faults_of, only_run, played
from wallenstein.record.read import Run
from wallenstein.table.processes.keeper_line import MODULE
from wallenstein.table.processes.usage import children, is_ending, stat

CONFIG: Final = """
[tourney]
name = "kills"
seed = 5
blocks = {blocks}
players = 3

[game]
name = "toy"

[bots]
{entries}

[run]
isolation = "{mode}"
chunk = 6
limits = {{ start = 10.0, choose = 1.0, memory_mb = 200 }}
"""
NAMES: Final = ("ant", "bee", "cricket")
KINDS: Final = ("command", "worker", "game", "keeper", "loader", "seat")
BETWEEN: Final = 18  # bots whose games must end between two attacks: a bot may be lost twice in a game, no more
PARENT: Final = 1  # the place of the parent's number among what the system tells of a process
BEGAN: Final = 19  # the place of a process's beginning among what the system tells of it
PATIENCE: Final = 240.0  # seconds until something must have happened


class Known(NamedTuple):
    """A process, by its number and when it began."""

    number: int
    began: bytes


def write_config(folder: Path, blocks: int, mode: str) -> Path:
    """A tournament of three plodding bots."""
    entries = "\n".join(f'[[bots.entry]]\nname = "{name}"\nbot = "{place(Plodding)}"' for name in NAMES)
    path = folder / f"{mode}.toml"
    path.write_text(CONFIG.format(blocks=blocks, entries=entries, mode=mode))
    return path


def processes(command: int) -> dict[str, list[int]]:
    """The processes of a run by what they are."""
    workers = children(command)
    below = [child for worker in workers for child in children(worker)]
    keepers = [child for child in below if is_keeper(child)]
    loaders = [child for keeper in keepers for child in children(keeper)]
    seats = [child for loader in loaders for child in children(loader)]
    games = [child for child in below if child not in keepers]
    return dict(zip(KINDS, ([command], workers, games, keepers, loaders, seats), strict=True))


def is_keeper(process: int) -> bool:
    """Whether it starts the processes of bots."""
    with suppress(OSError):
        return MODULE.encode() in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


class Assassin:
    """Runs tournaments and attacks their processes, until it has done so often enough."""

    def __init__(self, config: Path, folder: Path, blocks: int, seed: int) -> None:
        self.config = config
        self.folder = folder
        self.blocks = blocks
        self.random = Random(seed)
        self.attacked: Counter[str] = Counter()
        self.runs: list[Path] = []  # results of finished runs
        self.done = folder / "done"
        self.done.touch()

    def attack(self, often: int) -> None:
        """So many attacks, over as many runs as it takes."""
        while self.attacked.total() < often:
            self.runs.append(self.folder / f"results-{len(self.runs)}")
            while self.one_command(self.runs[-1], often):
                pass

    def one_command(self, results: Path, often: int) -> bool:
        """Runs the command and attacks it; returns whether the same run must go on."""
        process = Process(self.config, results, "--jobs", "2", "--quiet")
        command = process.process.pid
        known: set[Known] = set()
        while process.process.poll() is None:
            if self.attacked.total() < often and self.is_playing(results) and self.waited(process):
                known |= all_known(command)
                self.one_attack(command)
            sleep(0.01)
        code, _, errors = process.end(PATIENCE)
        assert gone(known), "something outlives the run"
        assert code in (0, -signal.SIGKILL), errors
        return code != 0

    def is_playing(self, results: Path) -> bool:
        """Whether the first chunk is done."""
        return any(path.read_bytes().count(b"\n") > 1 for path in results.glob("*/manifest.jsonl"))

    def waited(self, process: Process) -> bool:
        """Waits until enough games of each worker are over; whether the command still runs."""
        before, given_up = Counter(self.done.read_text().split()), monotonic() + PATIENCE
        while process.process.poll() is None:
            found = Counter(self.done.read_text().split())
            workers = [str(one) for one in children(process.process.pid) if children(one)]
            if workers and all(found[one] >= before[one] + BETWEEN for one in workers):
                break
            assert monotonic() < given_up, "the run hangs"
            sleep(0.005)
        sleep(self.random.random() * 0.1)
        return process.process.poll() is None

    def one_attack(self, command: int) -> None:
        """Kills or stops a process of a random kind; the command is only ever killed."""
        found = processes(command)
        kind = self.random.choice([kind for kind in KINDS if found[kind]])
        number = signal.SIGKILL if kind == "command" else self.random.choice((signal.SIGKILL, signal.SIGSTOP))
        victim = self.random.choice(found[kind])
        with suppress(OSError, IndexError):  # it has ended meanwhile
            os.kill(victim, number)
            self.attacked[f"{kind} {number.name}"] += 1
            if int(stat(victim)[PARENT]) == 1:  # its parent had ended, so nobody else will let it go on
                os.kill(victim, signal.SIGCONT)


def all_known(command: int) -> set[Known]:
    """All processes of a run."""
    found: set[Known] = set()
    for process in (one for several in processes(command).values() for one in several):
        with suppress(OSError, IndexError):
            found.add(Known(process, stat(process)[BEGAN]))
    return found


def is_gone(known: Known) -> bool:
    """Whether it has ended; another process may have its number."""
    with suppress(OSError, IndexError):
        return is_ending(known.number) or stat(known.number)[BEGAN] != known.began
    return True


def gone(known: set[Known]) -> bool:
    """Whether all of these processes end."""
    given_up = monotonic() + 60
    while not all(map(is_gone, known)) and monotonic() < given_up:
        sleep(0.02)
    return all(map(is_gone, known))


def check(folder: Path, often: int, blocks: int, seed: int) -> Counter[str]:
    """Attacks, and compares all runs with one that is not disturbed, in which no bot has a process of its own."""
    quiet = contents(played(write_config(folder, blocks, NONE), folder / "quiet").folder)
    assassin = Assassin(write_config(folder, blocks, PROCESS), folder, blocks, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DONE, str(assassin.done))
        assassin.attack(often)
    for results in assassin.runs:
        folder = only_run(results)
        assert Run(folder).manifest.finished
        assert faults_of(folder) == []
        assert contents(folder) == quiet
    return assassin.attacked


@pytest.mark.slow
def test_a_few_attacks(tmp_path: Path) -> None:
    assert check(tmp_path, often=7, blocks=20, seed=3).total() == 7


@pytest.mark.long
def test_a_hundred_attacks(tmp_path: Path) -> None:
    attacked = check(tmp_path, often=100, blocks=120, seed=4)
    assert attacked.total() == 100
    assert len(attacked) >= 10, "every kind of process was killed and stopped"


@pytest.mark.long
@pytest.mark.parametrize("nice", [0, 10])
@pytest.mark.parametrize("mode", MODES)
def test_nobody_is_blamed_on_a_busy_machine(mode: str, nice: int) -> None:
    words = [executable, "-m", "tests.hostile.busy", "--games", "100", "--mode", mode, "--nice", str(nice)]
    done = run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_is_interrupted_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    assassin = Assassin(write_config(tmp_path, 200, PROCESS), tmp_path, 200, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DONE, str(assassin.done))
        process = Process(assassin.config, tmp_path / "results", "--jobs", "2", "--quiet")
        while not assassin.is_playing(tmp_path / "results"):
            sleep(0.01)
        assert assassin.waited(process)
        known = all_known(process.process.pid)
        process.process.send_signal(number)
        process.end(PATIENCE)
    assert len(known) > 6
    assert gone(known)
