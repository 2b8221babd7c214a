"""Time and memory of the report of a large run: a small one is played, and its rows are repeated with other numbers."""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa

from wallenstein.games import find_game
from wallenstein.record.chunks import ChunkFile
from wallenstein.record.manifest import Manifest
from wallenstein.record.manifest_lines import Chunk, MergedChunks, pack_sums
from wallenstein.record.read import Run
from wallenstein.record.tables import tables_of
from wallenstein.record.write import write_part

CONFIG: Final = Path(__file__).parents[1] / "configs" / "quickstart.toml"
PART: Final = 2000  # games of a part
LEFT_OUT: Final = ("decisions", "plans")  # no report reads them
REPORT: Final = """
import sys
from time import process_time
from wallenstein.record.read import Run
from wallenstein.report.html.page import write_report
began = process_time()
page = write_report(Run(sys.argv[1]))
status = open("/proc/self/status").read()
memory = int(status.partition("VmHWM:")[2].split()[0]) / 1024
print(f"{process_time() - began:.1f} s of a processor, {memory:,.0f} MB, a page of {page.stat().st_size / 1e6:.2f} MB")
"""


def played(folder: Path) -> Run:
    """A run of 200 games."""
    command = [sys.executable, "-m", "wallenstein.cli", "tourney", "--quiet", str(CONFIG), "--results", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return Run(next(folder.glob("*/manifest.jsonl")).parent)


def shifted(rows: pa.Table, step: Mapping[str, int]) -> pa.Table:
    """The rows with other numbers of games and blocks."""
    for name in filter(rows.column_names.__contains__, step):
        values = np.asarray(rows[name]) + np.int32(step[name])
        rows = rows.set_column(rows.column_names.index(name), name, pa.array(values, rows[name].type))
    return rows


def repeated(rows: pa.Table, times: int, step: Mapping[str, int]) -> pa.Table:
    """The rows so many times, each time with new numbers."""
    copies = [shifted(rows, {name: time * by for name, by in step.items()}) for time in range(times)]
    return pa.concat_tables(copies).unify_dictionaries().combine_chunks()


def multiply(small: Run, folder: Path, games: int) -> None:
    """Writes a run with the small one's rows again and again."""
    header, manifest = small.header, Manifest(folder)
    manifest.begin({**header, "games": games, "chunks": games // PART})
    (folder / "config.toml").write_bytes((small.folder / "config.toml").read_bytes())
    tables = tables_of(find_game("wallenstein"), header["entries"], header["cells"])
    blocks = 1 + int(small.arrays("games", {"block": ()})["block"].max())
    names = [name for name in small.tables if name not in LEFT_OUT]
    step = {"game": small.games, "block": blocks}
    wide = {name: repeated(small.table(name), PART // small.games, step) for name in names}
    for number in range(games // PART):
        later = {"game": number * PART, "block": number * blocks * PART // small.games}
        parts = []
        for name, rows in wide.items():
            moved = shifted(rows, later)
            parts.append(write_part(folder, number, moved, tables[name], header["schema"]))
        file = ChunkFile((("games", PART),), 0, "0")
        sums = pack_sums((PART, 0.0, PART) for _ in header["entries"])
        manifest.add_chunk(Chunk(number, number * PART, PART, file, sums, 0, ()))
        manifest.add_merged(MergedChunks(number, number * PART, PART, tuple(parts), (number,)))


def main() -> None:
    """Makes up the runs, reports each in a process of its own, and prints what that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[2_000, 10_000, 100_000])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        small = played(Path(folder) / "small")
        for games in options.games:
            run = Path(folder) / str(games)
            run.mkdir()
            multiply(small, run, games)
            output = subprocess.run([sys.executable, "-c", REPORT, run], check=True, capture_output=True, text=True)
            print(f"{games:,} games: {output.stdout.strip()}", flush=True)


if __name__ == "__main__":
    main()
