"""Time and memory of summing up runs of growing size, whose results are made up: nothing is played."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.tables import Rows, Table
from wallenstein.games import find_game
from wallenstein.record.chunks import ChunkFile
from wallenstein.record.manifest import Manifest
from wallenstein.record.manifest_lines import Chunk, MergedChunks, pack_sums
from wallenstein.record.read import Run
from wallenstein.record.tables import tables_of
from wallenstein.record.write import PartFile, record_type, to_arrow, write_part

CONFIG: Final = """
[tourney]
name = "one"
seed = 1
blocks = 1
format = "list"
tables = [["random", "random", "random", "random"]]

[bots]
entries = ["random"]
"""
PART: Final = 2000  # games of a part
SEATS: Final = 4
SUM_UP: Final = """
import sys
from time import process_time
from wallenstein.record.read import Run
from wallenstein.tourney.figures.run_summary import summarise
began = process_time()
summarise(Run(sys.argv[1]))
status = open("/proc/self/status").read()
print(f"{process_time() - began:.1f} {int(status.partition('VmHWM:')[2].split()[0]) / 1024:,.0f}")
"""


def played(folder: Path) -> Run:
    """A run of one game, whose header the others have."""
    (folder / "one.toml").write_text(CONFIG)
    command = [sys.executable, "-m", "wallenstein.cli", "tourney", "--quiet", "--config", str(folder / "one.toml")]
    subprocess.run([*command, "--results", str(folder / "one")], check=True, stdout=subprocess.DEVNULL)
    return Run(next((folder / "one").iterdir()))


def records(table: Table, rows: int, **columns: Any) -> NDArray[Any]:
    """Rows of a table, with 0 in all other columns."""
    found = np.zeros(rows, record_type(table))
    for name, values in columns.items():
        found[name] = values
    return found


def make_up(folder: Path, header: dict[str, Any], games: int) -> None:
    """Writes a run of so many games, each with a block of its own, random bots of those in the header, and scores."""
    manifest, random = Manifest(folder), np.random.default_rng(1)
    bots = len(header["entries"])
    manifest.begin({**header, "games": games, "chunks": games // PART})
    tables = tables_of(find_game("wallenstein"), header["entries"], header["cells"])
    for number in range(games // PART):
        game = np.arange(number * PART, (number + 1) * PART)
        score = random.integers(10, 60, (PART, SEATS))
        rank = 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)
        each = {"game": np.repeat(game, SEATS), "seat": np.tile(np.arange(SEATS), PART)}
        rows = {
            "games": records(tables["games"], PART, game=game, block=game, cell=-1),
            "seats": records(
                tables["seats"],
                PART * SEATS,
                **each,
                bot=random.integers(0, bots, (PART, SEATS)).ravel(),
                rank=rank.ravel(),
                score=score.ravel(),
                win=rank.ravel() == 1,
            ),
            "faults": records(tables["faults"], 0),
            "timings": records(tables["timings"], PART * SEATS, **each, seconds=0.1, decisions=20),
        }
        parts = tuple(part(folder, number, tables[name], own) for name, own in rows.items())
        sums = pack_sums([(PART * SEATS // bots, PART / bots, PART)] * bots)
        manifest.add_chunk(Chunk(number, number * PART, PART, ChunkFile((("games", PART),), 0, "0"), sums, 0, ()))
        manifest.add_merged(MergedChunks(number, number * PART, PART, parts, (number,)))


def part(folder: Path, number: int, table: Table, rows: NDArray[Any]) -> PartFile:
    """Writes the rows of a table."""
    found = Rows(table)
    found.packed.append(rows.tobytes())
    return write_part(folder, number, to_arrow(found), table, 2)


def main() -> None:
    """Makes up the runs, sums up each in a process of its own, and prints what that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 100_000, 1_000_000, 10_000_000])
    parser.add_argument("--bots", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        header = {**played(Path(folder)).header, "entries": [f"bot-{number}" for number in range(options.bots)]}
        for games in options.games:
            run = Path(folder) / str(games)
            run.mkdir()
            make_up(run, header, games)
            output = subprocess.run([sys.executable, "-c", SUM_UP, run], check=True, capture_output=True, text=True)
            seconds, memory = output.stdout.split()
            print(f"{games:,} games: {seconds} s of a processor, {memory} MB", flush=True)


if __name__ == "__main__":
    main()
