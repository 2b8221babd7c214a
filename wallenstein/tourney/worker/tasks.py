"""The tasks of a run, which any worker does: playing a chunk, merging finished ones, checking recorded games."""

from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any, Final

from wallenstein.record.files.chunk_files import chunk_name
from wallenstein.record.files.merging import Merging, merge_chunks
from wallenstein.tourney.schedule import PlannedChunk, Schedule
from wallenstein.tourney.worker.chunk import play_chunk
from wallenstein.tourney.worker.context import RunContext


class Tasks:
    """Does the tasks of one run."""

    def __init__(self, context: RunContext, schedule: Schedule) -> None:
        self.context: Final = context
        self.schedule: Final = schedule

    def __call__(self, task: Any) -> Any:
        """The value of a task.

        Of a chunk, given by its number or planned, `Chunk`; of `Merging`, `MergedChunks`; of `Checking`, sentences.
        """
        if isinstance(task, Merging):
            return merge_chunks(self.context.folder, task, self.context.tables, self.context.schema)
        if isinstance(task, PlannedChunk):
            self.schedule.enter(task)
            task = task.number
        if isinstance(task, int):
            return play_chunk(self.context, task, self.schedule.games(task))
        from wallenstein.tourney.worker.checking import problems_in  # with libraries that playing does not need

        return problems_in(self.context.folder, task)


def files_needed(task: Any) -> Iterator[str]:
    """The files that a task reads, by their names in the run's folder."""
    if isinstance(task, Merging):
        yield from (chunk_name(chunk.number) for chunk in task.chunks)


def files_for(folder: Path, task: Any, without: Container[str]) -> dict[str, bytes]:
    """The contents of these files, without some of them."""
    return {name: (folder / name).read_bytes() for name in files_needed(task) if name not in without}
