"""What a run costs the process that hands out its chunks, from 10,000 to 10,000,000 games: nothing is played.

Chunks and merged chunks come from a stub that answers at once, for 500 workers; schedule, manifest, grouping and files
of the manifest are real. Prints a row for each size: processor time of a chunk while it is played, of reading the
manifest to resume, and the most memory. With --plot FILE, also draws the last two.

With --dask, the stubs are at two real workers of a local cluster of Dask, and what they make is sent: processor time
includes that of the scheduler, which is in the same process.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time
from typing import Any, Final

from wallenstein.extras.cluster import on_worker
from wallenstein.extras.cluster.bundle import bundle_run
from wallenstein.extras.cluster.dask_executor import DaskExecutor
from wallenstein.extras.cluster.scheduler import SchedulerClient
from wallenstein.extras.cluster.session import SessionResult
from wallenstein.record.chunks import ChunkFile, chunk_name
from wallenstein.record.manifest import Manifest
from wallenstein.record.manifest_lines import Chunk, MergedChunks, pack_sums
from wallenstein.record.merging import Merging
from wallenstein.record.write import PartFile, part_name
from wallenstein.tourney.folder import RunFolder
from wallenstein.tourney.pool import Executor, Task, TaskResult
from wallenstein.tourney.progress import RunTally
from wallenstein.tourney.rounds import Rounds
from wallenstein.tourney.run import Tournament, open_folder, prepare
from wallenstein.tourney.runner import Interrupt, Runner
from wallenstein.tourney.schedule import PlannedChunk, Schedule

WORKERS: Final = 500
PROCESSES: Final = 2  # of Dask, with a thread for each of their share of the workers
A_GAME: Final = 2_900  # bytes in the file of a chunk
MERGED: Final = 187  # and in a part file of each table
SIZES: Final = (10_000, 100_000, 1_000_000, 10_000_000)
CONFIG: Final = """
[tourney]
name = "many"
seed = 1
games = {games}
format = "{format}"

