"""The first part of an observation: the table as the seat sees it."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.encoding import MOST, Feature, capped, from_seat, marked
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, BUILDINGS, PHASES, SEASONS, TILES
from wallenstein.games.wallenstein.plan import COUNTIES

COLOURS: Final = ("own", "left 1", "left 2", "left 3", "left 4")  # seats, counted from the observing seat
YEARS: Final = ("year 1", "year 2")
SLOTS: Final = tuple(f"slot {slot + 1}" for slot in range(len(ACTIONS)))
PLACES: Final = tuple(f"place {place + 1}" for place in range(len(TILES)))
STOCK: Final = ("palaces", "churches", "posts", "revolt markers")


def marking(codes: Sequence[int]) -> bytes:
    """A table for bytes.translate: 1 for these codes, 0 for all others."""
    return bytes(code in codes for code in range(256))


BIT: Final = tuple(marking([code for code in range(256) if code >> bit & 1]) for bit in range(len(BUILDINGS)))


def features(book: Book) -> tuple[Feature, ...]:
    seats = COLOURS[: book.players]
    by_colour = (*seats, "peasants")
    events = tuple(event.id for event in book.cards.events)
    armies = book.cards.armies
    return (
        Feature("owner", "1 for the owner of the county; nobody also for counties not in play",
                ((*seats, "nobody"), COUNTIES)),
        Feature("armies", "armies in the county", (COUNTIES,), armies),
        Feature("markers", "revolt markers in the county", (COUNTIES,), book.cards.markers),
        Feature("building", "1 if it stands in the county", (BUILDINGS, COUNTIES)),
        Feature("card", "1 if the county's card lies face up on a box of a rival",
                (("this slot", "earlier slot", "bid"), COUNTIES)),
        Feature("won", "1 if the county was won this season", (COUNTIES,)),
        Feature("thalers", "Thalers", (seats,), MOST),
        Feature("grain", "grain", (seats,), MOST),
        Feature("points", "victory points", (seats,), MOST),
        Feature("supply", "cubes in the supply", (by_colour,), armies),
        Feature("tower", "cubes in the tower", (by_colour,), armies),
        Feature("tray", "cubes in the tray", (by_colour,), armies),
        Feature("bid", "0 if it is hidden or not money; otherwise 1 more than the Thalers bid", (seats,), 6),
        Feature("order", "1 for the seat's place in the turn order", (seats, PLACES[: book.players])),
        Feature("tile", "1 for the seat's bonus tile", (seats, TILES)),
        Feature("tile on offer", "1 for the tile's place in the turn order", (TILES, PLACES)),
        Feature("declared", "1 for a box declared empty (F3)", (seats, ACTIONS)),
        Feature("action card", "1 for the slot of the action, if it is open", (ACTIONS, SLOTS)),
        Feature("open event", "1 if the event card is open", (events,)),
        Feature("event", "1 for this season's event", (events,)),
        Feature("gone event", "1 if the event has left the game", (events,)),
        Feature("stock", "pieces left in the box", (STOCK,), MOST),
        Feature("year", "1 for the year", (YEARS,)),
        Feature("season", "1 for the season", (SEASONS,)),
        Feature("phase", "1 for the phase", (PHASES,)),
        Feature("slot", "1 for the slot that is played", (SLOTS,)),
        Feature("acted", "number of seats that have acted in the slot", (("seats",),), book.players),
    )  # fmt: skip


class TableWriter:
    """Writes the first part of observations."""

    def __init__(self, book: Book) -> None:
        self.players: Final = book.players
        self.events: Final = len(book.cards.events)
        owners = range(1, book.players + 1)  # seats from 1; 0 is nobody
        self.owners: Final = tuple(
            [marking([code]) for code in (*from_seat(owners, seat), 0)] for seat in range(book.players)
        )
        self.drafts: Final = Draft(book) if book.rules.setup == "draft" else None

    def write(self, view: View) -> bytes:
        """The entries in the order of the features."""
        owners = bytes([owner + 1 for owner in view.owner])
        buildings = bytes(view.buildings)
        parts: list[bytes | bytearray] = [
            *[owners.translate(table) for table in self.owners[view.seat]],
            bytes(view.armies),
            bytes(view.markers),
            *[buildings.translate(table) for table in BIT],
            cards_face_up(view),
            marked(len(COUNTIES), view.won),
            self.holdings(view),
            self.season(view),
        ]
        if self.drafts is not None:
            parts.append(self.drafts.write(view))
        return b"".join(parts)

    def holdings(self, view: View) -> bytes:
        """The entries by seat and by colour."""
        seat, last = view.seat, self.players
        cubes: list[int] = []
        for counts in (view.supply, view.tower, view.tray):
            cubes += from_seat(counts[:last], seat)
            cubes.append(counts[last])
        bids = [0 if plan is None else plan.bid + 1 if plan.bid <= 5 else 0 for plan in from_seat(view.plans, seat)]
        return capped((
            *from_seat(view.thalers, seat), *from_seat(view.grain, seat), *from_seat(view.vp, seat), *cubes, *bids,
        ))  # fmt: skip

    def season(self, view: View) -> bytes:
        players, own, events, slots = self.players, view.seat, self.events, len(ACTIONS)
        order = bytearray(players * players)
        for place, seat in enumerate(view.order):
            order[(seat - own) % players * players + place] = 1
        tiles = bytearray(players * len(TILES))
        for seat, tile in enumerate(view.tiles):
            if tile >= 0:
                tiles[(seat - own) % players * len(TILES) + tile] = 1
        declared = bytearray(players * len(ACTIONS))
        for seat, boxes in enumerate(view.declared):
            for box in boxes:
                declared[(seat - own) % players * len(ACTIONS) + box] = 1
        return b"".join((
            order,
            tiles,
            marked(len(TILES) ** 2, [tile * len(TILES) + place for place, tile in enumerate(view.tiles_on_offer)]),
            declared,
            marked(slots * slots, [action * slots + slot for slot, action in enumerate(view.actions)]),
            marked(events, view.events),
            marked(events, (view.event,) if view.event >= 0 else ()),
            marked(events, view.gone),
            capped(view.stock),
            marked(len(YEARS), (view.year - 1,)),
            marked(len(SEASONS), (view.season,)),
            marked(len(PHASES), (view.phase,)),
            marked(slots, (view.slot,) if view.phase == ACTION and view.slot < slots else ()),
            bytes((view.acted if view.phase == ACTION else 0,)),
        ))  # fmt: skip


def cards_face_up(view: View) -> bytearray:
    """Rivals' open cards, by county: this slot's, earlier ones, and bids."""
    size = len(COUNTIES)
    entries = bytearray(3 * size)
    now = view.actions[view.slot] if view.phase == ACTION and view.slot < len(view.actions) else -1
    for seat, plan in enumerate(view.plans):
        if plan is None or seat == view.seat:
            continue
        for action, county in enumerate(plan.boxes):
            if county >= 0:
                entries[county if action == now else size + county] = 1
        if plan.bid >= 10:
            entries[2 * size + plan.bid - 10] = 1
    return entries


class Draft:
    """The draft's entries (W13)."""

    def __init__(self, book: Book) -> None:
        self.sizes: Final = tuple(sorted(set(book.cards.groups), reverse=True))
        self.players: Final = book.players

    def features(self) -> tuple[Feature, ...]:
        """The features of cards and groups of armies."""
        groups = tuple(f"{size} armies" for size in self.sizes)
        return (
            Feature("county card", "1 for the place of its card", (("open", "in the pile", "under it"), COUNTIES)),
            Feature("groups", "groups of this size still to be placed", (COLOURS[: self.players], groups), 9),
        )

    def write(self, view: View) -> bytes:
        """The entries; empty after the draft."""
        size = len(COUNTIES)
        draft = view.draft
        if draft is None:
            return bytes(3 * size + self.players * len(self.sizes))
        cards = [draft.opened, draft.hidden, draft.buried]
        groups = [group.count(armies) for group in from_seat(draft.groups, view.seat) for armies in self.sizes]
        return b"".join([*[marked(size, counties) for counties in cards], bytes(groups)])
