"""Runs whose results are in a store: the same bytes as on a disk, whatever happens to the store or to who writes."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner

from tests.record.s3_server import BUCKET, CUT, HANGS, LOST, Faults, s3_server
from tests.tourney.test_resume import Enough
from tests.tourney.tournament import contents, played, played_at, write_config
from wallenstein import analysis
from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.extras.stores import run_folder
from wallenstein.extras.stores import run_folder as leases
from wallenstein.extras.stores.run_folder import Lease, LeaseLost, StoredRunFolder
from wallenstein.record import merging
from wallenstein.record.location import Location, sizes_below
from wallenstein.record.manifest import Appended
from wallenstein.record.objects import ObjectPath
from wallenstein.record.read import Run
from wallenstein.tourney.run import open_folder, play_tournament, prepare
from wallenstein.tourney.runner import Stopped
from wallenstein.tourney.verification import verify_run

pytestmark = pytest.mark.slow

BLOCKS = 14  # in chunks of four games


@pytest.fixture
def store() -> ObjectPath:
    """A folder for runs that nobody else has."""
    return ObjectPath(f"memory://bucket/{uuid4().hex}")


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A tournament of seven chunks, of which three make a part file."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(merging, "GAMES", 12)
        monkeypatch.setattr(run_folder, "EVERY", 0.0)
        yield write_config(tmp_path_factory.mktemp("stored"), blocks=BLOCKS)


@pytest.fixture(scope="module")
def whole(config: Path) -> dict[str, bytes]:
    """What the same tournament leaves on a disk."""
    return contents(played(config, config.parent / "here").folder)


def tables(folder: Location) -> dict[str, bytes]:
    """All part files of a run by their names, without the measured ones."""
    names = [name for name in sizes_below(folder) if name.startswith("tables/") and "timings" not in name]
    return {name: (folder / name).read_bytes() for name in names}


def unfinished(config: Path, results: ObjectPath, chunks: int) -> ObjectPath:
    """Plays so many chunks, and ends as if killed: nothing is given back, and nothing more is written."""
    tournament = prepare(config, [], results)
    folder = open_folder(tournament, results, fresh=False)
    assert isinstance(folder, StoredRunFolder)
    with pytest.raises(SystemError):
        play_tournament(tournament, folder, Enough(chunks), 1)
    expire(folder.stored)
    rmtree(folder.path.parent)
    return folder.stored


def expire(run: ObjectPath) -> None:
    """As if the process that plays it had been silent for long."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(leases, "has_ended", lambda holder: True)
        patched.setattr(leases, "LASTS", -1.0)
        Lease(run)


def check(folder: Location, whole: dict[str, bytes]) -> None:
    """A finished run is what the same one on a disk is, and has nothing else."""
    assert tables(folder) == whole
    others = {name for name in sizes_below(folder) if not name.startswith("tables/")}
    assert others == {"config.toml", "manifest.jsonl", "run.log", "summary.json"}
    assert verify_run(Run(folder), None, print).problems == []


def test_the_same_bytes_as_on_a_disk(config: Path, store: ObjectPath, whole: dict[str, bytes]) -> None:
    outcome = played_at(config, store)
    assert outcome.finished
    check(outcome.folder, whole)
    again = played_at(config, store)
    assert again.finished
    assert again.summary == outcome.summary
    check(outcome.folder, whole)


def test_a_run_that_was_killed_is_resumed(config: Path, store: ObjectPath, whole: dict[str, bytes]) -> None:
    run = unfinished(config, store, 5)
    assert Run(run).games == 20
    assert {name.split("/")[0] for name in sizes_below(run)} >= {"tables", "chunks", "manifest.jsonl.pieces"}
    assert verify_run(Run(run), None, print).problems == []
    outcome = played_at(config, store)
    assert outcome.folder == run
    check(run, whole)


@pytest.mark.long
def test_what_is_missing_or_torn_is_played_again(config: Path, store: ObjectPath, whole: dict[str, bytes]) -> None:
    run = unfinished(config, store, 5)
    (run / "chunks" / "00003.arrows.zst").unlink()
    part = run / "tables" / "seats" / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    (run / "tables" / "seats" / "part-00007.parquet").write_bytes(b"of no chunk")
    played_at(config, store)
    check(run, whole)