[run]
chunk = {chunk}
"""
BOT: Final = """
[[bots.entry]]
name = "bot-{number}"
bot = "random"
"""
TABLES: Final = ("games", "seats", "decisions", "faults", "plans", "actions", "throws", "seasons", "turns", "counties")


class Stub:
    """Five hundred workers that are done as soon as somebody looks."""

    def __init__(self, schedule: Schedule, entries: int) -> None:
        self.schedule: Final = schedule
        self.entries: Final = entries
        self.room: Final = 2 * WORKERS
        self.given: Final[dict[int, Task]] = {}
        self.number = 0

    def submit(self, task: Task) -> None:
        """Submits a task."""
        self.number += 1
        self.given[self.number] = task

    def finished(self, seconds: float) -> list[TaskResult]:
        """All tasks, the last first."""
        found = [TaskResult(task, self.value_of(task), None) for task in reversed(self.given.values())]
        self.given.clear()
        return found

    def value_of(self, task: Any) -> Chunk | MergedChunks:
        """What comes of a task."""
        if isinstance(task, Merging):
            chunks = tuple(chunk.number for chunk in task.chunks)
            games = sum(chunk.games for chunk in task.chunks)
            parts = tuple(PartFile(name, 4 * games, MERGED * games, "0123456789abcdef") for name in TABLES)
            return MergedChunks(task.group, task.chunks[0].first, games, parts, chunks)
        number = task.number if isinstance(task, PlannedChunk) else task
        cell = self.schedule.cells[0]
        games = min(cell.tables_a_chunk, cell.tables - number * cell.tables_a_chunk) * cell.games_a_seed
        games //= cell.format.tables
        first = number * cell.tables_a_chunk * cell.games_a_seed // cell.format.tables
        file = ChunkFile(tuple((name, 4 * games) for name in TABLES), A_GAME * games, "0123456789abcdef")
        sums = pack_sums([(games * 4 // self.entries, games / self.entries, games * 2)] * self.entries)
        return Chunk(number, first, games, file, sums, 0, ())

    def drop_waiting(self) -> None:
        """There are none."""

    def under_way(self) -> list[Task]:
        """The tasks that were not asked for yet."""
        return list(self.given.values())

    def stop(self) -> None:
        """Nothing is running."""


class StubSessions:
    """What is on a worker of Dask instead of the processes that play: it has made every task already."""

    def __init__(self, stub: Stub) -> None:
        self.stub: Final = stub

    def do(self, task: Any, _files: Mapping[str, bytes]) -> SessionResult:
        """Files of the usual size, which cannot be squeezed."""
        value = self.stub.value_of(task)
        if isinstance(value, Chunk):
            return SessionResult(value, {chunk_name(value.number): os.urandom(value.file.size)}, [])
        parts = {part_name(part.table, value.number): os.urandom(part.size) for part in value.parts}
        return SessionResult(value, parts, [])

    def end(self) -> None:
        """Nothing is running."""


def place_stubs(stub: Stub) -> None:
    """Has a worker use a stub for all runs."""
    setattr(on_worker, "WorkerSessions", lambda _bundle, _above: StubSessions(stub))  # noqa: B010


def cluster_of_stubs(tournament: Tournament, run: RunFolder, stub: Stub) -> DaskExecutor:
    """The executor that a run with Dask has; its workers do everything but play."""
    from distributed import LocalCluster

    cluster = LocalCluster(n_workers=PROCESSES, threads_per_worker=WORKERS // PROCESSES, dashboard_address=None)
    connection = SchedulerClient(cluster.scheduler_address, run.path)
    connection.cluster = cluster  # is closed with it
    connection.client.run(place_stubs, stub)
    return DaskExecutor(connection, bundle_run(tournament).packed(), run.path, print)


def nothing() -> None:
    """Nothing is to be done meanwhile."""


def coordinated(options: argparse.Namespace, folder: Path) -> str:
    """Plays one run, and returns its figures."""
    (games,), dask, file = options.sizes, options.dask, folder / "many.toml"
    bots = (BOT.format(number=number) for number in range(options.bots))
    file.write_text(CONFIG.format(games=games, format=options.format, chunk=options.chunk) + "".join(bots))
    tournament = prepare(file, [], folder)
    run = open_folder(tournament, folder, fresh=False)
    schedule = tournament.schedule
    stub = Stub(schedule, len(tournament.config.entry_names))
    executor: Executor = cluster_of_stubs(tournament, run, stub) if dask else stub
    began, clock = process_time(), perf_counter()
    runner = Runner(run, schedule, Rounds(schedule, {}), RunTally(schedule.total, tournament.config.entry_names))
    with Interrupt() as interrupt:
        assert runner.play(executor, interrupt, nothing)
    played, waited = process_time() - began, perf_counter() - clock
    most = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    began = process_time()
    manifest = Manifest(run.path)
    read = process_time() - began
    assert len(manifest.chunks) == schedule.chunks
    size = manifest.file.stat().st_size
    a_chunk = 1000 * played / schedule.chunks
    return f"{games},{schedule.chunks},{played:.2f},{a_chunk:.3f},{waited:.1f},{read:.2f},{size / 2**20:.1f},{most:.0f}"


HEAD: Final = "games,chunks,processor seconds,ms a chunk,seconds,seconds to read,manifest MB,memory MB"


def draw(rows: Sequence[Sequence[float]], file: Path) -> None:
    """Time and memory against the number of games."""
    from matplotlib.figure import Figure

    games = [row[0] for row in rows]
    figure = Figure(figsize=(8, 3.2), layout="constrained")
    time, memory = figure.subplots(1, 2)
    time.loglog(games, [max(row[2], 0.01) for row in rows], "o-", color="#1f5a96", label="handing out")
    time.loglog(games, [max(row[5], 0.01) for row in rows], "s--", color="#b4451f", label="reading, to resume")
    time.set(xlabel="games", ylabel="seconds of a processor", title="Time")
    time.legend(frameon=False)
    memory.semilogx(games, [row[7] for row in rows], "o-", color="#1f5a96")
    memory.set(xlabel="games", ylabel="MB at most", title="Memory", ylim=(0, None))
    for axes in (time, memory):
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=110)


def main(arguments: Sequence[str]) -> None:
    """Each size in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--format", default="round-robin")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--chunk", type=int, default=200, help="games of a chunk")
    parser.add_argument("--bots", type=int, default=5)
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one:
        with tempfile.TemporaryDirectory() as folder:
            print(coordinated(options, Path(folder)))
        return
    lines = [HEAD]
    print(HEAD, flush=True)
    for size in options.sizes:
        command = [sys.executable, __file__, "--one", "--format", options.format, "--chunk", str(options.chunk)]
        command += ["--bots", str(options.bots), *["--dask"] * options.dask, str(size)]
        lines.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
        print(lines[-1], flush=True)
    if options.plot:
        draw([[float(value) for value in line.split(",")] for line in lines[1:]], options.plot)


if __name__ == "__main__":
    main(sys.argv[1:])
