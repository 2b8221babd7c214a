"""Objects of a store: read and written whole, in ranges, only once; and what is said if that does not work."""

import errno
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.record.s3_server import BUCKET, CUT, LOST, Faults, s3_server
from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.record import objects
from wallenstein.record.location import contents_of, folders_in, is_same, location_of, sizes_below, written
from wallenstein.record.objects import ObjectPath, in_parallel, remove

pytestmark = pytest.mark.slow


@pytest.fixture
def folder() -> ObjectPath:
    """A folder that nobody else has."""
    return ObjectPath(f"memory://bucket/{uuid4().hex}")


@pytest.fixture(scope="module")
def faults() -> Iterator[Faults]:
    """A server that speaks S3."""
    with pytest.MonkeyPatch.context() as monkeypatch, s3_server(monkeypatch) as server:
        yield server


def test_what_is_written_is_there(folder: ObjectPath) -> None:
    assert not folder.exists()
    (folder / "a").write_bytes(b"one")
    (folder / "below" / "b").write_bytes(b"two, three")
    assert (folder / "a").read_bytes() == b"one"
    assert (folder / "a").is_file()
    assert not (folder / "below").is_file()
    assert folder.is_dir()
    assert folder.folders() == folders_in(folder) == ["below"]
    assert folder.sizes_below() == sizes_below(folder) == {"a": 3, "below/b": 10}
    assert written(folder / "below" / "b") >= written(folder / "a")
    remove([folder / "a", folder / "none"])
    assert folder.sizes_below() == {"below/b": 10}
    assert (folder / "none").sizes_below() == {}
    assert (folder / "none").folders() == []


def test_the_same_questions_are_answered_for_folders_here(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "a").write_bytes(b"one")
    (tmp_path / "below" / "b").write_bytes(b"two")
    assert folders_in(tmp_path) == ["below"]
    assert folders_in(tmp_path / "none") == []
    assert sizes_below(tmp_path) == {"a": 3, "below/b": 3}
    found, missing = contents_of([tmp_path / "a", tmp_path / "c"])
    assert found == b"one"
    assert isinstance(missing, FileNotFoundError)


def test_what_exists_is_not_created_again(folder: ObjectPath) -> None:
    (folder / "a").create(b"mine")
    (folder / "a").create(b"mine")  # as after an answer that was lost
    with pytest.raises(FileExistsError):
        (folder / "a").create(b"another's")
    assert (folder / "a").read_bytes() == b"mine"


def test_parts_of_an_address() -> None:
    place = location_of("s3://bucket/runs//league-1f3a/")
    assert isinstance(place, ObjectPath)
    assert (place.name, str(place.parent.parent)) == ("league-1f3a", "s3://bucket")
    assert str(place.parent.parent.parent) == "s3://bucket"
    assert is_same(place / "x", location_of("s3://bucket/runs/league-1f3a/x"))
    assert place in {place}
    assert str(place) == "s3://bucket/runs/league-1f3a"
    assert location_of("file:///tmp/runs") == Path("/tmp/runs")
    assert location_of("results") == Path("results")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ftp://host/runs", r"there is no store ftp://; there are s3://, gs://, abfs:// and folders"),
        ("s3://", "names no bucket; write s3://bucket/folder"),
    ],
)
def test_no_address(address: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        location_of(address)


def test_without_the_packages_of_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec", None)
    objects._store_of.cache_clear()
    with pytest.raises(WallensteinError, match=r"s3:// needs .*pip install 'wallenstein\[s3\]'"):
        (BUCKET / "a").read_bytes()


def test_several_at_a_time_keep_their_order() -> None:
    assert list(in_parallel(lambda number: -number, range(40))) == [-number for number in range(40)]


def test_objects_of_s3(faults: Faults) -> None:
    place = BUCKET / "whole" / "a"
    place.create(b"x" * 1000)
    with pytest.raises(FileExistsError):
        place.create(b"y")
    assert (BUCKET / "whole").sizes_below() == {"a": 1000}
    assert BUCKET.folders() == ["whole"]
    assert place.written() > 1e9
    with pytest.raises(FileNotFoundError) as error:
        (BUCKET / "none").read_bytes()
    assert error.value.filename == "s3://bucket/none"


@pytest.mark.parametrize("status", [500, 503, CUT, LOST])
def test_a_moments_fault_is_tried_again(faults: Faults, status: int) -> None:
    place = BUCKET / f"tried{status}"
    faults.plan(f"PUT /bucket/tried{status}", status)
    place.create(b"z" * 10_000)
    faults.plan(f"GET /bucket/tried{status}", max(status, 500))
    assert place.read_bytes() == b"z" * 10_000


class Refusing:
    """A store whose every second answer is a fault."""

    async_impl = False

    def __init__(self) -> None:
        self.asked = 0

    def cat_file(self, _path: str) -> bytes:
        self.asked += 1
        if self.asked % 2:
            raise OSError("could not connect")
        return b"z"


def test_another_attempt_is_announced_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    store = Refusing()
    monkeypatch.setattr(objects, "store_of", lambda scheme: store)
    monkeypatch.setattr(objects, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(objects, "last_said", {})
    for name in ("a", "b"):
        assert (BUCKET / name).read_bytes() == b"z"
    assert store.asked == 4
    said = f"does not answer as it should (could not connect); trying again for {objects.PATIENCE:g} seconds"
    assert capsys.readouterr().err == f"wallenstein: s3://bucket/a {said}\n"


def test_a_lasting_fault_is_told_with_the_address(faults: Faults, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "PATIENCE", 0.1)
    faults.plan("PUT /bucket/never", 500, 100)
    with pytest.raises(OSError, match="s3://bucket/never") as error:
        (BUCKET / "never").write_bytes(b"1")
    assert error.value.errno == errno.EIO
    faults.planned.clear()
    assert not (BUCKET / "never").exists()


def test_a_fault_of_the_one_who_asks_is_told_at_once(faults: Faults) -> None:
    faults.plan("PUT /bucket/forbidden", 403)
    with pytest.raises(PermissionError, match="s3://bucket/forbidden"):
        (BUCKET / "forbidden").write_bytes(b"1")
    with pytest.raises(FileNotFoundError):
        (ObjectPath("s3://other-bucket") / "a").create(b"1")


def test_a_large_object_whose_upload_is_cut_is_not_there(faults: Faults, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is sent in parts, of which the store makes an object when it has all of them."""
    monkeypatch.setattr("wallenstein.record.objects.PART", 5 * 2**20)
    monkeypatch.setattr(objects, "PATIENCE", 0.1)
    place, data = BUCKET / "large", bytes(11 * 2**20)
    faults.plan("PUT /bucket/large.*partNumber=2", CUT, 100)
    with pytest.raises(OSError, match="s3://bucket/large"):
        place.write_bytes(data)
    faults.planned.clear()
    assert not place.exists()
    assert any(request.startswith("DELETE /bucket/large") for request in faults.seen), "the parts are given up"
    place.write_bytes(data)
    assert place.read_bytes() == data
    assert any("PUT /bucket/large" in request and "partNumber=3" in request for request in faults.seen)
