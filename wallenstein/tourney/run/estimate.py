"""How long a tournament will take: measured by playing a few of its games, which are then forgotten."""

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from wallenstein.record.arrow import packed_rows
from wallenstein.record.rows import Book
from wallenstein.tourney.run.ticker import Ticker
from wallenstein.tourney.run.tournament import Tournament, facts, stage_of
from wallenstein.tourney.worker.supervisor import Supervisor

ENOUGH: Final = 2.0  # seconds
MOST: Final = 64  # games


class Estimate(NamedTuple):
    """The games that were tried, how long they took, what that makes for all of them, and faults by bot."""

    games: int
    took: float
    seconds: float
    faults: dict[str, int]  # that counted, of the bots that had any


def estimate(tournament: Tournament, jobs: int) -> Estimate:
    """Plays the first game of chunks that lie evenly over the schedule, until it has taken long enough."""
    planned = tournament.planned
    stage = stage_of(tournament, Path(), Ticker())
    step = max(1, planned.chunks // MOST)
    book = Book(stage.tables)
    began, games = monotonic(), 0
    for chunk in range(0, planned.chunks, step):
        some = facts(planned, chunk)[:1]
        Supervisor(stage, book, some, lambda done: None).run()
        games += len(some)
        if monotonic() - began > ENOUGH:
            break
    took = monotonic() - began
    return Estimate(games, took, took / games * planned.total / jobs, _faults(book, tournament.config.entry_names))


def _faults(book: Book, names: Sequence[str]) -> dict[str, int]:
    seats = packed_rows(book.rows["seats"])
    each = np.bincount(seats["bot"], seats["faults"], len(names))
    return {name: int(number) for name, number in zip(names, each, strict=True) if number}
