"""How long a tournament will take: measured by playing a few of its games, which are then forgotten."""

from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from wallenstein.record.rows import Book
from wallenstein.tourney.play import Tournament, facts, stage_of
from wallenstein.tourney.supervisor import Supervisor
from wallenstein.tourney.ticker import Ticker

ENOUGH: Final = 2.0  # seconds
MOST: Final = 64  # games


class Estimate(NamedTuple):
    """The games that were tried, how long they took, and what that makes for all of them."""

    games: int
    took: float
    seconds: float


def estimate(tournament: Tournament, jobs: int) -> Estimate:
    """Plays the first game of chunks that lie evenly over the schedule, until it has taken long enough."""
    planned = tournament.planned
    stage = stage_of(tournament, Path(), Ticker())
    step = max(1, planned.chunks // MOST)
    began, games = monotonic(), 0
    for chunk in range(0, planned.chunks, step):
        some = facts(planned, chunk)[:1]
        Supervisor(stage, Book(stage.tables), some, lambda done: None).run()
        games += len(some)
        if monotonic() - began > ENOUGH:
            break
    took = monotonic() - began
    return Estimate(games, took, took / games * planned.total / jobs)
