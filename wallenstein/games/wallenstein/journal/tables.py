"""The tables of Wallenstein: every plan, action and throw, and each seat's standing after every season."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.journal.throws import THROWS
from wallenstein.games.wallenstein.model.codes import COUNTIES, GAME, SEASON, SEAT, YEAR, county_column
from wallenstein.games.wallenstein.model.entries import BoardSeen
from wallenstein.games.wallenstein.names import ACTIONS, BUILDINGS, MOMENTS, OUTCOMES, TILES
from wallenstein.games.wallenstein.rules import EDITIONS, cards

EVENTS: Final = tuple(dict.fromkeys(event.id for edition in EDITIONS for event in cards(edition, 4).events))


PLANS: Final = Table(
    "plans",
    "One row per season and seat: the seat's plan (W23).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        *(county_column(action, f"county planned for {action}; null if none") for action in ACTIONS),
        Column("bid", "i8", "Thalers bid; -1: a county card, a dice tower card or nothing"),
        county_column("bid_county", "county card that was bid; null if none"),
    ),
)

ACTIONS_TABLE: Final = Table(
    "actions",
    "One row per planned action, in the order of play (W28, W40-W44).",
    (
        GAME,
        YEAR,
        SEASON,
        Column("slot", "i8", "slot of the action, 1 to 10"),
        SEAT,
        Column("action", "category", "the action", ACTIONS),
        county_column("county", "county that it was planned for"),
        Column("outcome", "category", "`done`, or the reason if it was skipped; `void`: the county was lost", OUTCOMES),
        Column("amount", "i8", "Thalers or grain gained, armies placed or marched", varied=True),
        county_column("to", "county that armies marched to (combat A and B) or moved to (deploy 1)"),
        Column("moved", "i8", "armies moved after deploy 1"),
    ),
)

SEASONS_TABLE: Final = Table(
    "seasons",
    "One row per season and seat: its standing afterwards; in winter, before grain and markers are removed (W73).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        Column("counties", "i8", "counties owned", varied=True),
        Column("armies", "i8", "armies on the board", varied=True),
        Column("palaces", "i8", "palaces owned"),
        Column("churches", "i8", "churches owned"),
        Column("posts", "i8", "trading posts owned"),
        Column("markers", "i8", "revolt markers in its counties"),
        Column("tower", "i8", "its armies in the tower"),
        Column("tray", "i8", "its armies in the tray"),
        Column("grain", "i16", "grain"),
        Column("thalers", "i16", "Thalers"),
        Column("vp", "i16", "victory points so far"),
        Column("vp_palaces", "i8", "winter: points for most palaces (W72); each county and building is worth one more"),
        Column("vp_churches", "i8", "winter: points for most churches"),
        Column("vp_posts", "i8", "winter: points for most trading posts"),
        Column("lacking", "i8", "winter: counties without grain (W71)"),
    ),
)

TURNS: Final = Table(
    "turns",
    "One row per season and seat: the turn order, and the season's event (W25, W26, F4); in winter, the event "
    "left over (W70).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        Column("turn_order", "i8", "place in the turn order, from 1; 0 in winter"),
        Column("bid", "i8", "Thalers bid and paid; -1: a county card, a dice tower card or nothing"),
        county_column("bid_county", "county card that was bid; null if none"),
        Column("chose", "i8", "1 for the seat that chose its tile first, and so on; 0 where there are no tiles"),
        Column("tile", "category", "bonus tile; null in the first edition and in winter", TILES),
        Column("event", "category", "event card of the season, also if a favor cancelled it", EVENTS),
        Column("loss", "i8", "winter: grain that everybody lost, or less if it had less; otherwise 0"),
    ),
)

COUNTIES_TABLE: Final = Table(
    "counties",
    "One row per county and moment: at the start, after the set-up, and after each season; in winter, before markers "
    "are removed (W73). Counties come in the order of the board.",
    (
        GAME,
        YEAR,
        Column("season", "category", "the season that is over; `start` before the first", MOMENTS),
        county_column("county", "the county"),
        Column("owner", "i8", "seat that owns it; -1 if it is neutral, or not used with so few players"),
        Column("armies", "i8", "armies there", varied=True),
        Column("palace", "bool", "whether it has a palace"),
        Column("church", "bool", "whether it has a church"),
        Column("post", "bool", "whether it has a trading post"),
        Column("markers", "i8", "revolt markers there"),
    ),
)

BASE: Final = (PLANS, TURNS, ACTIONS_TABLE, THROWS, SEASONS_TABLE, COUNTIES_TABLE)


def tables() -> tuple[Table, ...]:
    """The base game's tables with the columns that expansions add, then the expansions' own."""
    parts = EXPANSIONS.values()
    base = [
        replace(
            table, columns=(*table.columns, *(column for part in parts for column in part.columns.get(table.name, ())))
        )
        for table in BASE
    ]
    return (*base, *(table for part in parts for table in part.tables))


SIZE: Final = Rows(COUNTIES_TABLE).packer.size  # of a row
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
    rows = Rows(COUNTIES_TABLE)
    for county in range(len(COUNTIES)):
        for year, season in moments:
            rows.add(0, year, season, county, 0, 0, False, False, False, 0)
    return b"".join(rows.packed)
