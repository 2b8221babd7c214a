"""How certain a tournament's figures can be expected to be, before it is played: simulated with plausible strengths."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

import numpy as np
from scipy.special import ndtri

from wallenstein.stats.intervals import Interval
from wallenstein.stats.results import ABSENT, Floats, Ints, Results
from wallenstein.stats.simulation import simulated
from wallenstein.stats.standings import standings
from wallenstein.stats.strength import strengths
from wallenstein.stats.until_known import blocks_until
from wallenstein.tourney.formats import Seating
from wallenstein.tourney.formats.rounds import InRounds, Placings
from wallenstein.tourney.schedule import CellSchedule

SPREAD: Final = 1.0  # standard deviation of strengths, on the natural log scale
LUCK: Final = 0.25  # how often a game repeats the luck of its table on its seed; real tournaments showed less
TIMES: Final = 3  # so many tournaments are simulated
MOST: Final = 20_000  # games of one, about; of larger tournaments, a part is simulated
ENOUGH: Final = 30  # seeds of which a part of the tables is taken rather than fewer seeds


class Width(NamedTuple):
    """Half the width of 95 % intervals: the mean over all bots, and the largest; None if there are none."""

    mean: float | None
    largest: float | None


class Expectation(NamedTuple):
    """Half widths of intervals to expect: of win shares, and of strengths in points; and how many games it takes.

    The number of games is None if it is that of the schedule, or if it was not simulated.
    """

    win_share: Width
    points: Width
    games: int | None = None


def expected(cell: CellSchedule) -> Expectation:
    """What the games of a cell can be expected to tell."""
    rng = np.random.default_rng(cell.master)
    if cell.in_rounds is None:
        played, part = _games(cell)
        every = [_simulated(cell.names, played, rng) for _ in range(TIMES)]
        if cell.precision is not None:
            return _until(cell, every, part)
    else:
        seeds = min(cell.seeds_a_round, max(len(cell.entries), MOST // (cell.rounds * cell.games_a_seed)))
        part = seeds / cell.seeds_a_round
        every = [_in_rounds(cell.in_rounds, seeds, rng) for _ in range(TIMES)]
    games = round(sum(results.games for results in every) / TIMES) if part == 1 else cell.games
    return _told(every, part, games if games < cell.games else None)


def _until(cell: CellSchedule, every: list[Results], part: float) -> Expectation:
    """Of a cell that ends when all win shares are known well enough."""
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
    """A tournament in rounds of so many seeds, whose tables follow from its simulated games."""
    found: list[Results] = []
    lineups, number = format.first(seeds), 0
    while lineups:
        tables = [number * seeds * format.tables + place for place in range(seeds * format.tables)]
        games = [(table, each) for table in tables for each in format.turned(lineups[table % len(lineups)])]
        seatings, table = (
            np.array(column, np.int64) for column in zip(*((each, at) for at, each in games), strict=True)
        )
        block = table // format.tables
        found.append(simulated(format.names, seatings, block, strength, LUCK, rng, table))
        number += 1
        played = Results.joined(format.names, found)
        placings = Placings(played.blocks[played.block], played.entrant, played.rank)
        lineups = format.next(placings, number, seeds).lineups
    return Results.joined(format.names, found)


def plausible(entries: int, rng: np.random.Generator) -> Floats:
    """Strengths of so many bots: those of a normal distribution, evenly spread, in random order."""
    return np.asarray(rng.permutation(SPREAD * ndtri((np.arange(entries) + 0.5) / entries)), np.float64)


class _Game(NamedTuple):
    number: int  # of its seed
    table: int
    seating: Seating


def _games(cell: CellSchedule) -> tuple[list[_Game], float]:
    """Some games, and which part of all they are."""
    seeds = min(cell.seeds, max(ENOUGH, MOST // cell.games_a_seed))
    step = -(-cell.games_a_seed * seeds // (2 * MOST))
    tables = (cell.table(index) for index in range(0, seeds * cell.format.tables, step))
    found = [_Game(table.number, table.table, seating) for table in tables for seating in table.seatings]
    return found, len(found) / cell.games


def _in_rounds(format: InRounds, seeds: int, rng: np.random.Generator) -> Results:
    return simulated_rounds(format, plausible(len(format.names), rng), seeds, rng)


def _simulated(names: Sequence[str], played: list[_Game], rng: np.random.Generator) -> Results:
    seats = max(len(game.seating) for game in played)
    seatings: Ints = np.array([(*game.seating, *[ABSENT] * (seats - len(game.seating))) for game in played], np.int64)
    block, table = np.array([game[:2] for game in played], np.int64).T
    return simulated(names, seatings, block, plausible(len(names), rng), LUCK, rng, block * (table.max() + 1) + table)


def _width(intervals: list[Interval], scale: float) -> Width:
    half = [scale * (each.high - each.low) / 2 for each in intervals if each.low is not None and each.high is not None]
    return Width(float(np.mean(half)), max(half)) if half else Width(None, None)
