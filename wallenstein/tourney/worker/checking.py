"""Checks some recorded games, on any machine that has the files of their segment."""

from pathlib import Path
from typing import NamedTuple

from wallenstein.record.dataset import Run
from wallenstein.record.expected import Basis
from wallenstein.record.verify import check_segment
from wallenstein.tourney.recorded_games import basis_of


class Checking(NamedTuple):
    """A segment that is to be checked: by its first game, and which of its games are to be replayed."""

    first: int
    wanted: tuple[int, ...]

    def __str__(self) -> str:
        return f"of game {self.first}, to be checked,"


def problems_of(run: Run, basis: Basis, checking: Checking) -> list[str]:
    """A sentence for everything that is not as it must be."""
    return list(check_segment(run, basis, run.segment_with(checking.first), checking.wanted))


def problems_in(folder: Path, checking: Checking) -> list[str]:
    """The same, of a folder with the excerpt of a run."""
    run = Run(folder)
    return problems_of(run, basis_of(run), checking)
