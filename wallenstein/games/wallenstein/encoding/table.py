"""The first part of an observation: the table as the seat sees it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from wallenstein.core.encoding import MOST, Feature, capped, from_seat, listed_features, marked
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.board.values import data
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.phases.visible import ALL_UNSEEN
from wallenstein.games.wallenstein.plan import COUNTIES, Plan

COLOURS: Final = ("own", "left 1", "left 2", "left 3", "left 4")  # seats, counted from the observing seat
YEARS: Final = ("year 1", "year 2")
SLOTS: Final = tuple(f"slot {slot + 1}" for slot in range(len(names.ACTIONS)))
PLACES: Final = tuple(f"place {place + 1}" for place in range(len(names.TILES)))
STOCK: Final = ("palaces", "churches", "posts", "revolt markers")
COURT: Final = tuple(f"convert {size}" for size in (3, 2, 1))
SIZE: Final = len(COUNTIES)
BID: Final = len(names.ACTIONS)  # the place of the bid, after the boxes
PAST: Final = tuple(f"{season} of year {year}" for year in (1, 2) for season in names.SEASONS[:3])  # that have plans
NOTHING_PAST: Final = bytes(len(PAST) * SIZE)


def boxes_of(book: Book) -> tuple[str, ...]:
    return (*names.ACTIONS, "bid", *(COURT if "emperors-court" in book.rules.expansions else ()))


def marking(codes: Sequence[int]) -> bytes:
    """A table for bytes.translate: 1 for these codes, 0 for all others."""
    return bytes(code in codes for code in range(256))


OWNERS: Final = tuple(marking([code]) for code in range(1 + len(COLOURS)))  # seats from 1; 0 is nobody
BIT: Final = tuple(marking([code for code in range(256) if code >> bit & 1]) for bit in range(len(names.BUILDINGS)))


def features(book: Book, part: str, **own: tuple[str, ...]) -> tuple[Feature, ...]:
    """The meaning of the entries of one part: `table`, `draft`, an expansion or `question`; with axes of its own."""
    seats = COLOURS[: book.players]
    axes = {
        "counties": book.board.ids, "seats": seats, "rivals": seats[1:], "owners": (*seats, "nobody"),
        "colours": (*seats, "peasants"), "boxes": boxes_of(book), "court": COURT, "past": PAST,
        "places": PLACES[: book.players], "tile places": PLACES, "buildings": names.BUILDINGS, "tiles": names.TILES,
        "actions": names.ACTIONS, "slots": SLOTS, "events": book.event_ids, "stock": STOCK,
        "years": YEARS, "seasons": names.SEASONS, "phases": names.PHASES, **own,
    }  # fmt: skip
    supply = data("wallenstein.toml")["supply"]
    highs = {"most": MOST, "armies": book.cards.armies, "markers": book.cards.markers, "players": book.players}
    highs["courtiers"] = supply["courtiers"]
    return listed_features(data("features.toml")[part], axes, highs)


class Memory:
    """The cards that a seat has seen on boxes, by season: views do not have those of seasons past."""

    def __init__(self, players: int) -> None:
        self.seen: list[Plan | None] = [None] * players
        self.entries: Final = bytearray(NOTHING_PAST)

    def look(self, view: View) -> None:
        """Adds what the view has of the season's plans; the last season is never past."""
        if view.season >= names.WINTER:
            return
        start = (names.WINTER * (view.year - 1) + view.season) * SIZE
        for seat, plan in enumerate(view.plans):
            if plan is None or plan is self.seen[seat]:
                continue
            self.seen[seat] = plan
            boxes, bid, court = plan
            for box, county in enumerate(boxes):
                if county >= 0:
                    self.entries[start + county] = box + 1
            if bid >= names.COUNTY_BID:
                self.entries[start + bid - names.COUNTY_BID] = BID + 1
            for place, county in enumerate(court):
                if county >= 0:
                    self.entries[start + county] = BID + 2 + place


