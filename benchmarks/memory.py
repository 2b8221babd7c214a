"""Memory of a long tournament: the largest resident size of the parent and of any worker, looked at every second."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep
from typing import Final

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


def main() -> None:
    """Plays the tournament and prints what it needed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "memory.toml"
        config.write_text(CONFIG.format(games=options.games))
        command = [sys.executable, "-m", "wallenstein.cli", "tourney", "--quiet", "--jobs", str(options.jobs)]
        start = perf_counter()
        run = subprocess.Popen([*command, "--config", str(config), "--results", folder], stdout=subprocess.DEVNULL)
        parent = worker = 0.0
        while run.poll() is None:
            parent = max(parent, resident(run.pid))
            worker = max([worker, *map(resident, offspring(run.pid))])
            sleep(1)
        seconds = perf_counter() - start
    print(f"{options.games:,} games on {options.jobs} processes in {seconds:,.0f} s")
    print(f"parent {parent:,.0f} MB, largest worker {worker:,.0f} MB")


if __name__ == "__main__":
    main()
