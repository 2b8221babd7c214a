"""The tables of the game, and its journal turned into their rows, in one pass; throws with their odds (T2)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from wallenstein.core.tables import Rows, Table, listed_tables
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.board.values import data_text
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.journal.throws import THROWS, ThrowRows
from wallenstein.games.wallenstein.model import entries
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import GAME, SEASON, SEAT, YEAR
from wallenstein.games.wallenstein.model.entries import BoardSeen
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.plan import COUNTIES, Plan, bid_county
from wallenstein.games.wallenstein.rules import EDITIONS, Rules, cards

EVENTS: Final = tuple(dict.fromkeys(event.id for edition in EDITIONS for event in cards(edition, 4).events))


LISTED: Final = listed_tables(
    data_text("tables.toml"),
    {
        "county": COUNTIES, "action": const.ACTIONS, "outcome": const.OUTCOMES, "tile": const.TILES, "event": EVENTS,
        "moment": const.MOMENTS,
    },
    *(GAME, YEAR, SEASON, SEAT),
)  # fmt: skip
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
MARKERS: Final = BUILT + len(const.BUILDINGS)
PARTS: Final = 4  # the parts of a moment: owners, armies, buildings and markers, each for all counties
HAS: Final = [bytes(bits >> kind & 1 for bits in range(256)) for kind in range(len(const.BUILDINGS))]  # by building


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


# The journal turned into rows.

SUPPLY: Final = entries.Standing._fields.index("supply")  # in an entry, but not in its row
NO_PLAN: Final = Plan((const.BLANK,) * len(const.ACTIONS))
EVENT_CODES: Final = {event: code for code, event in enumerate(EVENTS)}


def write_rows(number: int, state: State, rows: Mapping[str, Rows]) -> None:
    RowWriter(number, state.book, rows).write(state.journal or ())


class RowWriter:
    """Reads a journal from its beginning, and keeps track of the time in the game."""

    def __init__(self, number: int, book: Book, rows: Mapping[str, Rows]) -> None:
        players = book.players
        self.number = number
        self.players = players
        self.rows = rows
        self.parts = [part.rows(number, players, rows) for part in EXPANSIONS.values()]
        self.plain = not book.rules.expansions  # then every row has the same values
        self.no_plan, self.no_season = self.planned(NO_PLAN), self.counted(0)
        self.year, self.season = 1, 0
        self.action: entries.ActionResolved | None = None  # the latest one: a move may still follow
        self.scores: dict[int, entries.Scored] = {}
        self.lacking: dict[int, int] = {}
        self.turns = TurnRows(number, book, rows["turns"]) if "turns" in rows else None
        self.throws = ThrowRows(number, players, rows["throws"]) if "throws" in rows else None
        self.boards: list[entries.BoardSeen] = []

    def write(self, journal: Iterable[object]) -> None:
        find = self.readers().get
        for entry in journal:
            read = find(type(entry))
            if read is not None:
                read(entry)
        self.end_action()
        if self.turns is not None:
            self.turns.end_season()
        if "counties" in self.rows:
            self.rows["counties"].packed.append(board_rows(self.number, self.boards))

    def readers(self) -> dict[type, Callable[[object], None]]:
        """The readers of the types of entries that the requested tables need."""
        by_table: dict[str, dict[type, Callable[[Any], None]]] = {
            "plans": {entries.PlanLaid: self.read_plan},
            "seasons": {
                entries.Scored: self.read_score, entries.Hungered: self.read_hunger,
                entries.Standing: self.read_standing,
            },
            "counties": {entries.BoardSeen: self.boards.append},
        }  # fmt: skip
        if (throws := self.throws) is not None:
            by_table["throws"] = {
                entries.Thrown: throws.read_throw, entries.Battled: throws.read_battle,
                entries.Revolted: throws.read_revolt, entries.RevoltFirst: throws.read_slot,
                entries.ActionResolved: throws.read_slot,
            }  # fmt: skip
        if (turns := self.turns) is not None:
            by_table["turns"] = {
                entries.BidRevealed: turns.read_bid, entries.TileTaken: turns.read_tile,
                entries.OrderFixed: turns.read_order, entries.EventDrawn: turns.read_event,
                entries.WinterBegun: turns.read_winter,
            }  # fmt: skip
        by_table["actions"] = {entries.ActionResolved: self.read_action, entries.Moved: self.read_move}
        readers: dict[type, Callable[[Any], None]] = {entries.SeasonBegun: self.read_season}
        for table, own in by_table.items():
            if table in self.rows:
                readers |= own
        for part in EXPANSIONS.values():
            readers |= dict.fromkeys(part.entries.values(), self.read_added)
        return readers

    def read_season(self, entry: entries.SeasonBegun) -> None:
        self.end_action()
        self.year, self.season = entry
        if self.turns is not None:
            self.turns.read_season(entry)
        if self.throws is not None:
            self.throws.read_season(entry)

    def read_added(self, entry: object) -> None:
        for part in self.parts:
            part.read(entry, self.year, self.season)

    def read_plan(self, entry: entries.PlanLaid) -> None:
        boxes, bid, _ = plan = entry.plan
        money = bid if bid < const.MONEY_CARDS else const.NO_BID
        added = self.no_plan if self.plain else self.planned(plan)
        self.rows["plans"].add(self.number, self.year, self.season, entry.seat, *boxes, money, bid_county(bid), *added)

    def planned(self, plan: Plan) -> tuple[int, ...]:
        return tuple([value for part in self.parts for value in part.plan_values(plan)])

    def counted(self, seat: int) -> tuple[int, ...]:
        return tuple([value for part in self.parts for value in part.season_values(seat)])

    def read_action(self, entry: entries.ActionResolved) -> None:
        """Keeps a planned action for the move that may follow."""
        self.end_action()
        self.action = entry
        if self.throws is not None:
            self.throws.read_slot(entry)

    def read_move(self, entry: entries.Moved) -> None:
        """A move after deploy 1 belongs to its action."""
        if self.action is not None and self.action.action < const.COMBAT_A:
            self.end_action(entry.to, entry.armies)

    def end_action(self, to: int = const.BLANK, moved: int = 0) -> None:
        if self.action is not None:
            slot, seat, action, county, outcome, amount, marched = self.action
            actions = self.rows["actions"]
            actions.packed.append(  # `add` takes longer, and most rows are actions
                actions.pack(
                    self.number, self.year, self.season, slot + 1, seat, action, county, outcome, amount,
                    to if moved else marched, moved,
                )
            )  # fmt: skip
            self.action = None

    def read_score(self, entry: entries.Scored) -> None:
        self.scores[entry.seat] = entry

    def read_hunger(self, entry: entries.Hungered) -> None:
        self.lacking[entry.seat] = entry.lacking

    def read_standing(self, entry: entries.Standing) -> None:
        """A row for every seat and season; winter's has the points of the year."""
        majorities, lacking = (0, 0, 0), 0
        if entry.season == const.WINTER:
            scored = self.scores[entry.seat]
            majorities, lacking = (scored.palaces, scored.churches, scored.posts), self.lacking.pop(entry.seat, 0)
        added = self.no_season if self.plain else self.counted(entry.seat)
        self.rows["seasons"].add(self.number, *entry[:SUPPLY], *entry[SUPPLY + 1 :], *majorities, lacking, *added)


class TurnRows:
    """The rows of the table turns: collects the data of a season, and adds its rows when it is over."""

    def __init__(self, number: int, book: Book, rows: Rows) -> None:
        self.number = number
        self.rows = rows
        self.players = book.players
        self.events = [EVENT_CODES[event] for event in book.event_ids]
        self.year, self.season = 0, 0  # before the first season
        self.clear()

    def clear(self) -> None:
        self.order: tuple[int, ...] = ()
        self.bids = [const.NO_BID] * self.players
        self.tiles = [const.NO_TILE] * self.players
        self.chose: list[int] = []  # seats in the order in which they chose
        self.event = const.NO_EVENT
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
        if not self.year or not (self.order or self.season == const.WINTER):
            return
        rows = self.rows
        for seat in range(self.players):
            bid = self.bids[seat]
            rows.packed.append(
                rows.pack(
                    self.number, self.year, self.season, seat, self.order.index(seat) + 1 if self.order else 0,
                    bid if bid < const.MONEY_CARDS else const.NO_BID, bid_county(bid),
                    self.chose.index(seat) + 1 if seat in self.chose else 0, self.tiles[seat], self.event, self.loss,
                )
            )  # fmt: skip