def test_two_processes_cannot_play_the_same_run(config: Path, store: ObjectPath, whole: dict[str, bytes]) -> None:
    tournament = prepare(config, [], store)
    first = open_folder(tournament, store, fresh=False)
    with pytest.raises(ConfigError, match="another process is playing this run"):
        played_at(config, store)
    assert isinstance(first.place, ObjectPath)
    expire(first.place)
    second = played_at(config, store)
    with pytest.raises(LeaseLost, match="another process has taken this run over"):
        play_tournament(tournament, first, Enough(100), 1)
    first.close()
    check(second.folder, whole)


@pytest.mark.long
def test_whoever_has_lost_its_lease_without_knowing_writes_no_line(
    config: Path, store: ObjectPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = unfinished(config, store, 3)
    check_lease, lines = Lease.check, Appended(run / "manifest.jsonl")
    taken = iter([False, True])  # not yet when it begins, but when it publishes

    def overtaken(lease: Lease) -> None:
        check_lease(lease)
        if next(taken, False):
            lines.append(len(lines.read()), b"somebody else's\n")

    monkeypatch.setattr(Lease, "check", overtaken)
    with pytest.raises(LeaseLost):
        played_at(config, store)


def test_only_files_that_were_published_are_removed(config: Path, store: ObjectPath) -> None:
    """A test that ends early drops all chunks after its verdict, most of which were never played."""
    run = unfinished(config, store, 5)
    folder = StoredRunFolder(run)
    folder.clear_leftovers()
    folder.drop_chunks(range(100_000))
    assert folder.dropped == ["chunks/00003.arrows.zst", "chunks/00004.arrows.zst"]
    folder.close()


@pytest.mark.long
def test_fresh_removes_it(config: Path, store: ObjectPath, whole: dict[str, bytes]) -> None:
    run = unfinished(config, store, 5)
    outcome = played_at(config, store, sets=["tourney.seed=8"], fresh=True)
    assert outcome.folder != run
    assert run.sizes_below() == {}
    assert played_at(config, store, fresh=True).folder == run
    check(run, whole)


@pytest.mark.long
def test_many_pieces_are_put_together(
    config: Path, store: ObjectPath, monkeypatch: pytest.MonkeyPatch, whole: dict[str, bytes]
) -> None:
    monkeypatch.setattr(run_folder, "MOST", 2)
    run = unfinished(config, store, 5)
    assert len((run / "manifest.jsonl.pieces").sizes_below()) <= 3
    played_at(config, store)
    check(run, whole)


def away(monkeypatch: pytest.MonkeyPatch, calls: range) -> Callable[[], int]:
    """The store does not take anything for some of the attempts to publish; returns how many there were."""
    publish, count = StoredRunFolder._publish, [0]

    def failing(folder: StoredRunFolder) -> None:
        count[0] += 1
        if count[0] in calls:
            raise OSError(5, "it is away", "memory://bucket")
        publish(folder)

    monkeypatch.setattr(StoredRunFolder, "_publish", failing)
    monkeypatch.setattr(run_folder, "PAUSE", 0.0)
    return lambda: count[0]


@pytest.mark.long
def test_a_store_that_is_away_for_a_while_does_not_stop_the_run(
    config: Path, store: ObjectPath, monkeypatch: pytest.MonkeyPatch, whole: dict[str, bytes]
) -> None:
    attempts = away(monkeypatch, range(2, 5))
    outcome = played_at(config, store)
    assert attempts() > 5
    check(outcome.folder, whole)
    assert b"cannot be written (it is away); playing on and trying again" in (outcome.folder / "run.log").read_bytes()


def test_a_store_that_stays_away_stops_it_and_it_can_be_resumed(
    config: Path, store: ObjectPath, monkeypatch: pytest.MonkeyPatch, whole: dict[str, bytes]
) -> None:
    with monkeypatch.context() as patched:
        away(patched, range(3, 1000))
        patched.setattr(run_folder, "LOST", 0.0)
        with pytest.raises(Stopped, match=r"cannot be written: it is away; all finished chunks are kept; run the same"):
            played_at(config, store)
    outcome = played_at(config, store)
    check(outcome.folder, whole)


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """A server that speaks S3."""
    with s3_server(monkeypatch) as server:
        yield server


def test_s3_from_the_command_line(config: Path, s3: Faults, whole: dict[str, bytes]) -> None:
    """Played, looked at and loaded by its address, with and without its hash."""

    def ran(*words: Any) -> str:
        result = CliRunner().invoke(main, [str(word) for word in words])
        assert result.exit_code == 0, result.output
        return result.output

    assert f"all results are in {BUCKET}/runs/toy-" in ran("tourney", config, "--results", f"{BUCKET}/runs/")
    run = BUCKET / "runs" / "toy"
    assert "decent" in ran("standings", run)
    assert "28 of 28 games replayed with the same result" in ran("verify", run)
    assert f"{BUCKET}/runs/toy-" in ran("report", run)
    assert "toy is finished: 28 games" in ran("watch", run)
    assert "toy-scenario" in ran("record", run, 3)
    frames = analysis.load(str(run))
    assert len(frames.seats) == 2 * 28
    assert tables(frames.runs[0].folder) == whole


def test_bots_are_added_to_a_run_there(config: Path, s3: Faults) -> None:
    """The same runs as on a disk, and nothing is played twice."""

    def ran(results: object, *bots: str) -> str:
        words = [word for bot in bots for word in ("--add", bot)]
        command = ["tourney", str(config), "--results", str(results), "--quiet", "--jobs", "1"]
        result = CliRunner().invoke(main, [*command, *words])
        assert result.exit_code == 0, result.output
        return result.stdout

    for results in (config.parent / "added", BUCKET / "added"):
        ran(results)
        assert "toy + toy+bad2: 84 games" in ran(results, "bad2")
    (here,) = (config.parent / "added").glob("toy+bad2-*")
    assert tables(BUCKET / "added" / here.name) == contents(here)
    s3.seen[:] = []
    assert "toy + toy+bad2 + toy+bad2+decent2: 168 games" in ran(BUCKET / "added", "bad2", "decent2")
    assert not [request for request in s3.seen if request.startswith("PUT ") and f"/{here.name}/tables" in request]
    runs = sorted(f"{BUCKET}/added/{name}" for name in ("toy", "toy+bad2", "toy+bad2+decent2"))
    result = CliRunner().invoke(main, ["standings", *runs])
    assert result.exit_code == 0, result.output
    assert "decent2" in result.stdout


@pytest.mark.long
def test_only_the_table_asked_for_is_fetched(config: Path, s3: Faults) -> None:
    played_at(config, BUCKET / "runs")
    run = analysis.load(f"{BUCKET}/runs/toy")
    s3.seen[:] = []
    assert len(run.seats(["bot"])) == 4 * BLOCKS
    assert {request.split("/")[-2] for request in s3.seen if request.startswith("GET ")} == {"seats"}


@pytest.mark.long
def test_the_chunks_of_other_machines_are_published(config: Path, store: ObjectPath, whole: dict[str, bytes]) -> None:
    outcome = played_at(config, store, sets=["run.executor=dask", "run.scheduler=local:2"])
    check(outcome.folder, whole)


@pytest.mark.long
@pytest.mark.parametrize("status", [500, 503, CUT, LOST, HANGS])
@pytest.mark.parametrize(
    "request_", ["PUT .*rows", "PUT .*parquet", "PUT .*pieces", "PUT .*lease", "GET ", "DELETE ", "PUT .*summary"]
)
def test_faults_of_the_store_change_nothing(
    config: Path, s3: Faults, whole: dict[str, bytes], status: int, request_: str
) -> None:
    s3.plan(request_, status, 3)
    outcome = played_at(config, BUCKET / "runs")
    assert s3.planned == []
    check(outcome.folder, whole)


@pytest.mark.long
def test_without_a_bucket(config: Path, s3: Faults) -> None:
    with pytest.raises(ConfigError, match=r"s3://no-bucket/runs/toy-.*: there is no such bucket; make it first"):
        played_at(config, ObjectPath("s3://no-bucket/runs"))
