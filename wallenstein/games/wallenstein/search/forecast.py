"""A forecast: from a state between two seasons, every seat's chance to win."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from wallenstein.core.arithmetic import total
from wallenstein.core.search.chances import chance_of
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


def features(state: State) -> list[list[float]]:
    """By seat, then by feature.

    Points; counties; buildings; points for majorities now; armies on the board, counties with one army, armies beyond
    five in a county; Thalers up to six, and those beyond; grain up to the counties to be fed, and beyond; revolt
    markers; free sites; cubes in the tower and in the tray. Then what lies on borders: what a stronger neighbour
    threatens, neutral counties within reach, counties next to rivals, their borders, and the buildings in them.
    """
    players = state.book.players
    rows: list[list[float]] = [[0.0] * len(FEATURES) for _ in range(players)]
    board = state.book.board
    region, sites = board.region, board.sites
    built = [[0] * players for _ in range(len(board.regions) * KINDS)]
    armies, buildings, markers = state.armies, state.buildings, state.markers
    for county, owner in enumerate(state.owner):
        if owner == NEUTRAL:
            continue
        row, standing, bits = rows[owner], armies[county], buildings[county]
        count = bits.bit_count()
        row[COUNTIES] += 1
        row[ARMIES] += standing
        if standing == 1:
            row[THIN] += 1
        elif standing > MANY:
            row[FAT] += standing - MANY
        row[MARKERS] += markers[county]
        row[SITES] += sites[county] - count
        if bits:
            row[BUILT] += count
            place = region[county] * KINDS
            for kind in range(KINDS):
                if bits >> kind & 1:
                    built[place + kind][owner] += 1
    count_borders(state, rows)
    count_majorities(built, rows)
    count_goods(state, rows)
    return rows


def count_borders(state: State, rows: list[list[float]]) -> None:
    """Adds the features of borders."""
    owners, armies, buildings, neighbours = state.owner, state.armies, state.buildings, state.book.neighbours
    for county in state.book.counties:
        owner = owners[county]
        if owner == NEUTRAL:
            for seat in {owners[near] for near in neighbours[county] if armies[near] > 1}:
                rows[seat][FREE] += 1
            continue
        borders, strongest = 0, 0
        for near in neighbours[county]:
            other = owners[near]
            if other not in (owner, NEUTRAL):
                borders += 1
                if armies[near] > strongest:
                    strongest = armies[near]
        if borders:
            row, count = rows[owner], buildings[county].bit_count()
            row[EDGE] += 1
            row[BORDERS] += borders
            row[WALLS] += count
            if strongest > armies[county] + 1:
                row[THREAT] += 1 + count


def count_majorities(built: Sequence[list[int]], rows: list[list[float]]) -> None:
    """Adds the points that majorities would bring now (W72)."""
    for place, counts in enumerate(built):
        most = max(counts)
        if not most:
            continue
        height = MAJORITY[place % KINDS]
        if counts.count(most) == 1:
            rows[counts.index(most)][MAJORITIES] += height
        else:
            for seat, count in enumerate(counts):
                if count == most:
                    rows[seat][MAJORITIES] += height - 1


def count_goods(state: State, rows: list[list[float]]) -> None:
    """Adds points, Thalers, grain, and the cubes in the tower and the tray."""
    for seat, row in enumerate(rows):
        thalers, grain, counties = state.thalers[seat], state.grain[seat], row[COUNTIES]
        row[POINTS] = state.vp[seat]
        row[THALERS] = min(thalers, PURSE)
        row[RICH] = max(0, thalers - PURSE)
        row[FED] = min(grain, counties)
        row[CORN] = max(0.0, grain - counties)
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
    return [total(map(float.__mul__, weights, row)) for row in features(state)], heat


def win_chance(state: State, seat: int) -> float:
    """The seat's chance to win, from a state at the beginning of a season or at the end of the game."""
    points, heat = expected_points(state)
    return chance_of(points, seat, heat)
