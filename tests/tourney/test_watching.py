"""A run watched from outside: by its manifest alone, until it is finished."""

from io import StringIO
from pathlib import Path

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.record.manifest import Manifest
from wallenstein.tourney import progress, progress_bar
from wallenstein.tourney.progress import PlainLines, RunTally
from wallenstein.tourney.progress_bar import count, watch


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A finished run of five chunks."""
    return played(write_config(tmp_path), tmp_path).folder


def cut(folder: Path, chunks: int) -> list[str]:
    """Leaves so many chunks in the manifest; returns the other lines."""
    path = folder / "manifest.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[: 1 + chunks]), "utf-8")
    return lines[1 + chunks :]


def test_it_looks_until_the_run_is_finished(folder: Path) -> None:
    rest, seen = cut(folder, 1), list[int]()
    tally = RunTally(20, ("decent", "sloppy"))

    def pause(_seconds: float) -> None:
        seen.append(tally.games)
        with (folder / "manifest.jsonl").open("a", encoding="utf-8") as file:
            file.write(rest.pop(0))

    watch(folder, tally, pause)
    assert rest == []
    assert seen[:5] == [4, 8, 12, 16, 20]
    assert sum(wins for _, wins, _ in tally.sums) == 20


def test_a_run_that_begins_again_is_counted_anew(folder: Path) -> None:
    tally = RunTally(20, ("decent", "sloppy"))
    count(Manifest(folder), tally)
    cut(folder, 2)
    count(Manifest(folder), tally)
    assert tally.games == 8


def test_without_a_terminal_there_is_a_line_a_minute(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, stream, rest = 0.0, StringIO(), cut(folder, 1)
    for module in (progress, progress_bar):
        monkeypatch.setattr(module, "monotonic", lambda: now)

    def pause(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now >= 300:
            with (folder / "manifest.jsonl").open("a", encoding="utf-8") as file:
                file.write("".join(rest))

    watch(folder, PlainLines(20, ("decent", "sloppy"), stream, progress_bar.MINUTE), pause)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("4 of 20 games; ")
    assert lines[3] == "wallenstein: nothing was finished for 3 minutes; is the tournament still running?"
