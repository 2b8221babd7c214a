"""Speed of tournaments, measured in one run: logging, processes, start of the command line, and a peer."""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

from peers import Absent, catanatron

CONFIG: Final = """
[tourney]
name = "speed"
seed = 1
blocks = {blocks}
format = "list"
tables = [{table}]

[bots]
entries = {entries}

[run]
jobs = {jobs}
report = false

[log]
tables = {tables}
"""
TABLES: Final = {
    "random": ["random"] * 4,
    "reference": ["regent", "warlord", "miller", "settler"],
}
ALL: Final = '"all"'
NONE: Final = "[]"


class Took(NamedTuple):
    """How long a command took, and how long processors worked for it; the latter is less noisy."""

    seconds: float
    worked: float

    def __sub__(self, other: "Took") -> "Took":
        return Took(self.seconds - other.seconds, self.worked - other.worked)


def worked() -> float:
    """Processor seconds of all commands that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def tourney(folder: Path, name: str, table: list[str], blocks: int, jobs: int, tables: str) -> Took:
    """How long a tournament takes from the command to its standings."""
    config = folder / f"{name}.toml"
    entries = sorted(set(table))
    config.write_text(
        CONFIG.format(blocks=blocks, table=quoted(table), entries=quoted(entries), jobs=jobs, tables=tables)
    )
    command = [sys.executable, "-m", "wallenstein.cli", "tourney", "--quiet", "--config", str(config)]
    start, before = perf_counter(), worked()
    subprocess.run([*command, "--results", str(folder / name)], check=True, stdout=subprocess.DEVNULL)
    return Took(perf_counter() - start, worked() - before)


def quoted(names: list[str]) -> str:
    """A TOML list of strings."""
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def rotations(table: list[str]) -> int:
    """How many games a block of this table has: rotations that look the same are played once."""
    return len({tuple(table[place:] + table[:place]) for place in range(len(table))})


def size_of(folder: Path) -> int:
    """Bytes of all part files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*.parquet") if "tables" in path.parts)


def compare(folder: Path, table: str, blocks: int, rounds: int) -> float:
    """Logged against unlogged and two processes against one, the runs taking turns.

    Returns the seconds of a processor that a game takes with two processes and all tables.
    """
    seats = TABLES[table]
    games = blocks * rotations(seats)
    empty, logged, unlogged, parallel = [], [], [], []
    for turn in range(rounds):
        empty.append(tourney(folder, f"{table}-empty-{turn}", seats, 1, 1, ALL))
        unlogged.append(tourney(folder, f"{table}-unlogged-{turn}", seats, blocks, 1, NONE))
        logged.append(tourney(folder, f"{table}-logged-{turn}", seats, blocks, 1, ALL))
        parallel.append(tourney(folder, f"{table}-parallel-{turn}", seats, blocks, 2, ALL))
    start = Took(*(median(each) for each in zip(*empty, strict=True)))
    extra = median((a - start).worked / (b - start).worked for a, b in zip(logged, unlogged, strict=True))
    faster = median((a - start).seconds / (b - start).seconds for a, b in zip(logged, parallel, strict=True))
    size = size_of(folder / f"{table}-logged-0") / games
    print(f"{table} bots, {games:,} games, {rounds} rounds; starting and ending a run takes {start.seconds:.2f} s,")
    print(f"  {start.worked:.2f} s of them on a processor")
    for name, times, remark in (
        ("one process, all tables", logged, ""),
        ("one process, no log", unlogged, f"; the log costs {extra - 1:+.0%}"),
        ("two processes, all tables", parallel, f"; {faster:.2f} times one"),
    ):
        own = [each - start for each in times]
        speed, cost = games / median(each.seconds for each in own), median(each.worked for each in own) / games
        print(f"  {name:26s} {speed:10,.1f} games/s, {1e6 * cost:8,.0f} µs of a processor a game{remark}")
    print(f"  {size:,.0f} bytes a game for all tables")
    return median((each - start).worked for each in parallel) / games


def help_time(rounds: int = 9) -> float:
    """Milliseconds of `wallenstein --help`."""

    def once() -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-m", "wallenstein.cli", "--help"], check=True, stdout=subprocess.DEVNULL)
        return perf_counter() - start

    return 1000 * median(once() for _ in range(rounds))


def peer(seconds: float, cost: float) -> None:
    """Catanatron's games in one process; its package on the registry has no command line to write Parquet with.

    `cost`: the seconds of a processor that a game of ours takes with two processes and all tables.
    """
    try:
        speed = catanatron(seconds)
        print(speed.sentence() + ", one process, nothing logged")
        print(
            f"  two processors play {2 / cost / speed.games_per_second:.1f} times as many of ours, all tables written"
        )
    except Absent as reason:
        print(reason)
        return
    if find_spec("catanatron.cli") is None:
        print("Catanatron's command line with Parquet output is not in its package; it was not measured")


def main() -> None:
    """Prints all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="of random bots; reference bots play a tenth as many")
    parser.add_argument("--rounds", type=int, default=3, help="how often the runs take turns")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores")
    print(f"wallenstein --help: {help_time():.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        cost = compare(Path(folder), "random", options.games, options.rounds)
        compare(Path(folder), "reference", max(1, options.games // 40), options.rounds)
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"largest process: {children / 1024:,.0f} MB")
    peer(5.0, cost)


if __name__ == "__main__":
    main()
