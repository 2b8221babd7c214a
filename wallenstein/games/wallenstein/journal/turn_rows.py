"""The rows of the table turns."""

from typing import Final

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.journal.tables import EVENTS
from wallenstein.games.wallenstein.model import entries
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.names import MONEY_CARDS, NO_BID, NO_EVENT, NO_TILE, WINTER
from wallenstein.games.wallenstein.plan import bid_county

EVENT_CODES: Final = {event: code for code, event in enumerate(EVENTS)}


class TurnRows:
    """Collects the data of a season, and adds its rows when it is over."""

    def __init__(self, number: int, book: Book, rows: Rows) -> None:
        self.number = number
        self.rows = rows
        self.players = book.players
        self.events = [EVENT_CODES[event.id] for event in book.cards.events]
        self.year, self.season = 0, 0  # before the first season
        self.clear()

    def clear(self) -> None:
        self.order: tuple[int, ...] = ()
        self.bids = [NO_BID] * self.players
        self.tiles = [NO_TILE] * self.players
        self.chose: list[int] = []  # seats in the order in which they chose
        self.event = NO_EVENT
        self.loss = 0

    def read_season(self, entry: entries.SeasonBegun) -> None:
        """Begins a season; F2: an order before the first one is that of the set-up."""
        self.end_season()
        self.year, self.season = entry
        self.clear()

    def read_bid(self, entry: entries.BidRevealed) -> None:
        self.bids[entry.seat] = entry.bid

    def read_tile(self, entry: entries.TileTaken) -> None:
        self.tiles[entry.seat] = entry.tile
        self.chose.append(entry.seat)

    def read_order(self, entry: entries.OrderFixed) -> None:
        self.order = entry.order

    def read_event(self, entry: entries.EventDrawn) -> None:
        self.event = self.events[entry.event]

    def read_winter(self, entry: entries.WinterBegun) -> None:
        self.event, self.loss = self.events[entry.event], entry.loss

    def end_season(self) -> None:
        """A row for every seat, if the season has come this far."""
        if not self.year or not (self.order or self.season == WINTER):
            return
        rows = self.rows
        for seat in range(self.players):
            bid = self.bids[seat]
            rows.packed.append(
                rows.pack(
                    self.number, self.year, self.season, seat, self.order.index(seat) + 1 if self.order else 0,
                    bid if bid < MONEY_CARDS else NO_BID, bid_county(bid),
                    self.chose.index(seat) + 1 if seat in self.chose else 0, self.tiles[seat], self.event, self.loss,
                )
            )  # fmt: skip
