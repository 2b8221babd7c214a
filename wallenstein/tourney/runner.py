"""Plays a tournament: submits chunks, enters finished ones in the manifest, has them merged, and stops cleanly."""

import errno
import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from types import FrameType
from typing import Any, Final

from wallenstein.core.errors import FormatError, WallensteinError
from wallenstein.record.location import Location
from wallenstein.record.manifest import Manifest
from wallenstein.record.manifest_lines import Chunk, MergedChunks
from wallenstein.record.merging import Merging, chunks_a_group
from wallenstein.tourney.folder import RunFolder
from wallenstein.tourney.pool import Executor, Task, TaskResult
from wallenstein.tourney.progress import RunTally
from wallenstein.tourney.rounds import Dropping, Rounds
from wallenstein.tourney.schedule import PlannedChunk, Schedule
from wallenstein.tourney.worker.tasks import files_needed


class Groups:
    """The groups of a run: the same number of consecutive chunks each, the last of them fewer."""

    def __init__(self, schedule: Schedule, manifest: Manifest, course: Rounds) -> None:
        self.schedule: Final = schedule
        self.manifest: Final = manifest
        self.course: Final = course
        self.size: Final = chunks_a_group(schedule.games_a_chunk)
        self.known: dict[int, int] = {}  # by group with chunks to merge, the first undecided chunk
        merged = {chunk for one in manifest.merged.values() for chunk in one.chunks}
        for chunk in manifest.chunks.keys() - merged:
            self.enter(chunk)
        self.handed_out: set[int] = set()

    def check(self) -> None:
        """Raises FormatError if chunks have been merged in other groups."""
        for merged in self.manifest.merged.values():
            if merged.chunks != tuple(self.counting(merged.number)):
                text = f"the merged chunks {merged.number} are not a group, as if by an earlier version; "
                text += "finish the run with that, or remove it with --fresh"
                raise FormatError(str(self.manifest.path), text)

    def enter(self, chunk: int) -> None:
        self.known.setdefault(chunk // self.size, chunk // self.size * self.size)

    def ready(self) -> Merging | None:
        """The next group that can be merged; None if there is none at the moment."""
        for group in sorted(self.known.keys() - self.handed_out):
            if self._is_known(group):
                self.handed_out.add(group)
                chunks = [self.manifest.chunks[chunk] for chunk in self.counting(group)]
                if chunks:
                    return Merging.of(group, chunks)
        return None

    def _is_known(self, group: int) -> bool:
        """Whether all chunks of a group that count are known and finished."""
        end = self.chunks(group).stop
        while self.known[group] < end:
            chunk = self.known[group]
            if self.course.counts(chunk) and not (chunk in self.manifest.chunks and self.course.settled(chunk)):
                return False
            self.known[group] += 1
        return True

    def merged(self, group: int) -> None:
        del self.known[group]
        self.handed_out.discard(group)

    def chunks(self, group: int) -> range:
        return range(group * self.size, min((group + 1) * self.size, self.schedule.chunks))

    def counting(self, group: int) -> Iterator[int]:
        """The numbers of its finished chunks that count."""
        return (chunk for chunk in self.chunks(group) if chunk in self.manifest.chunks and self.course.counts(chunk))


LOOK: Final = 0.2  # seconds between two checks for finished tasks
GRACE: Final = 2.0  # seconds to wait for chunks under way when the run stops
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EIO)
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
log = logging.getLogger("wallenstein.runner")


class Stopped(WallensteinError):
    """The run had to stop; the same command resumes it."""

    exit_code = 1


