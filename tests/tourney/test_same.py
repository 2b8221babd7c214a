"""The same configuration gives the same tables, however it is run."""

from contextlib import suppress
from pathlib import Path
from subprocess import TimeoutExpired

import pytest

from tests.tourney.tournament import Process, contents, only_run, played, write_config
from wallenstein.record.read import Run
from wallenstein.tourney.verification import verify_run

pytestmark = pytest.mark.slow

BOTS = ("decent", "sloppy", "crashing", "slow")


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_config(tmp_path_factory.mktemp("config"), BOTS, blocks=8, chunk=6)


@pytest.fixture(scope="module")
def reference(config: Path) -> dict[str, bytes]:
    """What one process writes when nobody disturbs it."""
    return contents(played(config, config.parent / "reference").folder)


@pytest.mark.parametrize("jobs", [2, 4])
def test_for_any_number_of_processes(config: Path, reference: dict[str, bytes], tmp_path: Path, jobs: int) -> None:
    assert contents(played(config, tmp_path, jobs).folder) == reference


def test_with_other_hashes_of_strings(config: Path, reference: dict[str, bytes], tmp_path: Path) -> None:
    process = Process(config, tmp_path, "--jobs", "2", "--quiet")
    code, _, errors = process.end()
    assert (code, errors) == (0, "")
    assert contents(only_run(tmp_path)) == reference


@pytest.mark.parametrize("lines", [4, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2, 9, 16))])
def test_killed_and_resumed(config: Path, reference: dict[str, bytes], tmp_path: Path, lines: int) -> None:
    process = Process(config, tmp_path, "--jobs", "2", hold=lines)
    assert process.wait_for_lines(lines)
    process.process.kill()
    process.end()
    assert process.left_behind() == []
    assert not Run(only_run(tmp_path)).manifest.finished
    code, _, errors = Process(config, tmp_path, "--jobs", "2").end()
    assert code == 0, errors
    assert contents(only_run(tmp_path)) == reference


@pytest.mark.long
def test_killed_again_and_again(config: Path, reference: dict[str, bytes], tmp_path: Path) -> None:
    for tenths in range(6, 40):
        process = Process(config, tmp_path, "--jobs", "2", "--quiet")
        with suppress(TimeoutExpired):
            process.process.wait(tenths / 10 % 1.7 + 0.4)
        process.process.kill()
        process.end()
        assert process.left_behind() == []
        if (found := list(tmp_path.glob("*/manifest.jsonl"))) and Run(found[0].parent).manifest.finished:
            break
    assert Process(config, tmp_path, "--quiet").end()[0] == 0
    assert contents(only_run(tmp_path)) == reference


@pytest.mark.long
def test_leftovers_of_any_kind_are_removed(config: Path, reference: dict[str, bytes], tmp_path: Path) -> None:
    process = Process(config, tmp_path, "--jobs", "2", hold=4)
    assert process.wait_for_lines(4)
    process.process.kill()
    process.end()
    assert process.left_behind() == []
    folder = only_run(tmp_path)
    (folder / "chunks" / "00015.arrows.zst").write_bytes(b"half of a chu")
    (folder / "tables" / "games").mkdir(parents=True)
    for name in ("part-00000.parquet", "part-00000.parquet.unfinished"):
        (folder / "tables" / "games" / name).write_bytes(b"PAR1")
    with (folder / "manifest.jsonl").open("ab") as manifest:
        manifest.write(b'{"chunk":{"number":5,"fir')
    assert contents(played(config, tmp_path).folder) == reference


def test_what_is_written_can_be_played_again(config: Path, tmp_path: Path) -> None:
    run = Run(played(config, tmp_path).folder)
    report = verify_run(run, None, print)
    assert report.problems == []
    assert report.games == run.games == 96
    assert report.parts == 7
