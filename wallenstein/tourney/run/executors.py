"""Where tasks run, such as playing chunks. The runner only knows the protocol."""

from collections.abc import Hashable
from typing import Any, NamedTuple, Protocol

Task = Hashable  # the number of a chunk to be played, or a `Merging`: it is sent to another process


class TaskResult(NamedTuple):
    """A finished task: its result, or its error."""

    task: Task
    value: Any  # None if it failed
    error: BaseException | None


class Executor(Protocol):
    """Runs tasks somewhere."""

    @property
    def room(self) -> int:
        """How many tasks it accepts at a time."""

    def submit(self, task: Task) -> None:
        """Submits a task."""

    def finished(self, seconds: float) -> list[TaskResult]:
        """The tasks that have finished since, waiting up to `seconds`."""

    def drop_waiting(self) -> None:
        """Drops the tasks that have not started."""

    def under_way(self) -> list[Task]:
        """The tasks that are running or waiting."""

    def stop(self) -> None:
        """Ends all workers and their tasks."""
