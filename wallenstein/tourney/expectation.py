"""The precision that a tournament can be expected to reach, and the time that it takes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from wallenstein.bots.entrants import entrant
from wallenstein.core.arithmetic import total
from wallenstein.core.reports import Estimate
from wallenstein.record.game_rows import KINDS, GameRows, ScheduledGame
from wallenstein.record.tables import MEASURED, listed
from wallenstein.record.write import records_of
from wallenstein.stats.results import ABSENT, Floats, Ints, Results
from wallenstein.stats.special import ndtri
from wallenstein.stats.standings import blocks_until, standings
from wallenstein.stats.strength import strengths
from wallenstein.table.faults import FaultKind
from wallenstein.table.processes.keeper_line import KeeperProcess
from wallenstein.tourney.formats import InRounds, Placings, Seating
from wallenstein.tourney.run import Tournament, run_context
from wallenstein.tourney.schedule import CellSchedule, make_schedule
from wallenstein.tourney.worker.context import GamesDone, RunContext
from wallenstein.tourney.worker.supervisor import Supervisor

BASE, SCALE = 25.0, 5.0  # points of the mean bot, and points for one unit of strength or luck


def simulated(
    names: Sequence[str],
    seatings: Ints,
    block: Ints,
    strengths: Floats,
    shared: float,
    rng: np.random.Generator,
    together: Ints | None = None,
) -> Results:
    """Games with these seatings, a row for each, between bots of these log strengths.

    Each game alone is exactly Plackett-Luce. With chance `shared` it repeats the luck that each bot has in games with
    the same number in `together`, by default those of its block, so that they hang together.
    """
    taken = seatings != ABSENT
    entrant = np.where(taken, seatings, 0)
    numbers, place = np.unique(block if together is None else together, return_inverse=True)
    common = rng.gumbel(size=(len(numbers), len(strengths)))[place[:, None], entrant]
    repeats = rng.random((len(seatings), 1)) < shared
    level = np.where(taken, strengths[entrant] + np.where(repeats, common, rng.gumbel(size=entrant.shape)), -np.inf)
    rank = 1 + (level[:, :, None] < level[:, None, :]).sum(axis=2)
    game, seat = np.nonzero(taken)
    score = np.round(BASE + SCALE * level[taken])
    return Results.from_rows(names, game, block[game], seat, entrant[taken], rank[taken], score)


SPREAD: Final = 1.0  # standard deviation of strengths, on the natural log scale
LUCK: Final = 0.25  # how often a game repeats the luck of its table on its seed; real tournaments show less
TIMES: Final = 3  # simulated tournaments
MOST_GAMES: Final = 20_000  # games of one, about; only a part of a larger tournament is simulated
ENOUGH_SEEDS: Final = 30  # seeds; for fewer, some tables are left out instead


class Width(NamedTuple):
    """Half the width of 95 % intervals: the mean over all bots, and the largest; None if there are none."""

    mean: float | None
    largest: float | None


class Expectation(NamedTuple):
    """Half widths of intervals to expect: of win shares, and of strengths in points; and the number of games.

    The number of games is None for all games of the schedule, or without a simulation.
    """

    win_share: Width
    points: Width
    games: int | None = None


def expected(cell: CellSchedule) -> Expectation:
    rng = np.random.default_rng(0)  # any; the run's own seed needs no second use
    if cell.in_rounds is None:
        played, part = _games(cell)
        every = [_simulated(cell.names, played, rng) for _ in range(TIMES)]
        if cell.precision is not None:
            return _until(cell, every, part)
    else:
        seeds = min(cell.seeds_a_round, max(len(cell.entries), MOST_GAMES // (cell.rounds * cell.games_a_seed)))
        part, bots = seeds / cell.seeds_a_round, len(cell.in_rounds.names)
        every = [simulated_rounds(cell.in_rounds, plausible(bots, rng), seeds, rng) for _ in range(TIMES)]
    games = round(sum(results.games for results in every) / TIMES) if part == 1 else cell.games
    return _told(every, part, games if games < cell.games else None)


def _until(cell: CellSchedule, every: list[Results], part: float) -> Expectation:
    """For a cell that ends with the precision of all win shares."""
    assert cell.precision is not None
    blocks = [end for results in every if (end := blocks_until(results, cell.precision)) is not None]
    if len(blocks) < len(every):
        return _told(every, part, None)
    ended = [next(results.parts(int((results.block < end).sum()))) for results, end in zip(every, blocks, strict=True)]
    share = len(blocks) * cell.games_a_seed / sum(results.games / results.block_count for results in every)
    games = round(share * sum(results.games for results in ended) / TIMES)
    return _told(ended, 1 / share, games if games < cell.games else None)


def _told(every: list[Results], part: float, games: int | None) -> Expectation:
    """The widths in some tournaments, of which this part was simulated."""
    shares = [bot.win_share for results in every for bot in standings(results) if bot.games]
    points = [strength.points for results in every for strength in strengths(results)]
    return Expectation(_width(shares, sqrt(part)), _width(points, sqrt(part)), games)


def simulated_rounds(format: InRounds, strength: Floats, seeds: int, rng: np.random.Generator) -> Results:
    """A tournament in rounds of this many seeds, whose tables follow from its simulated games."""
    found: list[Results] = []
    lineups, number = format.first(seeds), 0
    while lineups:
        tables = [number * seeds * format.tables + place for place in range(seeds * format.tables)]
        games = [(each, table) for table in tables for each in format.turned(lineups[table % len(lineups)])]
        seatings, table = (np.array(column, np.int64) for column in zip(*games, strict=True))
        block = table // format.tables
        found.append(simulated(format.names, seatings, block, strength, LUCK, rng, table))
        number += 1
        played = Results.joined(format.names, found)
        placings = Placings(played.blocks[played.block], played.entrant, played.rank)
        lineups = format.next(placings, number, seeds).lineups
    return Results.joined(format.names, found)


def plausible(entries: int, rng: np.random.Generator) -> Floats:
    """Strengths of this number of bots: of a normal distribution, evenly spread, in random order."""
    return np.asarray(rng.permutation(SPREAD * ndtri((np.arange(entries) + 0.5) / entries)), np.float64)


_Game = tuple[int, int, Seating]  # the number of its seed, its table, its bots


def _games(cell: CellSchedule) -> tuple[list[_Game], float]:
    seeds = min(cell.seeds, max(ENOUGH_SEEDS, MOST_GAMES // cell.games_a_seed))
    step = -(-cell.games_a_seed * seeds // (2 * MOST_GAMES))
    tables = (cell.table(index) for index in range(0, seeds * cell.format.tables, step))
    found = [(table.number, table.table, seating) for table in tables for seating in table.seatings]
    return found, len(found) / cell.games


def _simulated(names: Sequence[str], played: list[_Game], rng: np.random.Generator) -> Results:
    seats = max(len(seating) for _, _, seating in played)
    seatings: Ints = np.array([(*bots, *[ABSENT] * (seats - len(bots))) for _, _, bots in played], np.int64)
    block, table = np.array([game[:2] for game in played], np.int64).T
    return simulated(names, seatings, block, plausible(len(names), rng), LUCK, rng, block * (table.max() + 1) + table)


def _width(intervals: list[Estimate], scale: float) -> Width:
    half = [scale * (each.high - each.low) / 2 for each in intervals if each.low is not None and each.high is not None]
    return Width(float(np.mean(half)), max(half)) if half else Width(None, None)


ENOUGH_SECONDS: Final = 2.0  # seconds of games in which no bot hangs
PATIENCE: Final = 20.0  # seconds of all games
MOST_PATIENCE: Final = 60.0  # while a bot has hung in each of them
MOST_CHUNKS: Final = 64  # chunks from which games are tried
TOO_SLOW: Final = (KINDS[FaultKind.TIMEOUT], KINDS[FaultKind.STALLED])


class TimeEstimate(NamedTuple):
    """The games that were tried, their time, the estimate for all games, and faults by bot."""

    games: int
    took: float
    seconds: float
    slow: dict[str, float]  # seconds of the estimate caused by bots that exceed their limits
    faults: dict[str, int]  # games that count, for bots with any
    calls: dict[str, int]  # of each language model in all games, if no answer is sent back


class TimedGame(NamedTuple):
    seconds: float
    seating: tuple[int, ...]


def estimate(tournament: Tournament, jobs: int) -> TimeEstimate:
    names, seed = tournament.config.entry_names, tournament.config.seed
    schedule = make_schedule(tournament.config, key=seed)
    began = monotonic()
    context, models = without_models(replace(run_context(tournament, Path(), GamesDone()), key=seed))
    pilot = Pilot(context)
    try:
        known = [chunk for chunk in range(schedule.chunks) if schedule.is_planned(chunk)]
        chunks = [schedule.games(chunk) for chunk in known[:: max(1, len(known) // MOST_CHUNKS)]]
        pilot.play(([game] for game in _with_every_bot(games for chunk in chunks for games in chunk)), every=True)
        first = [games[0] for games in chunks]
        pilot.play(first[number - 1 : 2 * number - 1] for number in (1, 2, 4, 8, 16, 32, 64))
        if not pilot.usual:
            pilot.play([games[len(games) // 2]] for games in chunks)
    finally:
        pilot.keeper.stop()
    took = monotonic() - began
    usual, beyond = seconds_of(pilot.tried, pilot.slow)
    every = [game.seating for games in chunks for game in games]
    shares = {bot: sum(bot in seating for seating in every) / len(every) for bot in sorted(beyond)}
    lost = {names[bot]: beyond[bot] * share * schedule.total / jobs for bot, share in shares.items()}
    seconds = usual * schedule.total / jobs + total(lost.values())
    calls = {names[bot]: calls_of(bot, pilot.rows, every, schedule.total) for bot in models}
    return TimeEstimate(len(pilot.tried), took, seconds, lost, _faults(pilot.rows, names), calls)


def without_models(context: RunContext) -> tuple[RunContext, list[int]]:
    """With random choices instead of each language model, so that nothing is paid; and the entries of the models."""
    models = [bot for bot, maker in enumerate(context.cells[0].makers) if getattr(maker, "is_model", False)]
    if not models:
        return context, models
    chance = entrant("random")
    cells = [
        replace(cell, makers=[chance if bot in models else maker for bot, maker in enumerate(cell.makers)])
        for cell in context.cells
    ]
    return replace(context, cells=cells, tables={**context.tables, MEASURED: listed()[MEASURED]}), models


def calls_of(bot: int, rows: GameRows, seatings: Sequence[Sequence[int]], games: int) -> int:
    """By the decisions of its seats in the games that were tried."""
    its = records_of(rows.tables["seats"])["bot"] == bot
    decisions = records_of(rows.tables[MEASURED])["decisions"][its]
    seats = sum(list(seating).count(bot) for seating in seatings) / len(seatings)
    return round(float(decisions.mean()) * seats * games) if len(decisions) else 0


class Pilot:
    """Plays some games, but only one with each bot that hangs.

    Such a game takes far longer, so a few of them show nothing about the rest.
    """

    def __init__(self, context: RunContext) -> None:
        self.context: Final = context
        self.rows: Final = GameRows(context.tables)
        self.keeper: Final = KeeperProcess(context.preloaded)
        self.tried: list[TimedGame] = []
        self.played: set[int] = set()  # numbers of games
        self.slow: set[int] = set()
        self.began = monotonic()

    @property
    def usual(self) -> float:
        """Seconds of games without a bot that hangs."""
        return total(game.seconds for game in self.tried if self.slow.isdisjoint(game.seating))

    def play(self, groups: Iterable[list[ScheduledGame]], every: bool = False) -> None:
        """Plays until the time is known well enough, or `every` group; each in a process, as the chunks of a run."""
        for group in groups:
            took = monotonic() - self.began
            if every and took < MOST_PATIENCE:
                pass
            elif self.usual > ENOUGH_SECONDS or took > (PATIENCE if self.usual else MOST_PATIENCE):
                return
            games = [each for each in group if self.slow.isdisjoint(each.seating) and each.number not in self.played]
            if games:
                start = monotonic()
                Supervisor(self.context, self.keeper, self.rows, games, lambda done: None).run()
                seconds = (monotonic() - start) / len(games)
                for game in games:
                    self.played.add(game.number)
                    self.tried.append(TimedGame(seconds, game.seating))
                    self.slow |= _too_slow(self.rows, game)


def seconds_of(tried: Sequence[TimedGame], slow: set[int]) -> tuple[float, dict[int, float]]:
    """The seconds of a game without a bot that hangs, and the extra seconds of each such bot.

    If one sat in every game, the time without it is unknown, and its extra time is 0.
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


def _with_every_bot(games: Iterable[ScheduledGame]) -> Iterator[ScheduledGame]:
    seen = set[int]()
    for game in games:
        if not seen.issuperset(game.seating):
            seen.update(game.seating)
            yield game


def _too_slow(rows: GameRows, game: ScheduledGame) -> set[int]:
    faults = records_of(rows.tables["faults"])
    found = faults[(faults["game"] == game.number) & np.isin(faults["kind"], TOO_SLOW)]
    return {game.seating[int(seat)] for seat in found["seat"]}


def _faults(rows: GameRows, names: Sequence[str]) -> dict[str, int]:
    seats = records_of(rows.tables["seats"])
    each = np.bincount(seats["bot"], seats["faults"], len(names))
    return {name: int(number) for name, number in zip(names, each, strict=True) if number}
