"""Packs the rows of a game's tables one by one; the rows of the table turns."""

from collections.abc import Callable, Mapping
from struct import Struct
from typing import Any, Final

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.journal.tables import COLOURS, EVENTS, THROWS
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.entries import (
    BidRevealed,
    EventDrawn,
    OrderFixed,
    SeasonBegun,
    TileTaken,
    WinterBegun,
)
from wallenstein.games.wallenstein.names import MONEY_CARDS, NO_BID, NO_EVENT, NO_TILE, WINTER
from wallenstein.games.wallenstein.plan import bid_county

# Packs the rows of a game's tables one by one, each where it is known, and joins them when the game is over.

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


EVENT_CODES: Final = {event: code for code, event in enumerate(EVENTS)}


class TurnRows:
    """Collects what is known of a season; its rows are added when it is over."""

    def __init__(self, number: int, book: Book, rows: Rows) -> None:
        self.number = number
        self.packing = Packing(rows)
        self.players = book.players
        self.events = [EVENT_CODES[event.id] for event in book.cards.events]
        self.year, self.season = 0, 0  # none has begun
        self.clear()

    def clear(self) -> None:
        """Nothing is known of the season."""
        self.order: tuple[int, ...] = ()
        self.bids = [NO_BID] * self.players
        self.tiles = [NO_TILE] * self.players
        self.chose: list[int] = []  # seats in the order in which they chose
        self.event = NO_EVENT
        self.loss = 0

    def read_season(self, entry: SeasonBegun) -> None:
        """A new season begins; F2: an order before the first one is that of the set-up."""
        self.end_season()
        self.year, self.season = entry
        self.clear()

    def read_bid(self, entry: BidRevealed) -> None:
        self.bids[entry.seat] = entry.bid

    def read_tile(self, entry: TileTaken) -> None:
        """A seat chooses its tile."""
        self.tiles[entry.seat] = entry.tile
        self.chose.append(entry.seat)

    def read_order(self, entry: OrderFixed) -> None:
        self.order = entry.order

    def read_event(self, entry: EventDrawn) -> None:
        self.event = self.events[entry.event]

    def read_winter(self, entry: WinterBegun) -> None:
        """The event left over, and its price."""
        self.event, self.loss = self.events[entry.event], entry.loss

    def end(self) -> None:
        self.end_season()
        self.packing.end()

    def end_season(self) -> None:
        """A row for every seat, if the season came so far."""
        if not self.year or not (self.order or self.season == WINTER):
            return
        packing = self.packing
        for seat in range(self.players):
            bid = self.bids[seat]
            packing.packed.append(
                packing.pack(
                    self.number, self.year, self.season, seat, self.order.index(seat) + 1 if self.order else 0,
                    bid if bid < MONEY_CARDS else NO_BID, bid_county(bid),
                    self.chose.index(seat) + 1 if seat in self.chose else 0, self.tiles[seat], self.event, self.loss,
                )
            )  # fmt: skip
