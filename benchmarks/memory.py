"""Tournaments of growing size: processor time, bytes and files of a game, and the memory of each process."""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import Final, NamedTuple

CONFIG: Final = """
[tourney]
name = "memory"
seed = 1
blocks = {games}
format = "list"
tables = [["random", "random", "random", "random"]]

[bots]
entries = ["random"]
"""
PAUSE: Final = 0.1  # seconds between two looks
MEMORY: Final = {
    "playing": "the command, playing",
    "figures": "the command, summing up",
    "worker": "the largest other process",
}


class Cost(NamedTuple):
    """What a tournament needed: processor seconds of all its processes, what it wrote, and megabytes of memory."""

    games: int
    seconds: float
    size: int
    files: int  # at most at a time
    playing: float  # the command, while games are played
    figures: float  # the command, summing up
    worker: float  # the largest other process

    def micro(self, empty: float) -> float:
        """Microseconds a game; `empty` are the seconds of a run of one game."""
        return 1e6 * (self.seconds - empty) / self.games

    def line(self, empty: float) -> str:
        """The figures as a row of a table."""
        memory = f"{self.playing:,.0f} | {self.figures:,.0f} | {self.worker:,.0f}"
        return (
            f"| {self.games:,} | {self.micro(empty):,.0f} | {self.size / self.games:,.0f} | {self.files:,} | {memory} |"
        )


def resident(process: int) -> float:
    """Megabytes of a process; 0 if it is gone."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def offspring(process: int) -> list[int]:
    """All processes that a process has started, and those that they have."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    except OSError:
        return []
    return children + [grandchild for child in children for grandchild in offspring(child)]


def spent() -> float:
    """Processor seconds of all processes that this one has started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def play(games: int, jobs: int) -> Cost:
    """Plays a tournament and watches it."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "memory.toml"
        config.write_text(CONFIG.format(games=games))
        options = ["--quiet", "--jobs", str(jobs), "--set", "run.report=false"]
        command = [sys.executable, "-m", "wallenstein.cli", "tourney", *options]
        before, files = spent(), 0
        run = subprocess.Popen([*command, "--config", str(config), "--results", folder], stdout=subprocess.DEVNULL)
        playing = figures = worker = 0.0
        while run.poll() is None:
            others = offspring(run.pid)
            if others:
                playing = max(playing, resident(run.pid))
            else:
                figures = max(figures, resident(run.pid))
            worker = max([worker, *map(resident, others)])
            files = max(files, sum(len(names) for _, _, names in os.walk(folder)))  # some vanish meanwhile
            sleep(PAUSE)
        if run.returncode:
            raise SystemExit(run.returncode)
        size = sum(path.stat().st_size for path in Path(folder).glob("*/tables/*/*"))
    return Cost(games, spent() - before, size, files, playing, figures, worker)


def draw(costs: Sequence[Cost], empty: float, path: Path) -> None:
    """What a game costs, and the memory of each process, by the number of games."""
    import matplotlib as mpl  # not needed for the figures
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "wallenstein", "svg.fonttype": "none", "font.size": 9}):
        paper = Figure(figsize=(6.4, 2.8), layout="constrained")
        time, memory = paper.subplots(1, 2)
        games = [cost.games for cost in costs]
        time.plot(games, [cost.micro(empty) for cost in costs], "o-")
        time.set(title="processor time a game, µs", xscale="log", ylim=(0, None), xlabel="games")
        for name, marker in (("playing", "o-"), ("figures", "s--"), ("worker", "^:")):
            memory.plot(games, [getattr(cost, name) for cost in costs], marker, label=MEMORY[name])
        memory.set(title="memory, MB", xscale="log", ylim=(0, None), xlabel="games")
        memory.legend(frameon=False)
        paper.savefig(path, metadata={"Date": None})


def main() -> None:
    """Plays the tournaments, each once, and prints what they needed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--plot", type=Path, help="an SVG file to draw")
    options = parser.parse_args()
    empty = play(1, options.jobs).seconds
    print(f"an empty run: {empty:.2f} processor seconds; four random bots, {options.jobs} jobs, all tables")
    print("| games | µs a game | bytes a game | files, at most | MB playing | MB summing up | MB of a worker |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    costs: list[Cost] = []
    for games in options.games:
        costs.append(play(games, options.jobs))
        print(costs[-1].line(empty), flush=True)
    if options.plot:
        draw(costs, empty, options.plot)


if __name__ == "__main__":
    main()