class Interrupt:
    """Ctrl-C: once to stop after a short wait, twice to stop at once.

    While active, the first signal only sets `asked`; the second raises KeyboardInterrupt.
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


class Runner:
    """One run, from the state in the manifest to the end of the schedule."""

    def __init__(self, folder: RunFolder, schedule: Schedule, course: Rounds, progress: RunTally) -> None:
        self.folder: Final = folder
        self.schedule: Final = schedule
        self.course: Final = course
        self.progress: Final = progress
        self.unneeded: Final[list[int]] = []  # chunks with files to remove
        for number in sorted(folder.manifest.chunks):
            self.judge(folder.manifest.chunks[number])
        self.dropping: Final = Dropping(course, folder.manifest.chunks)
        self.groups: Final = Groups(schedule, folder.manifest, course)
        self.groups.check()
        self.left: Final = [schedule.chunks_of(cell.cell) for cell in schedule.cells]  # chunks to be played, by cell
        self.drop_unneeded()

    def play(self, executor: Executor, interrupt: Interrupt, meanwhile: Callable[[], object]) -> bool:
        """Plays the remaining chunks and merges them; returns whether all of it is done.

        `meanwhile` is called once the first of them are being played.
        """
        try:
            self.hand_out(executor)
            meanwhile()
            while not interrupt.asked:
                self.hand_out(executor)
                if not executor.under_way():
                    self.publish(now=True)
                    return True
                self.take(executor.finished(LOOK))
                self.publish()
                self.progress.look(chunks_in(executor.under_way()))
            self.finish_under_way(executor)
            self.publish(now=True)
            return False
        finally:
            executor.stop()

    def publish(self, now: bool = False) -> None:
        """Publishes new files, if results are in a store."""
        try:
            said = self.folder.publish(now)
        except OSError as error:
            raise no_room(self.folder.place, error) from None
        if said:
            log.warning("%s", said)
            self.progress.note(said)

    def hand_out(self, executor: Executor) -> None:
        """Submits tasks until the executor is full; chunks to be merged come first."""
        while len(executor.under_way()) < executor.room:
            task: Task = self.groups.ready()
            if task is None:
                task = self.next_chunk()
            if task is None:
                return
            self.folder.provide(files_needed(task))
            executor.submit(task)

    def next_chunk(self) -> int | PlannedChunk | None:
        """The next chunk to be played, in order; those of a round come when its line-ups are known."""
        while self.dropping.again:
            if self.course.counts(chunk := self.dropping.again.pop(0)):
                return self.schedule.task(chunk, self.dropping.begin(chunk))
        for cell, chunks in enumerate(self.left):
            for chunk in chunks:
                counts = self.course.counts(chunk)
                if counts and not self.schedule.is_planned(chunk):
                    self.left[cell] = range(chunk, chunks.stop)
                    break
                if counts and chunk not in self.folder.manifest.chunks:
                    self.left[cell] = range(chunk + 1, chunks.stop)
                    return self.schedule.task(chunk, self.dropping.begin(chunk))
            else:
                self.left[cell] = range(0)
        return None

    def finish_under_way(self, executor: Executor) -> None:
        """Waits a moment for the chunks under way, and drops those that are not finished."""
        executor.drop_waiting()
        given_up = monotonic() + GRACE
        while executor.under_way() and (left := given_up - monotonic()) > 0:
            self.take(executor.finished(min(left, LOOK)))
            self.progress.look(chunks_in(executor.under_way()))

    def take(self, finished: list[TaskResult]) -> None:
        """Enters finished tasks; then raises the first failure, if there is one."""
        failures = [result for result in finished if result.value is None]
        done = [result for result in finished if result.value is not None]
        try:
            with self.folder.manifest.batch():
                for result in done:
                    self.enter(result.value)
            self.drop_unneeded()
        except OSError as error:
            failures.append(TaskResult(done[0].task, None, error))
        for failure in failures:
            assert failure.error is not None
            log.error("chunk %s: %s", failure.task, failure.error, exc_info=failure.error)
            raise self.sentence(failure.task, failure.error)

    def drop_unneeded(self) -> None:
        """Removes the files of chunks that do not count or are merged, once the manifest says so for good."""
        if self.unneeded:
            self.folder.drop_chunks(self.unneeded)
            self.unneeded.clear()

    def enter(self, done: Chunk | MergedChunks) -> None:
        if isinstance(done, Chunk):
            for chunk in self.dropping.add(done):
                self.enter_chunk(chunk)
            self.unneeded.extend(self.dropping.again)
        else:
            self.folder.manifest.add_merged(done)
            self.groups.merged(done.number)
            self.unneeded.extend(done.chunks)

    def enter_chunk(self, chunk: Chunk) -> None:
        """Enters a finished chunk, unless it no longer counts."""
        if not self.course.counts(chunk.number):
            self.unneeded.append(chunk.number)
            return
        self.folder.manifest.add_chunk(chunk)
        self.groups.enter(chunk.number)
        self.judge(chunk)

    def judge(self, chunk: Chunk) -> None:
        """Adds the chunk to the rounds of its cell; if that ends the cell, later chunks are dropped."""
        if self.course.counts(chunk.number):
            self.progress.chunk_done(chunk)
        step = self.course.add(chunk)
        if step is None:
            return
        label = f"cell {step.cell}: " if len(self.schedule.cells) > 1 else ""
        log.info("%s%s", label, step.sentence)
        if step.lineups:
            self.folder.manifest.add_round(step.cell, step.round, step.lineups)
            self.progress.note(f"{label}{step.sentence}")
        if step.verdict is not None:
            dropped = range(self.course.last[step.cell], self.schedule.chunks_of(step.cell).stop)
            self.folder.manifest.add_verdict(step.cell, step.verdict, dropped)
            self.unneeded.extend(dropped)

    def sentence(self, chunk: Task, error: BaseException) -> WallensteinError:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            return no_room(self.folder.place, error)
        if isinstance(error, WallensteinError):
            return error
        return Stopped(f"chunk {chunk} failed: {type(error).__name__}: {error}; see run.log")


def chunks_in(tasks: Sequence[Task]) -> list[int]:
    numbers = (task.number if isinstance(task, PlannedChunk) else task for task in tasks)
    return [number for number in numbers if isinstance(number, int)]


def no_room(folder: Location, error: OSError) -> Stopped:
    """The error for a folder that is full or cannot be written."""
    kept = "all finished chunks are kept; run the same command again to resume"
    return Stopped(f"{folder}: cannot be written: {error.strerror}; {kept}")
