"""Verify finds every flipped byte, names the file, and finds games that do not go as recorded."""

from io import BytesIO
from pathlib import Path
from shutil import copytree

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from tests.record.forging import replace_part
from tests.tourney.tournament import played, write_config
from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.record.manifest import FILE
from wallenstein.record.read import Run
from wallenstein.record.verify import check_files, check_games, check_segment
from wallenstein.tourney.verification import Verification, basis_of, verify_run


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("original")
    config = write_config(folder, ("decent", "hanging"), blocks=3)
    return played(config, folder / "results", sets=["run.limits.choose=0.1"]).folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A run that a test may damage."""
    return Path(copytree(original, tmp_path / "results" / original.name))


def report(folder: Path, sample: int | None = None) -> Verification:
    return verify_run(Run(folder), sample, print)


def change(path: Path, column: str, value: pa.Scalar) -> None:
    """Puts one value into every row of a column."""
    table = pq.read_table(path)
    place = table.column_names.index(column)
    changed = table.set_column(place, table.field(place), pa.array([value] * len(table), table.field(place).type))
    pq.write_table(changed, path)


def test_nothing_is_wrong_with_a_run_as_it_was_written(folder: Path) -> None:
    found = report(folder)
    assert (found.problems, found.games, found.parts) == ([], 6, 7)


def test_games_with_time_faults_are_named(folder: Path) -> None:
    assert report(folder).timed == list(range(6))


def test_a_sample_plays_so_many_games(folder: Path) -> None:
    found = [report(folder, games) for games in (2, 100, 0)]
    assert [(each.games, each.problems) for each in found] == [(2, []), (6, []), (0, [])]


def test_any_flipped_byte_in_any_part_is_found_and_named(folder: Path) -> None:
    run = Run(folder)
    for path in sorted((folder / "tables").glob("*/*")):
        data = path.read_bytes()
        for place in range(0, len(data), max(1, len(data) // 25)):
            path.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
            (problem,) = check_files(run)
            assert str(path) in problem
        path.write_bytes(data)
    assert list(check_files(run)) == []


def test_missing_short_and_foreign_files_are_named(folder: Path) -> None:
    games, seats = (folder / "tables" / table / "part-00000.parquet" for table in ("games", "seats"))
    games.unlink()
    seats.write_bytes(seats.read_bytes()[:-1])
    (folder / "tables" / "seats" / "part-00001.parquet").touch()
    (folder / "config.toml").write_text("")
    problems = "\n".join(check_files(Run(folder)))
    assert f"{games}: cannot be read: No such file" in problems
    assert f"{seats}: has {seats.stat().st_size:,} bytes instead of" in problems
    assert "part-00001.parquet: does not belong to this run" in problems
    assert "config.toml: has changed since it was written" in problems
    assert problems.count("\n") == 3


def test_a_damaged_manifest_is_not_trusted(folder: Path) -> None:
    path = folder / FILE
    path.write_bytes(path.read_bytes().replace(b'"games":4', b'"games":5', 1))
    with pytest.raises(FormatError, match=f"{FILE}:2: this line is damaged"):
        Run(folder)


@pytest.mark.parametrize(
    ("table", "column", "value", "said"),
    [
        ("decisions", "choice", b"\x00", "came out differently when it was replayed"),
        ("decisions", "choice", b"\x09", "decision 0 cannot be repeated: T1: a pick is a number"),
        ("decisions", "seat", 1, "decision 0 is pick of seat 1, where the rules ask seat 0"),
        ("games", "digest", 1, "came out differently"),
        ("games", "seed", 5, "games.seed is 5, where the schedule says"),
        ("seats", "score", 99, "its result differs from the table seats"),
        ("turns", "die", 7, "table turns: its rows differ from those of games 0 to 5"),
        ("turns", "luck", "missed", "table turns: its rows differ from those"),
    ],
)
def test_games_that_are_not_as_recorded(folder: Path, table: str, column: str, value: pa.Scalar, said: str) -> None:
    change(folder / "tables" / table / "part-00000.parquet", column, value)
    run = Run(folder)
    problems = list(check_segment(run, basis_of(run), run.segments[0], range(6)))
    assert any(said in problem for problem in problems), problems


@pytest.mark.parametrize(("column", "value"), [("rank", 1), ("win", 0.5), ("benched", False)])
def test_places_are_verified_as_they_count(tmp_path: Path, column: str, value: pa.Scalar) -> None:
    config = write_config(tmp_path, ("good", "hopeless"), blocks=2)
    folder = played(config, tmp_path / "results").folder
    assert report(folder).problems == []
    change(folder / "tables" / "seats" / "part-00000.parquet", column, value)
    run = Run(folder)
    problems = list(check_games(run, basis_of(run), run.segments[0], range(4)))
    assert any("its result differs from the table seats" in problem for problem in problems), problems


def test_decisions_too_many_or_too_few(folder: Path) -> None:
    path = folder / "tables" / "decisions" / "part-00000.parquet"
    table = pq.read_table(path)
    for changed, said in ((table.slice(1), "decision 0 is"), (table.slice(0, 5), "the game is not over"), (
        pa.concat_tables([table.filter(pc.equal(table["game"], 0)), table]), "the game is over after 6 of 12"
    )):  # fmt: skip
        buffer = BytesIO()
        pq.write_table(changed, buffer)
        replace_part(folder, path, buffer.getvalue(), len(changed))
        run = Run(folder)
        assert any(said in problem for problem in check_games(run, basis_of(run), run.segments[0], range(6)))


def test_what_is_no_run_is_refused(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"is not the folder of a run; .*did you mean .*results/toy-"):
        Run(tmp_path / "results")
    with pytest.raises(ConfigError, match=f'known: "{folder.name}"'):
        Run(folder.with_name("elsewhere"))
    with pytest.raises(ConfigError, match=r'there is no table "seat"; did you mean "seats"'):
        Run(folder).table("seat")
    with pytest.raises(ConfigError, match=r"has no game 99; its games are 0 to 5$"):
        Run(folder).segment_with(99)
    stopped = Run(folder)
    stopped.header["games"] = 9
    with pytest.raises(ConfigError, match=r"has no game 7; 6 of the games 0 to 8 are finished$"):
        stopped.segment_with(7)
