"""The tables of Wallenstein: every plan, action and throw, and each seat's standing after every season."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from wallenstein.core.tables import Rows, Table, listed_tables
from wallenstein.games.wallenstein.board.values import data_text
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.journal.throws import THROWS
from wallenstein.games.wallenstein.model.codes import GAME, SEASON, SEAT, YEAR
from wallenstein.games.wallenstein.model.entries import BoardSeen
from wallenstein.games.wallenstein.names import ACTIONS, BUILDINGS, MOMENTS, OUTCOMES, TILES
from wallenstein.games.wallenstein.plan import COUNTIES
from wallenstein.games.wallenstein.rules import EDITIONS, Rules, cards

EVENTS: Final = tuple(dict.fromkeys(event.id for edition in EDITIONS for event in cards(edition, 4).events))


LISTED: Final = listed_tables(
    data_text("tables.toml"),
    {"county": COUNTIES, "action": ACTIONS, "outcome": OUTCOMES, "tile": TILES, "event": EVENTS, "moment": MOMENTS},
    *(GAME, YEAR, SEASON, SEAT),
)
BASE: Final = tuple(
    (LISTED | {"throws": THROWS})[name] for name in ("plans", "turns", "actions", "throws", "seasons", "counties")
)


def tables() -> tuple[Table, ...]:
    """The base game's tables with the columns that expansions add, then the expansions' own; counties by any board."""
    parts = EXPANSIONS.values()
    base = [
        replace(
            table, columns=(*table.columns, *(column for part in parts for column in part.columns.get(table.name, ())))
        )
        for table in BASE
    ]
    own = (table for part in parts for table in part.tables)
    return tuple([replace(table, named=with_counties) for table in (*base, *own)])


def with_counties(table: Table, rules: Rules) -> Table:
    """The table with the ids of the board in the columns of counties."""
    ids = rules.board.ids
    if ids == COUNTIES:
        return table
    size = len(COUNTIES)
    columns = [
        replace(column, names=(*ids, *column.names[size:])) if column.names[:size] == COUNTIES else column
        for column in table.columns
    ]
    return replace(table, columns=tuple(columns))


SIZE: Final = Rows(LISTED["counties"]).packer.size  # of a row
GAME_BYTES: Final = 4
OWNER: Final = GAME_BYTES + 3  # after the game: year, season and county, one byte each
ARMIES: Final = OWNER + 1
BUILT: Final = ARMIES + 1
MARKERS: Final = BUILT + len(BUILDINGS)
PARTS: Final = 4  # the parts of a moment: owners, armies, buildings and markers, each for all counties
HAS: Final = [bytes(bits >> kind & 1 for bits in range(256)) for kind in range(len(BUILDINGS))]  # by building


def board_rows(number: int, seen: Sequence[BoardSeen]) -> bytes:
    """The packed rows: county after county, each at all the moments."""
    moments = len(seen)
    rows = bytearray(_template(tuple([(year, season) for year, season, _ in seen])))
    for place, value in enumerate(number.to_bytes(GAME_BYTES, "little")):
        if value:
            rows[place::SIZE] = bytes([value]) * (len(rows) // SIZE)
    things = bytearray(PARTS * len(COUNTIES) * moments)  # in the order of the rows, part after part
    for moment, (_, _, shown) in enumerate(seen):
        things[moment::moments] = shown
    each = len(COUNTIES) * moments
    owners, armies, buildings, markers = (things[part * each : (part + 1) * each] for part in range(PARTS))
    rows[OWNER::SIZE] = owners
    rows[ARMIES::SIZE] = armies
    for kind, has in enumerate(HAS):
        rows[BUILT + kind :: SIZE] = buildings.translate(has)
    rows[MARKERS::SIZE] = markers
    return bytes(rows)


@lru_cache(maxsize=8)
def _template(moments: tuple[tuple[int, int], ...]) -> bytes:
    """The rows of game 0 with an empty board."""
    rows = Rows(LISTED["counties"])
    for county in range(len(COUNTIES)):
        for year, season in moments:
            rows.add(0, year, season, county, 0, 0, False, False, False, 0)
    return b"".join(rows.packed)
