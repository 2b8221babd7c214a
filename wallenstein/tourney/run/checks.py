"""Checks recorded games in several processes, or by the workers of a Dask scheduler."""

from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from wallenstein.record.dataset import CONFIG, INPUTS, Run
from wallenstein.record.expected import Basis
from wallenstein.record.files.manifest import FILE, read
from wallenstein.record.files.manifest_excerpts import Excerpts
from wallenstein.record.store.location import contents_of, sizes_below
from wallenstein.tourney.run.executors import Executor, Task
from wallenstein.tourney.run.pool import LocalPool
from wallenstein.tourney.worker.checking import Checking, problems_of

WAIT: Final = 0.2  # seconds for a finished task
DEADLINE: Final = 3600.0  # seconds for a segment; it has some thousand games, and no bot is asked


class Checks:
    """Where the games of a run are checked: in this process, in several, or elsewhere."""

    def __init__(self, jobs: int, scheduler: str | None, tell: Callable[[str], None]) -> None:
        """`scheduler` is that of a configuration."""
        self.jobs: Final = jobs
        self.scheduler: Final = scheduler
        self.tell: Final = tell

    def __call__(
        self, run: Run, basis: Basis, firsts: Sequence[int], wanted: Sequence[tuple[int, ...]]
    ) -> Iterator[list[str]]:
        """The problems of each segment, in their order."""
        checkings = list(map(Checking, firsts, wanted))
        if self.scheduler is None and (self.jobs == 1 or len(checkings) < 2):
            yield from (problems_of(run, basis, checking) for checking in checkings)
            return
        found: dict[Task, list[str]] = {}
        waiting = list(reversed(checkings))
        executor = self._executor(run, basis)
        try:
            for checking in checkings:
                while checking not in found:
                    while waiting and len(executor.under_way()) < executor.room:
                        executor.submit(waiting.pop())
                    for task, value, error in executor.finished(WAIT):
                        if error is not None:
                            raise error
                        found[task] = value
                yield found.pop(checking)
        finally:
            executor.stop()

    def _executor(self, run: Run, basis: Basis) -> Executor:
        if self.scheduler is None:
            return LocalPool(partial(problems_of, run, basis), self.jobs, DEADLINE)
        from wallenstein.tourney.run.cluster.connecting import Connection
        from wallenstein.tourney.run.cluster.dask_executor import DaskExecutor
        from wallenstein.tourney.run.cluster.kit import kit_for_checks

        kit = kit_for_checks(run, basis, DEADLINE).packed()
        files = partial(files_of, run, Excerpts(read(run.manifest.path)))
        return DaskExecutor(Connection(self.scheduler, Path()), kit, files, Path(), self.tell)  # checks make no files


def files_of(run: Run, excerpts: Excerpts, checking: Checking, _without: Container[str] = ()) -> dict[str, bytes]:
    """All that a folder needs for a segment to be checked in it, by name."""
    segment = run.segment_with(checking.first)
    names = [CONFIG, *(f"{INPUTS}/{name}" for name in sizes_below(run.folder / INPUTS))]
    names += [file.name for file in segment.files]
    found = {FILE: excerpts.of(segment)}
    for name, data in zip(names, contents_of(run.folder / name for name in names), strict=True):
        if isinstance(data, OSError):
            raise data
        found[name] = data
    return found
