"""A forecast: from a state between two seasons, every seat's chance to win."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from wallenstein.core.search.chances import chance_of, weigh
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BUILDINGS, NEUTRAL
from wallenstein.games.wallenstein.phases.scoring import MAJORITY

# Forecasts use a few numbers of every seat, from a state between two seasons.

FEATURES: Final = (
    "points", "counties", "buildings", "majorities", "armies", "thin", "fat", "thalers", "rich", "fed", "grain",
    "markers", "sites", "inside", "tray", "threat", "free", "edge", "borders", "walls",
)  # fmt: skip
(
    POINTS, COUNTIES, BUILT, MAJORITIES, ARMIES, THIN, FAT, THALERS, RICH, FED, CORN,
    MARKERS, SITES, INSIDE, TRAY, THREAT, FREE, EDGE, BORDERS, WALLS,
) = range(len(FEATURES))  # fmt: skip
KINDS: Final = len(BUILDINGS)
PURSE: Final = 6  # Thalers that a season can spend
MANY: Final = 5  # armies in one county


def features(state: State) -> list[list[int]]:
    """By seat, then by feature.

    Points; counties; buildings; points for majorities now; armies on the board, counties with one army, armies beyond
    five in a county; Thalers up to six, and those beyond; grain up to the counties to be fed, and beyond; revolt
    markers; free sites; cubes in the tower and in the tray. Then what lies on borders: what a stronger neighbour
    threatens, neutral counties within reach, counties next to rivals, their borders, and the buildings in them.
    """
    players = state.book.players
    rows: list[list[int]] = [[0] * len(FEATURES) for _ in range(players)]
    board = state.book.board
    region, sites, neighbours = board.region, board.sites, state.book.neighbours
    built = [[0] * players for _ in range(len(board.regions) * KINDS)]
    owners, armies, buildings, markers = state.owner, state.armies, state.buildings, state.markers
    for county, owner in enumerate(owners):  # mypyc makes `row[x] = row[x] + 1` quicker than `row[x] += 1`
        if owner == NEUTRAL:
            reached = 0  # the set of seats
            for near in neighbours[county]:
                seat = owners[near]
                if seat != NEUTRAL and armies[near] > 1 and not reached >> seat & 1:
                    reached |= 1 << seat
                    row = rows[seat]
                    row[FREE] = row[FREE] + 1
            continue
        row, standing, bits = rows[owner], armies[county], buildings[county]
        count = bits.bit_count() if bits else 0
        row[COUNTIES] = row[COUNTIES] + 1
        row[ARMIES] = row[ARMIES] + standing
        if standing == 1:
            row[THIN] = row[THIN] + 1
        elif standing > MANY:
            row[FAT] = row[FAT] + standing - MANY
        if markers[county]:
            row[MARKERS] = row[MARKERS] + markers[county]
        row[SITES] = row[SITES] + sites[county] - count
        if bits:
            row[BUILT] = row[BUILT] + count
            place = region[county] * KINDS
            for kind in range(KINDS):
                if bits >> kind & 1:
                    built[place + kind][owner] += 1
        borders, strongest = 0, 0
        for near in neighbours[county]:
            other = owners[near]
            if other != owner and other != NEUTRAL:
                borders += 1
                there = armies[near]
                if there > strongest:
                    strongest = there
        if borders:
            row[EDGE] = row[EDGE] + 1
            row[BORDERS] = row[BORDERS] + borders
            row[WALLS] = row[WALLS] + count
            if strongest > standing + 1:
                row[THREAT] = row[THREAT] + 1 + count
    count_majorities(built, rows)
    count_goods(state, rows)
    return rows


def count_majorities(built: Sequence[list[int]], rows: list[list[int]]) -> None:
    """Adds the points that majorities would bring now (W72)."""
    for place, counts in enumerate(built):
        most = tied = 0
        for count in counts:
            if count > most:
                most, tied = count, 1
            elif count == most:
                tied += 1
        if not most:
            continue
        gain = MAJORITY[place % KINDS] - (tied > 1)
        for seat, count in enumerate(counts):
            if count == most:
                rows[seat][MAJORITIES] += gain


def count_goods(state: State, rows: list[list[int]]) -> None:
    """Adds points, Thalers, grain, and the cubes in the tower and the tray."""
    for seat, row in enumerate(rows):
        thalers, grain, counties = state.thalers[seat], state.grain[seat], row[COUNTIES]
        row[POINTS] = state.vp[seat]
        row[THALERS] = min(thalers, PURSE)
        row[RICH] = max(0, thalers - PURSE)
        row[FED] = min(grain, counties)
        row[CORN] = max(0, grain - counties)
        row[INSIDE] = state.tower[seat]
        row[TRAY] = state.tray[seat]


FINAL_HEAT: Final = 0.6  # how much a point decides, when the game is over and only luck was left


class Forecast(NamedTuple):
    """Points that each feature brings until the end, and how surely points decide."""

    weights: tuple[float, ...]
    heat: float


@cache
def forecasts() -> dict[tuple[int, int], Forecast]:
    """By the year and the season that begin, from the file of `wallenstein forecast`."""
    text = (files("wallenstein.games.wallenstein") / "data" / "forecast.toml").read_text("utf-8")
    return {
        (stage["year"], stage["season"]): Forecast(tuple([stage["weights"][name] for name in FEATURES]), stage["heat"])
        for stage in tomllib.loads(text)["stage"]
    }


def expected_points(state: State) -> tuple[list[float], float]:
    """By seat, the points expected at the end, up to a common constant; and how surely they decide."""
    if state.decision is None:
        thalers = state.thalers
        return [points + thalers[seat] / 100 for seat, points in enumerate(state.vp)], FINAL_HEAT
    weights, heat = forecasts()[(state.year, min(state.season, 2))]
    return [weigh(weights, row) for row in features(state)], heat


def win_chance(state: State, seat: int) -> float:
    """The seat's chance to win, from a state at the beginning of a season or at the end of the game."""
    points, heat = expected_points(state)
    return chance_of(points, seat, heat)
