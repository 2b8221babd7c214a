"""A forecast: from a state between two seasons, every seat's chance to win."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from wallenstein.core.errors import ConfigError
from wallenstein.core.search.chances import FittedWeights, chance_of, read_weights, weigh
from wallenstein.core.search.playout import Value
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BUILDINGS, NEUTRAL
from wallenstein.games.wallenstein.phases.scoring import majorities

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
    count_goods(state, rows, majorities(built, players))
    return rows


def count_goods(state: State, rows: list[list[int]], majorities: list[list[int]]) -> None:
    """Adds points, also those of majorities now (W72), Thalers, grain, and the cubes in the tower and the tray."""
    for seat, row in enumerate(rows):
        thalers, grain, counties = state.thalers[seat], state.grain[seat], row[COUNTIES]
        row[POINTS] = state.vp[seat]
        row[MAJORITIES] = sum(majorities[seat])  # exact: ints
        row[THALERS] = min(thalers, PURSE)
        row[RICH] = max(0, thalers - PURSE)
        row[FED] = min(grain, counties)
        row[CORN] = max(0, grain - counties)
        row[INSIDE] = state.tower[seat]
        row[TRAY] = state.tray[seat]


FINAL_HEAT: Final = 0.6  # how much a point decides, when the game is over and only luck was left


Stage: TypeAlias = tuple[int, int]  # the year and the season that begin
Learned = TypeVar("Learned")


def read_stages(file: str, command: str, read: Callable[[Mapping[str, Any]], Learned]) -> dict[Stage, Learned]:
    """What was learned for each stage, from a file of this command, by default the packaged one."""
    place = Path(file) if file else Path(__file__).parents[1] / "data" / f"{command}.toml"
    try:
        stages = tomllib.loads(place.read_text("utf-8"))["stage"]
        found = {(stage["year"], stage["season"]): read(stage) for stage in stages}
        for year, season in sorted(read_stages("", command, read).keys() - found.keys()) if file else ():
            raise ValueError(f"year {year}, season {season} is missing")
    except OSError as error:
        raise ConfigError(f"{command}: {place.absolute()} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise ConfigError(f"{command}: {file} is not a file of `wallenstein {command}`: {reason}") from None
    return found


@cache
def forecasts(file: str = "") -> dict[Stage, FittedWeights]:
    return read_stages(file, "forecast", lambda stage: read_weights(stage, FEATURES))


def expected_points(state: State, file: str = "") -> tuple[list[float], float]:
    """By seat, the points expected at the end, up to a common constant; and how surely they decide."""
    if state.decision is None:
        thalers = state.thalers
        return [points + thalers[seat] / 100 for seat, points in enumerate(state.vp)], FINAL_HEAT
    weights, heat = forecasts(file)[(state.year, min(state.season, 2))]
    return [weigh(weights, row) for row in features(state)], heat


def win_chance(state: State, seat: int, file: str = "") -> float:
    """The seat's chance to win, from a state at the beginning of a season or at the end of the game."""
    points, heat = expected_points(state, file)
    return chance_of(points, seat, heat)


def value_by(file: str) -> Value:
    """The same by the forecast of a file; ConfigError if it is not one."""
    forecasts(file)
    return partial(win_chance, file=file)
