"""Packs the rows of a game's tables one by one, each where it is known, and joins them when the game is over."""

from collections.abc import Callable, Mapping
from struct import Struct
from typing import Any, Final

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.journal.tables import COLOURS, THROWS

SEATS: Final = len(COLOURS) - 1


class Packing:
    """The rows of one table. To join them once is quicker than to make one `bytearray` longer each time."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.pack: Callable[..., bytes] = rows.pack
        self.packed: list[bytes] = []

    @staticmethod
    def of(rows: Mapping[str, Rows], table: str) -> "Packing | None":
        """That of a table, if it was requested."""
        return Packing(rows[table]) if table in rows else None

    def add(self, values: tuple[Any, ...]) -> None:
        """A row, its values in column order."""
        self.packed.append(self.pack(*values))

    def end(self) -> None:
        """The game is over: its rows are those of the table."""
        self.rows.packed += b"".join(self.packed)


def _pack_throw() -> Callable[..., bytes]:
    """Packs a row of the table `throws`, its cubes by colour (tray, inside, out) as bytes in one piece."""
    codes = Rows(THROWS).packer.format.removeprefix("<")
    first = [column.name for column in THROWS.columns].index(f"tray_{COLOURS[0]}")
    behind = first + 3 * len(COLOURS)
    return Struct(f"<{codes[:first]}{behind - first}s{codes[behind:]}").pack


PACK_THROW: Final = _pack_throw()


def of_colours(tray: tuple[int, ...], inside: tuple[int, ...], out: tuple[int, ...]) -> bytes:
    """The cubes of three places: in each those of every seat, then the peasants; 0 for seats that the table lacks.

    The seats that it lacks come behind the seats of each place, and so between pieces of what is there.
    """
    cubes = bytes((*tray, *inside, *out))
    colours = len(tray)
    seats = colours - 1
    one, two, three = seats, seats + colours, seats + 2 * colours
    return bytes(SEATS - seats).join((cubes[:one], cubes[one:two], cubes[two:three], cubes[three:]))
