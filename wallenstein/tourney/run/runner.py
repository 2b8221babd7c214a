"""Plays a tournament: hands out chunks, enters what is finished in the manifest, and stops in good order."""

import errno
import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Final, Protocol

from wallenstein.core.errors import WallensteinError
from wallenstein.record.manifest import Chunk, MergedChunks
from wallenstein.tourney.run.executors import Executor, TaskResult
from wallenstein.tourney.run.run_folder import RunFolder
from wallenstein.tourney.run.sequential import SequentialTests
from wallenstein.tourney.schedule import Schedule
from wallenstein.tourney.worker.shared_memory import GamesDone

LOOK: Final = 0.2  # seconds between two looks at what has been finished
GRACE: Final = 2.0  # seconds for chunks under way when the run is to stop
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EIO)
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
log = logging.getLogger("wallenstein.runner")


class Stopped(WallensteinError):
    """The run cannot go on now; the same command goes on with it later."""

    exit_code = 1


class Interrupt:
    """Ctrl-C: once to stop in good order, twice to stop at once.

    While in force, the first signal only sets `asked`; the second is a KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.asked = False
        self.before: dict[int, Any] = {}

    def __enter__(self) -> "Interrupt":
        for number in SIGNALS:
            self.before[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


class Progress(Protocol):
    """Told how the run is going."""

    @property
    def games_done(self) -> GamesDone: ...
    def chunk_done(self, chunk: Chunk) -> None: ...
    def look(self, under_way: list[int]) -> None: ...
    def close(self) -> None: ...


class Runner:
    """One run, from what the manifest says is done to the end of the schedule."""

    def __init__(self, folder: RunFolder, schedule: Schedule, tests: SequentialTests, progress: Progress) -> None:
        self.folder: Final = folder
        self.schedule: Final = schedule
        self.tests: Final = tests
        self.progress: Final = progress
        for number in sorted(folder.manifest.chunks):
            self.judge(folder.manifest.chunks[number])

    def play_chunks(self, executor: Executor, interrupt: Interrupt) -> bool:
        """Plays on; whether all is played, and not stopped before."""
        pending = self.pending()
        try:
            while not interrupt.asked:
                self.hand_out(executor, pending)
                if not executor.under_way():
                    return True
                self.take(executor.finished(LOOK), self.enter)
                self.progress.look(executor.under_way())
            self.finish_under_way(executor)
            return False
        finally:
            executor.stop()

    def merge_chunks(self, executor: Executor, interrupt: Interrupt, groups: Sequence[Sequence[Chunk]]) -> bool:
        """Has the part files of chunks merged, when all are played; whether that is done."""
        merged = self.folder.manifest.merged
        pending = iter([number for number in range(len(groups)) if number not in merged])
        try:
            while not interrupt.asked:
                self.hand_out(executor, pending)
                if not executor.under_way():
                    return True
                self.take(executor.finished(LOOK), self.enter_merged)
            return False
        finally:
            executor.stop()

    def enter_merged(self, merged: MergedChunks) -> None:
        """Some chunks are merged, and their own part files can go."""
        self.folder.manifest.add_merged(merged)
        self.folder.drop_chunks(merged.chunks)

    def pending(self) -> Iterator[int]:
        """The chunks still to be played, in order."""
        for chunk in range(self.schedule.chunks):
            if chunk not in self.folder.manifest.chunks and self.tests.counts(chunk):
                yield chunk

    def hand_out(self, executor: Executor, pending: Iterator[int]) -> None:
        """Keeps the workers busy, and no more than that."""
        while len(executor.under_way()) < executor.room:
            chunk = next(pending, None)
            if chunk is None:
                return
            executor.submit(chunk)

    def finish_under_way(self, executor: Executor) -> None:
        """Gives the chunks under way a moment; what is not finished then is dropped."""
        executor.drop_waiting()
        given_up = monotonic() + GRACE
        while executor.under_way() and (left := given_up - monotonic()) > 0:
            self.take(executor.finished(min(left, LOOK)), self.enter)
            self.progress.look(executor.under_way())

    def take(self, finished: list[TaskResult], enter: Callable[[Any], None]) -> None:
        """Enters what is finished; the first failure ends the run, but not before the others are entered."""
        failures = []
        for result in finished:
            if result.value is None:
                failures.append(result)
                continue
            try:
                enter(result.value)
            except OSError as error:
                failures.append(TaskResult(result.task, None, error))
        for failure in failures:
            assert failure.error is not None
            log.error("chunk %d: %s", failure.task, failure.error, exc_info=failure.error)
            raise self.sentence(failure.task, failure.error)

    def enter(self, chunk: Chunk) -> None:
        """A chunk is done, unless it turned out meanwhile that it does not count."""
        if not self.tests.counts(chunk.number):
            self.folder.drop_chunks([chunk.number])
            return
        self.folder.manifest.add_chunk(chunk)
        self.judge(chunk)

    def judge(self, chunk: Chunk) -> None:
        """Lets the sequential test see the chunk; what comes after its verdict is dropped."""
        if self.tests.counts(chunk.number):
            self.progress.chunk_done(chunk)
        decided = self.tests.add(chunk)
        if decided is not None:
            cell, verdict = decided
            dropped = range(self.tests.last[cell], self.schedule.chunks_of(cell).stop)
            self.folder.manifest.add_verdict(cell, verdict, dropped)
            self.folder.drop_chunks(dropped)
            log.info("cell %d: %s", cell, verdict)

    def sentence(self, chunk: int, error: BaseException) -> WallensteinError:
        """What a failure means to the user."""
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            return no_room(self.folder.path, error)
        if isinstance(error, WallensteinError):
            return error
        return Stopped(f"chunk {chunk} failed: {type(error).__name__}: {error}; see run.log")


def no_room(folder: Path, error: OSError) -> Stopped:
    """The sentence for a folder that cannot be written any more."""
    return Stopped(
        f"{folder}: cannot be written: {error.strerror}; all finished chunks are kept; "
        "run the same command again to resume"
    )
