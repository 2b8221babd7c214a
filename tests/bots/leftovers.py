"""Whether anything is left of processes that were started: other processes, or temporary files."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

PATIENCE = 20.0  # seconds


@contextmanager
def nothing_left_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Asserts it at its end; gives the folder for temporary files, whose name is in every process's environment."""
    temporary = folder / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield temporary
    given_up = monotonic() + PATIENCE
    while (left := processes_about(str(temporary))) and monotonic() < given_up:
        sleep(0.05)
    assert left == []
    assert list(temporary.iterdir()) == []


def processes_about(text: str) -> list[int]:
    """All other processes whose environment holds this text."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if text.encode() in path.read_bytes() and int(path.parent.name) != os.getpid():
                found.append(int(path.parent.name))
    return found
