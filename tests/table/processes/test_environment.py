"""What bots' processes see of the environment."""

import os
from pathlib import Path

import pytest

from wallenstein.table.processes.keeper_line import KeeperProcess, without_keys


def test_bots_do_not_see_what_opens_stores_and_schedulers() -> None:
    keys = {
        "AWS_SECRET_ACCESS_KEY": "s",
        "AZURE_STORAGE_KEY": "s",
        "GOOGLE_APPLICATION_CREDENTIALS": "s",
        "DASK_X": "s",
    }
    assert without_keys({"PATH": "/bin", "MY_AWS_": "kept", **keys}) == {"PATH": "/bin", "MY_AWS_": "kept"}


@pytest.mark.skipif(os.geteuid() != 0, reason="nobody else can read what a keeper has")
def test_the_keeper_which_starts_them_has_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hidden")
    monkeypatch.setenv("SHOWN", "shown")
    keeper = KeeperProcess(())
    keeper.started()
    assert keeper.process is not None
    try:
        seen = Path(f"/proc/{keeper.process.pid}/environ").read_bytes()
    finally:
        keeper.stop()
    assert b"SHOWN=shown" in seen
    assert b"hidden" not in seen
