"""How many blocks a test needs: on wins, on the lead in points, and on a blend of wins, ranks and lead.

python benchmarks/measures.py [--blocks 60] [--jobs 1]

Each pair of bots plays a duel, with all splits of the seats on each seed. A measure of a block is between 0 and 1, and
0.5 for equal bots; its scale is fixed beforehand. A test needs blocks in proportion to (deviation / distance from
0.5)², whatever its errors. The table shows the blocks of wins divided by those of the measure: 1.5 saves a third of the
games. Intervals are from 1,000 draws of blocks.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from numpy.typing import NDArray

import wallenstein

Floats = NDArray[np.float64]
PAIRS: Final = {
    "wallenstein": ("settler-miller", "warlord-settler", "regent-warlord", "regent-settler"),
    "sixteen-thirty": ("broker-banker",),
}
LEAD: Final = {"wallenstein": 20.0, "sixteen-thirty": 20.0}  # points at which a lead counts in full
DRAWS: Final = 1000


def measures(better: str, worse: str, game: str, blocks: int, jobs: int, folder: Path) -> Floats:
    """Blocks x (wins, lead, blend) of the first bot of a duel."""
    tables = {
        "game": {"name": game},
        "tourney": {"seed": 1, "blocks": blocks, "format": "duel", "players": 4, "candidate": better},
        "bots": {"entries": [better, worse]},
        "log": {"tables": []},
        "run": {"report": False},
    }
    run = wallenstein.run(tables, results=folder, jobs=jobs)
    seats = run.frames.read("seats", ["seed", "game", "bot", "win", "rank", "score"])
    seats["own"] = seats["bot"].astype(str) == better
    own, other = (seats[seats["own"] == which].groupby(["seed", "game"]) for which in (True, False))
    lead = ((own["score"].mean() - other["score"].mean()) / LEAD[game]).clip(-1, 1)
    ahead = (other["rank"].mean() - own["rank"].mean()) / 2  # ranks 1 and 2 against 3 and 4 are all of it
    each = np.column_stack([own["win"].sum(), (1 + lead) / 2, (1 + ahead) / 2]).reshape(blocks, -1, 3)
    by_block: Floats = each.mean(axis=1)
    return np.column_stack([by_block[:, :2], by_block.mean(axis=1)])


def saved(found: Floats) -> Floats:
    """The blocks that wins need, divided by those of the other measures."""
    size = ((found.mean(axis=0) - 0.5) / found.std(axis=0, ddof=1)) ** 2
    return np.asarray(size[1:] / size[0])


def rows(blocks: int, jobs: int) -> Iterator[str]:
    rng = np.random.default_rng(1)
    for game, pairs in PAIRS.items():
        for pair in pairs:
            with TemporaryDirectory() as folder:
                better, worse = pair.split("-")
                found = measures(better, worse, game, blocks, jobs, Path(folder))
            draws = [saved(found[rng.integers(0, len(found), len(found))]) for _ in range(DRAWS)]
            ends = np.quantile(draws, [0.025, 0.975], axis=0).T
            each = [
                f"{value:.2f} ({low:.2f} to {high:.2f})" for value, (low, high) in zip(saved(found), ends, strict=True)
            ]
            yield f"| {pair.replace('-', ' / ')} | {found[:, 0].mean():.0%} | {' | '.join(each)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=60, help="the number of seeds; six games each")
    parser.add_argument("--jobs", type=int, default=1, help="the number of processes")
    chosen = parser.parse_args()
    print("| duel | wins | lead | blend |\n| --- | ---: | ---: | ---: |")
    for row in rows(chosen.blocks, chosen.jobs):
        print(row, flush=True)
