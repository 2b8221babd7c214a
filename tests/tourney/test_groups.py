"""Chunks are merged while the run goes on: the same part files however it is run, and whenever it is killed."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.record.forging import lines_of, write_lines
from tests.tourney.test_order import Shuffled
from tests.tourney.test_resume import unfinished
from tests.tourney.test_rounds import DUEL
from tests.tourney.tournament import COMMAND, Process, contents, only_run, played, write_config
from wallenstein.core.errors import FormatError
from wallenstein.record import manifest, merging
from wallenstein.record.read import Run
from wallenstein.record.write import write_part
from wallenstein.tourney.folder import RunFolder
from wallenstein.tourney.runner import Stopped
from wallenstein.tourney.verification import verify_run

pytestmark = pytest.mark.slow

GAMES = 12  # of a group: three chunks
SMALL = f"from wallenstein.record import merging; merging.GAMES = {GAMES}; {COMMAND}"


@pytest.fixture(autouse=True)
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "GAMES", GAMES)
    monkeypatch.setattr("tests.tourney.tournament.COMMAND", SMALL)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path, blocks=16)  # 32 games: two whole groups, and one of two chunks


@pytest.fixture
def whole(config: Path, tmp_path: Path) -> dict[str, bytes]:
    """What a run leaves that nobody disturbs."""
    return contents(played(config, tmp_path / "whole").folder)


def test_groups_are_merged_before_all_is_played(config: Path, whole: dict[str, bytes], tmp_path: Path) -> None:
    unfinished(config, tmp_path / "results", 5)
    folder = only_run(tmp_path / "results")
    run = Run(folder)
    assert [merged.chunks for merged in run.manifest.merged.values()] == [(0, 1, 2)]
    assert run.games == 20
    assert sorted(path.name for path in (folder / "chunks").iterdir()) == ["00003.arrows.zst", "00004.arrows.zst"]
    assert verify_run(run, None, print).problems == []
    assert run.table("games")["game"].to_pylist() == list(range(20))
    finished = played(config, tmp_path / "results", jobs=2).folder
    assert contents(finished) == whole
    assert sorted(path.name for path in (finished / "tables" / "games").iterdir()) == [
        f"part-0000{number}.parquet" for number in range(3)
    ]
    assert not (finished / "chunks").exists()


def test_a_chunk_that_is_damaged_beside_merged_ones_is_told_and_played_again(
    config: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    unfinished(config, tmp_path / "results", 5)
    folder = only_run(tmp_path / "results")
    path = folder / "chunks" / "00004.arrows.zst"
    path.write_bytes(path.read_bytes()[:-3])
    (problem,) = verify_run(Run(folder), None, print).problems
    assert problem.startswith(f"{path}: has ")
    assert contents(played(config, tmp_path / "results").folder) == whole


def test_a_part_that_a_power_cut_has_damaged_is_played_again(
    config: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    unfinished(config, tmp_path / "results", 5)
    path = only_run(tmp_path / "results") / "tables" / "seats" / "part-00000.parquet"
    path.write_bytes(bytes(path.stat().st_size))
    unfinished(config, tmp_path / "results", 6)
    assert contents(played(config, tmp_path / "results").folder) == whole


def test_a_finished_run_is_on_the_disk(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: set[str] = set()

    def sync(path: Path) -> None:
        assert not any("finished" in line for line in lines_of(only_run(tmp_path)))
        synced.add(path.name)

    monkeypatch.setattr("wallenstein.tourney.folder.sync", sync)
    tables = played(config, tmp_path).folder / "tables"
    assert synced == {path.name for path in tables.rglob("*")}


def torn_write(at: int) -> Callable[..., Any]:
    """The writing of parts, which fails at this one."""
    count = 0

    def write(*args: Any) -> Any:
        nonlocal count
        count += 1
        if count == at:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write_part(*args)

    return write


@pytest.mark.parametrize("at", [1, 4, pytest.param(6, marks=pytest.mark.long), pytest.param(9, marks=pytest.mark.long)])
def test_a_run_that_is_stopped_within_a_merge_goes_on(
    config: Path, whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    monkeypatch.setattr(merging, "write_part", torn_write(at))
    with pytest.raises(Stopped, match="No space left"):
        played(config, tmp_path / "results")
    monkeypatch.setattr(merging, "write_part", write_part)
    assert verify_run(Run(only_run(tmp_path / "results")), None, print).problems == []
    assert contents(played(config, tmp_path / "results").folder) == whole


@pytest.mark.parametrize("place", [(manifest.Manifest, "add_merged"), (RunFolder, "drop_chunks")])
def test_a_run_that_ends_between_a_merge_and_what_follows_goes_on(
    config: Path, whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: tuple[type, str]
) -> None:
    def end(*args: object) -> None:
        raise SystemError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(*place, end)
        with pytest.raises(SystemError):
            played(config, tmp_path / "results")
    folder = only_run(tmp_path / "results")
    run = Run(folder)
    assert len(list((folder / "chunks").iterdir())) >= 3
    assert verify_run(run, None, print).problems == []
    assert contents(played(config, tmp_path / "results").folder) == whole


@pytest.mark.parametrize("lines", [6, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4, 5, 7, 8, 9))])
def test_killed_while_chunks_are_merged(tmp_path: Path, lines: int) -> None:
    config = write_config(tmp_path, ("slow", "decent"), blocks=16)
    process = Process(config, tmp_path / "results", "--jobs", "2", hold=lines)
    assert process.wait_for_lines(lines)
    process.process.kill()
    process.end()
    assert process.left_behind() == []
    folder = only_run(tmp_path / "results")
    run = Run(folder)
    assert not run.manifest.finished
    assert verify_run(run, None, print).problems == []
    code, _, errors = Process(config, tmp_path / "results", "--jobs", "2").end()
    assert code == 0, errors
    assert contents(folder) == contents(played(config, tmp_path / "whole").folder)


@pytest.mark.parametrize("sets", [["tourney.blocks=30"], DUEL], ids=["round-robin", "duel"])
def test_any_order_gives_the_same_part_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sets: list[str]) -> None:
    config = write_config(tmp_path, ("good", "bad"), blocks=60)
    straight = played(config, tmp_path / "straight", sets=sets).folder
    assert len(list((straight / "tables" / "games").iterdir())) > 1
    monkeypatch.setattr("wallenstein.tourney.run.LocalPool", Shuffled)
    for seed in range(3):
        monkeypatch.setattr(Shuffled, "seed", seed)
        assert contents(played(config, tmp_path / f"mixed-{seed}", sets=sets).folder) == contents(straight)


def test_chunks_that_were_merged_otherwise_are_refused(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an earlier version did, which merged them when all were played, a thousand games together."""
    folder = played(config, tmp_path / "results").folder
    write_lines(folder, [line for line in lines_of(folder) if "finished" not in line])
    assert verify_run(Run(folder), None, print).problems == []
    (folder / "summary.json").unlink()
    monkeypatch.setattr(merging, "GAMES", 2000)
    with pytest.raises(FormatError, match="the merged chunks 0 are not a group"):
        played(config, tmp_path / "results")
    monkeypatch.setattr(merging, "GAMES", GAMES)
    assert played(config, tmp_path / "results").finished
