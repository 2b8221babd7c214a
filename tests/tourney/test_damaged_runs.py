"""Whatever lies in a run's folder, every command that reads it ends in an answer or in one sentence.

Manifests, parts and figures are changed at random, with hashes that are right, as nobody does by accident.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, Final

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from tests.record.forging import REMOVED, forge, lines_of, replace_part, write_lines
from tests.tourney.tournament import played, write_config
from wallenstein import analysis
from wallenstein.cli import main
from wallenstein.core.errors import WallensteinError

pytestmark = pytest.mark.slow

JUNK: Final[tuple[Any, ...]] = (
    *(None, True, 0, 1, -1, 2**31, 2**64, 10**400, 0.5, -1e300, "", "a", "../../etc", "x" * 5000, "\x1b[31m"),
    *([], [[]], [1], ["a", 2], {}, {"a": 1}, {"": {"": []}}),
)
BYTES: Final = (b"", b"PAR1", b"PAR1" * 100, b"{}", b"[" * 50_000, bytes(range(256)) * 40)
CODES: Final = (0, 1, 2)  # as documented: fine, not as recorded, not a run


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run with two cells, and its configuration beside the results."""
    folder = tmp_path_factory.mktemp("original")
    config = write_config(folder, ("decent", "crashing"), blocks=2)
    played(config, folder / "results", sets=["matrix.game=[{rounds = 2}, {rounds = 4}]"])
    return folder


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    items = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    return [path, *(place for key, item in items for place in places(item, (*path, key)))]


def mutated(value: Any, random: Random) -> Any:
    """A document with junk in one place, or a key or item less."""
    place = random.choice(places(value))
    if not place:
        return random.choice(JUNK)
    changed = json.loads(json.dumps(value))
    outer = changed
    for key in place[:-1]:
        outer = outer[key]
    if random.random() < 0.3:
        del outer[place[-1]]
    else:
        outer[place[-1]] = random.choice(JUNK)
    return changed


def in_manifest(folder: Path, random: Random) -> None:
    lines: list[Any] = lines_of(folder)
    at = random.randrange(len(lines))
    changed = mutated(lines[at], random)
    if isinstance(changed, dict):
        write_lines(folder, [*lines[:at], changed, *lines[at + 1 :]])


def in_values(folder: Path, random: Random) -> None:
    table = random.choice(sorted((folder / "tables").iterdir()))
    rows = pq.read_table(next(table.iterdir()))
    column = random.choice(rows.column_names)
    row = random.randrange(max(1, len(rows)))
    value = REMOVED if random.random() < 0.2 else random.choice((*JUNK, "other", 3, -128, 127, float("nan"), b"\xff"))
    with suppress(TypeError, ValueError, OverflowError, LookupError, ArithmeticError):  # no value of that column
        forge(folder, table.name, column, value, row)


def in_bytes(folder: Path, random: Random) -> None:
    parts = sorted((folder / "tables").glob("*/*"))
    part = random.choice(parts)
    data = part.read_bytes()
    kind = random.randrange(4)
    if kind == 0:
        data = random.choice(BYTES)
    elif kind == 1:
        data = data[: random.randrange(len(data))]
    elif kind == 2:
        data = random.choice(parts).read_bytes()  # another table
    else:
        changed = bytearray(data)
        for _ in range(3):
            changed[random.randrange(len(data))] = random.randrange(256)
        data = bytes(changed)
    replace_part(folder, part, data)


def in_figures(folder: Path, random: Random) -> None:
    path = folder / random.choice(("summary.json", "config.toml"))
    if path.suffix == ".json" and random.random() < 0.5:
        path.write_text(json.dumps(mutated(json.loads(path.read_text()), random)))
    else:
        path.write_bytes(random.choice((*BYTES, path.read_bytes()[: random.randrange(99)])))


def check(folder: Path, base: Path) -> None:
    """Every command that reads the run."""
    resume = ("tourney", base / "toy.toml", "--results", folder.parent, "--quiet", "--jobs", 1)
    matrix = ("--set", "matrix.game=[{rounds = 2}, {rounds = 4}]")
    commands: list[tuple[object, ...]] = [("standings", folder), ("compare", folder), ("verify", folder)]
    commands += [("record", folder, 0), ("standings", "--json", folder, folder), (*resume, *matrix)]
    for words in commands:
        result = CliRunner().invoke(main, [str(word) for word in words])
        told = f"{words}: {result.output} {result.exception!r}"
        assert result.exception is None or isinstance(result.exception, SystemExit), told
        assert result.exit_code in CODES, told
        if result.exit_code == 2:
            lines = result.stderr.splitlines()
            assert lines, told
            assert all(line.isprintable() and len(line) < 2500 for line in lines), told
    with suppress(WallensteinError):
        frames = analysis.load(folder)
        for table in frames.tables:
            assert "game" in getattr(frames, table).columns, f"{table} does not say which game its rows are of"


WAYS: Final[dict[str, tuple[Callable[[Path, Random], None], int]]] = {
    "manifest": (in_manifest, 40),
    "values": (in_values, 25),
    "bytes": (in_bytes, 12),
    "figures": (in_figures, 8),
}


def damage(original: Path, tmp_path: Path, way: str, seeds: range) -> None:
    """Damages copies of the run in this way, a seed each, and reads them."""
    change = WAYS[way][0]
    (run,) = (original / "results").iterdir()
    for seed in seeds:
        folder = Path(copytree(run, tmp_path / str(seed) / run.name))
        change(folder, Random(seed))
        check(folder, original)


@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_run_ends_in_a_sentence(original: Path, tmp_path: Path, way: str) -> None:
    damage(original, tmp_path, way, range(WAYS[way][1] // 2))


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_many_damaged_runs_end_in_a_sentence(original: Path, tmp_path: Path, way: str) -> None:
    damage(original, tmp_path, way, range(1000, 1000 + 10 * WAYS[way][1]))
