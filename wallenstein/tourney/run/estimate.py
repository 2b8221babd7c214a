"""How long a tournament takes: measured by playing a few of its games, which are not kept."""

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from wallenstein.record.files.packed import records_of
from wallenstein.record.game_rows import GameRows
from wallenstein.table.processes.keeper_line import KeeperProcess
from wallenstein.tourney.run.tournament import Tournament, run_context
from wallenstein.tourney.worker.shared_memory import GamesDone
from wallenstein.tourney.worker.supervisor import Supervisor

ENOUGH: Final = 2.0  # seconds
MOST: Final = 64  # games


class TimeEstimate(NamedTuple):
    """The games that were tried, their time, the estimate for all games, and faults by bot."""

    games: int
    took: float
    seconds: float
    faults: dict[str, int]  # that counted, for bots that had any


def estimate(tournament: Tournament, jobs: int) -> TimeEstimate:
    """Plays the first game of chunks spread evenly over the schedule, for a few seconds."""
    schedule = tournament.schedule
    context = run_context(tournament, Path(), GamesDone())
    known = [chunk for chunk in range(schedule.chunks) if schedule.is_planned(chunk)]
    step = max(1, len(known) // MOST)
    rows = GameRows(context.tables)
    began, games = monotonic(), 0
    keeper = KeeperProcess(context.preloaded)
    try:
        for chunk in known[::step]:
            some = schedule.games(chunk)[:1]
            Supervisor(context, keeper, rows, some, lambda done: None).run()
            games += len(some)
            if monotonic() - began > ENOUGH:
                break
    finally:
        keeper.stop()
    took = monotonic() - began
    seconds = took / games * schedule.total / jobs
    return TimeEstimate(games, took, seconds, _faults(rows, tournament.config.entry_names))


def _faults(rows: GameRows, names: Sequence[str]) -> dict[str, int]:
    seats = records_of(rows.tables["seats"])
    each = np.bincount(seats["bot"], seats["faults"], len(names))
    return {name: int(number) for name, number in zip(names, each, strict=True) if number}