class TableWriter:
    """Writes the first part of observations. Only changes since the last view are written anew."""

    def __init__(self, book: Book) -> None:
        self.players: Final = book.players
        self.events: Final = len(book.cards.events)
        self.boxes: Final = len(boxes_of(book))
        self.drafts: Final = Draft(book) if book.rules.setup == "draft" else None
        self.covered: Final = bytes(self.boxes * SIZE + (book.players - 1) * (SIZE + len(COURT)))  # no card is open
        self.undeclared: Final = bytes(book.players * len(names.ACTIONS))
        self.owner: tuple[int, ...] = ()
        self.owned: list[bytes] = []  # by seat, then nobody
        self.buildings: tuple[int, ...] = ()
        self.built = b""
        self.season: tuple[object, ...] = ()
        self.of_season = b""
        self.offered: bytes | bytearray = b""

    def write(self, view: View, memory: Memory | None) -> bytes:
        """The entries in the order of the features."""
        seat, players = view.seat, self.players
        if view.owner != self.owner:
            self.owner = view.owner
            owners = bytes([owner + 1 for owner in view.owner])
            self.owned = [owners.translate(table) for table in OWNERS[: players + 1]]
        owned = self.owned
        if view.buildings != self.buildings:
            self.buildings = view.buildings
            buildings = bytes(view.buildings)
            self.built = b"".join([buildings.translate(table) for table in BIT])
        season = (view.actions, view.tiles_on_offer, view.events, view.event, view.gone)
        if season != self.season:
            self.season = season
            self.write_season(view)
        parts: list[bytes | bytearray] = [
            *owned[1 + seat :], *owned[1 : 1 + seat], owned[0], bytes(view.armies), bytes(view.markers), self.built,
            self.covered if view.phase == names.PLAN else self.cards_face_up(view),
            NOTHING_PAST if memory is None else memory.entries, marked(SIZE, view.won),
            self.holdings(view), self.seats(view),
            self.offered, self.declared(view), self.of_season, capped(view.stock),
            moment(view.year, view.season, view.phase, view.slot if view.phase == names.ACTION else -1, view.acted),
        ]  # fmt: skip
        if self.drafts is not None:
            parts.append(self.drafts.write(view))
        return b"".join(parts)

    def holdings(self, view: View) -> bytes:
        seat, last = view.seat, self.players
        supply, tower, tray = view.supply, view.tower, view.tray
        values = [
            *view.thalers[seat:], *view.thalers[:seat],
            *view.grain[seat:], *view.grain[:seat],
            *view.vp[seat:], *view.vp[:seat],
            *supply[seat:last], *supply[:seat], supply[last],
            *tower[seat:last], *tower[:seat], tower[last],
            *tray[seat:last], *tray[:seat], tray[last],
        ]  # fmt: skip
        for plan in (*view.plans[seat:], *view.plans[:seat]):
            bid = 0 if plan is None else plan.bid + 1
            values.append(bid if bid <= 6 else 0)
        return capped(values) if max(values) > MOST else bytes(values)

    def seats(self, view: View) -> bytes:
        """The seats' places in the turn order, and their tiles."""
        players, own, tiles = self.players, view.seat, len(names.TILES)
        entries = bytearray(players * (players + tiles))
        for place, seat in enumerate(view.order):
            entries[(seat - own) % players * players + place] = 1
        for seat, tile in enumerate(view.tiles):
            if tile >= 0:
                entries[players * players + (seat - own) % players * tiles + tile] = 1
        return bytes(entries)

    def declared(self, view: View) -> bytes:
        if not any(view.declared):
            return self.undeclared
        entries = bytearray(self.undeclared)
        for seat, boxes in enumerate(view.declared):
            for box in boxes:
                entries[(seat - view.seat) % self.players * len(names.ACTIONS) + box] = 1
        return bytes(entries)

    def write_season(self, view: View) -> None:
        events, slots, tiles = self.events, len(names.ACTIONS), len(names.TILES)
        self.offered = marked(tiles * tiles, [tile * tiles + place for place, tile in enumerate(view.tiles_on_offer)])
        self.of_season = b"".join((
            marked(slots * slots, [action * slots + slot for slot, action in enumerate(view.actions)]),
            marked(events, view.events),
            marked(events, (view.event,) if view.event >= 0 else ()),
            marked(events, view.gone),
        ))  # fmt: skip

    def cards_face_up(self, view: View) -> bytearray:
        """Rivals' open cards by box and by rival, then their dice tower cards in court boxes."""
        by_rival = self.boxes * SIZE
        towers = by_rival + (self.players - 1) * SIZE
        entries = bytearray(self.covered)
        own = view.seat
        for seat, plan in enumerate(view.plans):
            if plan is None or seat == own:
                continue
            rival = (seat - own) % self.players - 1
            start = by_rival + rival * SIZE
            boxes, bid, court = plan
            if boxes is not ALL_UNSEEN:
                for box, county in enumerate(boxes):
                    if county >= 0:
                        entries[box * SIZE + county] = 1
                        entries[start + county] = 1
            if bid >= names.COUNTY_BID:
                entries[BID * SIZE + bid - names.COUNTY_BID] = 1
                entries[start + bid - names.COUNTY_BID] = 1
            for place, county in enumerate(court):
                if county >= 0:
                    entries[(BID + 1 + place) * SIZE + county] = 1
                    entries[start + county] = 1
                elif county == names.DICE_TOWER:
                    entries[towers + rival * len(COURT) + place] = 1
        return entries


@lru_cache(1024)
def moment(year: int, season: int, phase: int, slot: int, acted: int) -> bytes:
    """The time in the game; outside of the actions, the slot is -1."""
    slots = len(names.ACTIONS)
    return b"".join((
        marked(len(YEARS), (year - 1,)),
        marked(len(names.SEASONS), (season,)),
        marked(len(names.PHASES), (phase,)),
        marked(slots, (slot,) if 0 <= slot < slots else ()),
        bytes((acted if slot >= 0 else 0,)),
    ))  # fmt: skip


class Draft:
    """The draft's entries (W13)."""

    def __init__(self, book: Book) -> None:
        self.sizes: Final = tuple(sorted(set(book.cards.groups), reverse=True))
        self.book: Final = book

    def features(self) -> tuple[Feature, ...]:
        return features(self.book, "draft", groups=tuple(f"{size} armies" for size in self.sizes))

    def write(self, view: View) -> bytes:
        """The entries; empty after the draft."""
        size = len(COUNTIES)
        draft = view.draft
        if draft is None:
            return bytes(3 * size + self.book.players * len(self.sizes))
        cards = [draft.opened, draft.hidden, draft.buried]
        groups = [group.count(armies) for group in from_seat(draft.groups, view.seat) for armies in self.sizes]
        return b"".join([*[marked(size, counties) for counties in cards], bytes(groups)])
