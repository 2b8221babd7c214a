"""The first part of an observation: the table as the seat sees it."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from wallenstein.core import encoding
from wallenstein.core.encoding import Feature, Remembered, capped, from_seat, marked, ones, turned
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.board.values import data
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.view import DraftView, View
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
NOTHING_WON: Final = bytes(SIZE)
YEAR_AT, SEASON_AT, PHASE_AT, SLOT_AT = (ones(len(each)) for each in (YEARS, names.SEASONS, names.PHASES, SLOTS))


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
    highs = {"most": encoding.MOST, "armies": book.cards.armies, "markers": book.cards.markers, "players": book.players}
    highs["courtiers"] = supply["courtiers"]
    return encoding.listed_features(data("features.toml")[part], axes, highs)


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
    """Writes the first part of observations."""

    def __init__(self, book: Book) -> None:
        players = book.players
        self.players: Final = players
        self.events: Final = len(book.cards.events)
        self.boxes: Final = len(boxes_of(book))
        self.drafts: Final = Draft(book) if book.rules.setup == "draft" else None
        self.covered: Final = bytes(self.boxes * SIZE + (players - 1) * (SIZE + len(COURT)))  # no card is open
        self.owned, self.built = Remembered(self.write_owners), Remembered(write_buildings)
        self.pieces, self.order = Remembered(capped, 2), Remembered(write_order)
        self.tiles = Remembered(ones(len(names.TILES)).__getitem__, players)
        self.offered, self.season = Remembered(write_offered), Remembered(self.write_season)
        self.declared = Remembered(partial(marked, len(names.ACTIONS)), players)
        # by observing seat, the places that holdings come from
        self.turns: Final = [bytes(self.holdings(seat)) for seat in range(players)]
        self.rest: Final = bytes(256 - len(self.turns[0]))

    def holdings(self, seat: int) -> Iterator[int]:
        """The places of Thalers, grain, points; by colour supply, tower, tray; and bids, all from this seat on."""
        start, players = 0, self.players
        for peasants in (0, 0, 0, 1, 1, 1, 0):
            yield from from_seat(range(start, start + players), seat)
            yield from range(start + players, start + players + peasants)
            start += players + peasants

    def write(self, view: View, memory: Memory | None) -> bytes:
        """The entries in the order of the features."""
        (
            seat, _, year, season, phase, slot, acted, owner, armies, markers, buildings, thalers, grain, vp, supply,
            tower, tray, stock, order, tiles, tiles_on_offer, actions, events, event, gone, won, _, plans, declared, _,
            draft, _,
        ) = view  # fmt: skip
        players = self.players
        if phase != names.ACTION:
            slot, acted = -1, 0
        laid = [names.NO_BID if plan is None else plan[1] for plan in plans]
        bids = [bid + 1 if bid <= names.DICE_TOWER_BID else 0 for bid in laid]
        owned = self.owned.look((owner,))
        held = capped([*thalers, *grain, *vp, *supply, *tower, *tray, *bids])
        parts: list[bytes | bytearray] = [
            turned(owned[:-SIZE], seat * SIZE), owned[-SIZE:],
            self.pieces.look((armies, markers)), self.built.look((buildings,)),
            self.covered if phase == names.PLAN else self.cards_face_up(view),
            NOTHING_PAST if memory is None else memory.entries, marked(SIZE, won) if won else NOTHING_WON,
            self.turns[seat].translate(held + self.rest),  # which looks each place up
            turned(self.order.look((order,)), seat * players), self.tiles.look(tiles, seat),
            self.offered.look((tiles_on_offer,)), self.declared.look(declared, seat),
            self.season.look(((actions, events, event, gone),)), capped(stock),
            YEAR_AT[year - 1], SEASON_AT[season], PHASE_AT[phase], SLOT_AT[slot], encoding.BYTE[acted],
        ]  # fmt: skip
        if self.drafts is not None:
            parts.append(self.drafts.write(draft, seat))
        return b"".join(parts)

    def write_owners(self, owner: tuple[int, ...]) -> bytes:
        """The counties of each seat, then of nobody."""
        codes = bytes([one + 1 for one in owner])
        return b"".join([codes.translate(table) for table in (*OWNERS[1 : self.players + 1], OWNERS[0])])

    def write_season(self, season: tuple[Any, ...]) -> bytes:
        actions, events, event, gone = season
        slots = len(names.ACTIONS)
        return b"".join((
            marked(slots * slots, [action * slots + slot for slot, action in enumerate(actions)]),
            *[marked(self.events, cards) for cards in (events, (event,) if event >= 0 else (), gone)],
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


def write_buildings(buildings: tuple[int, ...]) -> bytes:
    codes = bytes(buildings)
    return b"".join([codes.translate(table) for table in BIT])


def write_order(order: tuple[int, ...]) -> bytearray:
    """By seat, its place."""
    return marked(len(order) ** 2, [seat * len(order) + place for place, seat in enumerate(order)])


def write_offered(tiles: tuple[int, ...]) -> bytearray:
    return marked(len(names.TILES) ** 2, [tile * len(names.TILES) + place for place, tile in enumerate(tiles)])


class Draft:
    """The draft's entries (W13)."""

    def __init__(self, book: Book) -> None:
        self.sizes: Final = tuple(sorted(set(book.cards.groups), reverse=True))
        self.book: Final = book

    def features(self) -> tuple[Feature, ...]:
        return features(self.book, "draft", groups=tuple(f"{size} armies" for size in self.sizes))

    def write(self, draft: DraftView | None, seat: int) -> bytes:
        """The entries; empty after the draft."""
        size = len(COUNTIES)
        if draft is None:
            return bytes(3 * size + self.book.players * len(self.sizes))
        cards = [draft.opened, draft.hidden, draft.buried]
        groups = [group.count(armies) for group in from_seat(draft.groups, seat) for armies in self.sizes]
        return b"".join([*[marked(size, counties) for counties in cards], bytes(groups)])
