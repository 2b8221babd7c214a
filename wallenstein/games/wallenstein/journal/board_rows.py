"""The rows of the table counties, all of a game at once: one by one they would take as long as a small game."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.journal.tables import COUNTIES_TABLE
from wallenstein.games.wallenstein.model.codes import COUNTIES
from wallenstein.games.wallenstein.model.entries import BoardSeen
from wallenstein.games.wallenstein.names import BUILDINGS

SIZE: Final = Rows(COUNTIES_TABLE).packer.size  # of a row
GAME_BYTES: Final = 4
OWNER: Final = GAME_BYTES + 3  # behind the game: year, season and county, of a byte each
ARMIES: Final = OWNER + 1
BUILT: Final = ARMIES + 1
MARKERS: Final = BUILT + len(BUILDINGS)
PARTS: Final = 4  # of what a moment shows: owners, armies, buildings and markers, each of all counties
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
    """The rows of game 0 with nothing on the board."""
    rows = Rows(COUNTIES_TABLE)
    for county in range(len(COUNTIES)):
        for year, season in moments:
            rows.add(0, year, season, county, 0, 0, False, False, False, 0)
    return bytes(rows.packed)
