"""How certain a tournament's figures can be expected to be, before it is played: simulated with plausible strengths."""

from math import sqrt
from typing import Final, NamedTuple

import numpy as np
from scipy.special import ndtri

from wallenstein.stats.intervals import Interval
from wallenstein.stats.results import ABSENT, Floats, Ints, Results
from wallenstein.stats.simulation import simulated
from wallenstein.stats.standings import standings
from wallenstein.stats.strength import strengths
from wallenstein.tourney.formats import Seating
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
    """Half widths of intervals to expect: of win shares, and of strengths in points."""

    win_share: Width
    points: Width


def expected(cell: CellSchedule) -> Expectation:
    """What the games of a cell can be expected to tell."""
    played, part = _games(cell)
    names = [str(entry) for entry in range(max(max(game.seating) for game in played) + 1)]
    rng = np.random.default_rng(cell.master)
    every = [_simulated(names, played, rng) for _ in range(TIMES)]
    shares = [bot.win_share for results in every for bot in standings(results) if bot.games]
    points = [strength.points for results in every for strength in strengths(results)]
    return Expectation(_width(shares, sqrt(part)), _width(points, sqrt(part)))


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


def _simulated(names: list[str], played: list[_Game], rng: np.random.Generator) -> Results:
    seats = max(len(game.seating) for game in played)
    seatings: Ints = np.array([(*game.seating, *[ABSENT] * (seats - len(game.seating))) for game in played], np.int64)
    block, table = np.array([game[:2] for game in played], np.int64).T
    return simulated(names, seatings, block, plausible(len(names), rng), LUCK, rng, block * (table.max() + 1) + table)


def _width(intervals: list[Interval], scale: float) -> Width:
    half = [scale * (each.high - each.low) / 2 for each in intervals if each.low is not None and each.high is not None]
    return Width(float(np.mean(half)), max(half)) if half else Width(None, None)
