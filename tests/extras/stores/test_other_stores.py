"""Runs in Google Cloud Storage and Azure Blob Storage: objects, leases, and the same bytes as on a disk."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from tests.extras.stores.test_stored import check, tables, unfinished
from tests.record.other_servers import SERVERS
from tests.tourney.tournament import played, played_at, write_config
from wallenstein import analysis
from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.extras.stores import run_folder
from wallenstein.extras.stores.run_folder import Lease
from wallenstein.record import merging
from wallenstein.record.manifest import Appended
from wallenstein.record.objects import ObjectPath, remove
from wallenstein.record.read import Run
from wallenstein.tourney.run import open_folder, prepare

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=list(SERVERS))
def bucket(request: pytest.FixtureRequest) -> Iterator[ObjectPath]:
    with pytest.MonkeyPatch.context() as monkeypatch, SERVERS[request.param](monkeypatch) as found:
        yield found


@pytest.fixture
def folder(bucket: ObjectPath) -> ObjectPath:
    """A folder that nobody else has."""
    return bucket / uuid4().hex


def test_objects(folder: ObjectPath) -> None:
    assert not folder.exists()
    assert not folder.is_dir()
    (folder / "a").write_bytes(b"one")
    (folder / "below" / "b").write_bytes(b"two, three")
    assert (folder / "a").read_bytes() == b"one"
    assert (folder / "a").is_file()
    assert not (folder / "c").is_file()
    assert folder.is_dir()
    assert (folder / "a").written() > 1e9
    assert folder.folders() == ["below"]
    assert folder.sizes_below() == {"a": 3, "below/b": 10}
    (folder / "a").write_bytes(b"another")
    assert (folder / "a").read_bytes() == b"another"
    remove([folder / "a", folder / "none"])
    assert folder.sizes_below() == {"below/b": 10}
    with pytest.raises(FileNotFoundError):
        (folder / "a").read_bytes()


def test_what_exists_is_not_created_again(folder: ObjectPath) -> None:
    """Leases and the lines of a manifest depend on it."""
    (folder / "a").create(b"one")
    (folder / "a").create(b"one")
    with pytest.raises(FileExistsError):
        (folder / "a").create(b"two")
    assert (folder / "a").read_bytes() == b"one"
    lines = Appended(folder / "lines")
    lines.begin(b"first\n")
    lines.append(6, b"second\n")
    with pytest.raises(FileExistsError):
        lines.append(6, b"another second\n")
    assert lines.read() == b"first\nsecond\n"


def test_a_run_is_killed_resumed_verified_and_loaded(
    folder: ObjectPath, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "GAMES", 12)
    monkeypatch.setattr(run_folder, "EVERY", 0.0)
    config = write_config(tmp_path, blocks=14)
    whole = tables(played(config, tmp_path / "here").folder)
    run = unfinished(config, folder, 5)
    assert Run(run).games == 20
    lease = Lease(run)
    with pytest.raises(ConfigError, match="another process"):
        open_folder(prepare(config, [], folder), folder, fresh=False)
    lease.release()
    assert played_at(config, folder).finished
    check(run, whole)
    assert len(analysis.load(str(folder / "toy")).seats(["bot", "win"])) == 2 * 28
    result = CliRunner().invoke(main, ["standings", str(folder / "toy")])
    assert result.exit_code == 0, result.output


def test_a_bucket_that_is_not_there_is_a_sentence(bucket: ObjectPath, tmp_path: Path) -> None:
    config = write_config(tmp_path, blocks=2)
    nowhere = ObjectPath(f"{bucket.scheme}://nowhere/runs")
    with pytest.raises(ConfigError, match="there is no such bucket"):
        open_folder(prepare(config, [], nowhere), nowhere, fresh=False)
