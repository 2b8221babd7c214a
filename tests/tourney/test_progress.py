"""What is shown of a run while it goes on, here or watched from another terminal."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.tourney.tournament import played, write_config
from wallenstein.record.chunks import ChunkFile
from wallenstein.record.manifest import Manifest
from wallenstein.record.manifest_lines import Chunk, pack_sums
from wallenstein.tourney import progress, progress_bar
from wallenstein.tourney.progress import PlainLines, RunTally, span
from wallenstein.tourney.progress_bar import LiveBar, count, watch

NAMES = ("regent", "random", "absent")


def chunk(number: int, faults: int = 0) -> Chunk:
    sums = pack_sums([(10, 7.5, 13), (10, 2.5, 17), (0, 0.0, 0)])
    return Chunk(number, 10 * number, 10, ChunkFile((), 0, ""), sums, faults, ())


def test_a_tally_adds_up_chunks() -> None:
    tally = RunTally(100, NAMES)
    tally.chunk_done(chunk(0))
    tally.chunk_done(chunk(1, faults=3))
    assert (tally.games, tally.faults) == (20, 3)
    assert tally.standings() == [("regent", 0.75, 1.3), ("random", 0.25, 1.7)]


def test_games_of_chunks_under_way_count_as_done() -> None:
    tally = RunTally(100, NAMES)
    tally.games_done.set(4, 6)
    tally.games_done.set(9, 1)
    tally.look([4, 9])
    assert tally.done == 7


def test_speed_is_that_of_this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    tally = RunTally(100, NAMES)
    tally.chunk_done(chunk(0))  # in an earlier process
    tally.look([])
    now = 105.0
    tally.chunk_done(chunk(1))
    tally.look([])
    assert tally.speed == 2.0
    assert tally.left == 40.0


def test_plain_lines_come_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now, stream = 100.0, StringIO()
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    lines = PlainLines(100, NAMES, stream)
    lines.look([])
    assert stream.getvalue() == ""
    lines.chunk_done(chunk(0, faults=2))
    now = 106.0
    lines.look([])
    lines.look([])
    assert stream.getvalue() == "10 of 100 games; 1.7 a second; 54 s left; 2 faults; regent 75%, random 25%\n"


@pytest.mark.parametrize(("seconds", "told"), [(2, "2.5 a second"), (5, "1.0 a second"), (100, "3 a minute")])
def test_a_slow_pace_is_told_by_the_minute(monkeypatch: pytest.MonkeyPatch, seconds: int, told: str) -> None:
    now = 100.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    tally = RunTally(100, NAMES)
    tally.look([])
    now += seconds
    tally.games_done.set(0, 5)
    tally.look([0])
    assert tally.pace == told


def test_a_bar_shows_games_faults_and_standings() -> None:
    console = Console(file=StringIO(), width=100, force_terminal=True, _environ={})
    bar = LiveBar(100, NAMES, console)
    bar.chunk_done(chunk(0, faults=2))
    bar.look([])
    bar.close()
    with console.capture() as captured:
        console.print(bar.picture())
    for part in ("10 of 100 games", "2 faults", "regent", "75.0%", "1.30"):
        assert part in captured.get()


@pytest.mark.parametrize(
    ("seconds", "words"), [(None, "unknown time"), (0.2, "0 s"), (89, "89 s"), (600, "10 min"), (9000, "2.5 h")]
)
def test_spans_of_time_are_told_in_words(seconds: float | None, words: str) -> None:
    assert span(seconds) == words


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
