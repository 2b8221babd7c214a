"""How long a tournament takes: measured by playing a few of its games, which are not kept."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from wallenstein.core.arithmetic import total
from wallenstein.record.files.packed import records_of
from wallenstein.record.game_rows import KINDS, GameRows, ScheduledGame
from wallenstein.table.faults import FaultKind
from wallenstein.table.processes.keeper_line import KeeperProcess
from wallenstein.tourney.run.tournament import Tournament, run_context
from wallenstein.tourney.schedule import Schedule
from wallenstein.tourney.worker.context import RunContext
from wallenstein.tourney.worker.shared_memory import GamesDone
from wallenstein.tourney.worker.supervisor import Supervisor

ENOUGH: Final = 2.0  # seconds of games in which no bot hangs
PATIENCE: Final = 20.0  # seconds of all games
MOST_PATIENCE: Final = 60.0  # while a bot has hung in each of them
MOST: Final = 64  # chunks from which games are tried
TOO_SLOW: Final = (KINDS[FaultKind.TIMEOUT], KINDS[FaultKind.STALLED])


class TimeEstimate(NamedTuple):
    """The games that were tried, their time, the estimate for all games, and faults by bot."""

    games: int
    took: float
    seconds: float
    slow: dict[str, float]  # seconds of the estimate that bots take which exceed their time limits
    faults: dict[str, int]  # that counted, for bots that had any


class Tried(NamedTuple):
    """A game that was tried."""

    seconds: float
    seating: tuple[int, ...]


def estimate(tournament: Tournament, jobs: int) -> TimeEstimate:
    """Plays games of chunks spread evenly over the schedule for a few seconds."""
    schedule, names = tournament.schedule, tournament.config.entry_names
    began = monotonic()
    pilot = Pilot(run_context(tournament, Path(), GamesDone()))
    try:
        chunks = [schedule.games(chunk) for chunk in _spread(schedule)]
        pilot.play(games[0] for games in chunks)
        if not pilot.usual:
            pilot.play(games[len(games) // 2] for games in chunks)
    finally:
        pilot.keeper.stop()
    took = monotonic() - began
    usual, beyond = seconds_of(pilot.tried, pilot.slow)
    shares = {bot: _share([game for games in chunks for game in games], bot) for bot in sorted(beyond)}
    lost = {names[bot]: beyond[bot] * share * schedule.total / jobs for bot, share in shares.items()}
    seconds = usual * schedule.total / jobs + total(lost.values())
    return TimeEstimate(len(pilot.tried), took, seconds, lost, _faults(pilot.rows, names))


class Pilot:
    """Plays some games, but with each bot that hangs only one.

    Such a game takes so much longer than others that a few of them say nothing about the rest.
    """

    def __init__(self, context: RunContext) -> None:
        self.context: Final = context
        self.rows: Final = GameRows(context.tables)
        self.keeper: Final = KeeperProcess(context.preloaded)
        self.tried: list[Tried] = []
        self.slow: set[int] = set()
        self.began = monotonic()

    @property
    def usual(self) -> float:
        """Seconds of games without a bot that hangs."""
        return total(game.seconds for game in self.tried if self.slow.isdisjoint(game.seating))

    def play(self, games: Iterable[ScheduledGame]) -> None:
        """Until it is enough."""
        for game in games:
            took = monotonic() - self.began
            if self.usual > ENOUGH or took > (PATIENCE if self.usual else MOST_PATIENCE):
                return
            if self.slow.isdisjoint(game.seating):
                start = monotonic()
                Supervisor(self.context, self.keeper, self.rows, [game], lambda done: None).run()
                self.tried.append(Tried(monotonic() - start, game.seating))
                self.slow |= _too_slow(self.rows, game)


def seconds_of(tried: Sequence[Tried], slow: set[int]) -> tuple[float, dict[int, float]]:
    """The seconds of a game without a bot that hangs, and how many more each of those takes.

    If one sat in every game, nobody knows what games are like without it: then it takes no more.
    """
    usual = [game.seconds for game in tried if slow.isdisjoint(game.seating)]
    if not usual:
        return total(game.seconds for game in tried) / len(tried), {}
    mean = total(usual) / len(usual)
    beyond = {}
    for bot in slow:
        own = [(game.seconds - mean) / len(slow.intersection(game.seating)) for game in tried if bot in game.seating]
        beyond[bot] = max(0.0, total(own) / len(own))
    return mean, beyond


def _spread(schedule: Schedule) -> list[int]:
    known = [chunk for chunk in range(schedule.chunks) if schedule.is_planned(chunk)]
    return known[:: max(1, len(known) // MOST)]


def _too_slow(rows: GameRows, game: ScheduledGame) -> set[int]:
    """The bots that have exceeded a time limit in a game."""
    faults = records_of(rows.tables["faults"])
    found = faults[(faults["game"] == game.number) & np.isin(faults["kind"], TOO_SLOW)]
    return {game.seating[int(seat)] for seat in found["seat"]}


def _share(games: Sequence[ScheduledGame], bot: int) -> float:
    """In which share of some games a bot plays."""
    return sum(bot in game.seating for game in games) / len(games)


def _faults(rows: GameRows, names: Sequence[str]) -> dict[str, int]:
    seats = records_of(rows.tables["seats"])
    each = np.bincount(seats["bot"], seats["faults"], len(names))
    return {name: int(number) for name, number in zip(names, each, strict=True) if number}
