"""Who may write a run in a store: one process at a time, until it gives that back, ends, or is silent for long."""

import json
import os
import subprocess
import sys
import time
from uuid import uuid4

import pytest

from wallenstein.core.errors import ConfigError
from wallenstein.extras.stores import run_folder as leases
from wallenstein.extras.stores.run_folder import Lease, LeaseLost
from wallenstein.record.objects import ObjectPath


@pytest.fixture
def run() -> ObjectPath:
    return ObjectPath(f"memory://bucket/{uuid4().hex}")


def objects(run: ObjectPath) -> list[str]:
    return list((run / leases.FOLDER).sizes_below())


def test_one_process_at_a_time(run: ObjectPath) -> None:
    lease = Lease(run)
    with pytest.raises(ConfigError, match=r"another process is playing this run, on .*the run is free at \d\d:\d\d:"):
        Lease(run)
    lease.renew(now=True)
    lease.release()
    assert objects(run) == []
    Lease(run).release()


def test_an_expired_lease_is_taken_over_and_then_lost(run: ObjectPath, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(leases, "LASTS", -1.0)
        first = Lease(run)
    second = Lease(run)
    assert objects(run) == ["000002"]
    with pytest.raises(LeaseLost, match="another process has taken this run over"):
        first.renew(now=True)
    second.release()
    third = Lease(run)
    assert third.number == first.number, "numbers begin again"
    with pytest.raises(LeaseLost):
        first.renew(now=True)
    third.renew(now=True)


def test_the_lease_of_a_process_that_has_ended_here_is_taken_over_at_once(run: ObjectPath) -> None:
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    Lease(run)
    place = run / leases.FOLDER / "000001"
    said = json.loads(place.read_bytes())
    assert said["process"] == os.getpid()
    place.write_bytes(json.dumps({**said, "process": int(ended.stdout)}).encode())
    Lease(run).release()
    Lease(run)
    place.write_bytes(json.dumps({**said, "process": int(ended.stdout), "machine": "another"}).encode())
    with pytest.raises(ConfigError, match="another process is playing"):
        Lease(run)


def test_of_several_who_find_it_expired_one_gets_it(run: ObjectPath, monkeypatch: pytest.MonkeyPatch) -> None:
    create = ObjectPath.create
    quicker = iter([True])

    def late(place: ObjectPath, data: bytes) -> None:
        if next(quicker, False):
            said = {"host": "other", "machine": "other", "process": 1, "token": "theirs", "until": time.time() + 90}
            create(place, json.dumps(said).encode())
        create(place, data)

    monkeypatch.setattr(ObjectPath, "create", late)
    with pytest.raises(ConfigError, match="on other; wait for it"):
        Lease(run)


def test_it_is_renewed_only_when_it_is_time(run: ObjectPath, monkeypatch: pytest.MonkeyPatch) -> None:
    lease = Lease(run)
    before = (run / leases.FOLDER / "000001").read_bytes()
    lease.renew()
    assert (run / leases.FOLDER / "000001").read_bytes() == before
    monkeypatch.setattr(leases, "RENEWED", -1.0)
    lease.renew()
    assert (run / leases.FOLDER / "000001").read_bytes() != before


def test_what_is_no_lease_does_not_keep_anybody_out(run: ObjectPath) -> None:
    (run / leases.FOLDER / "000001").write_bytes(b"{}")
    assert Lease(run).number == 2
