"""The journal of a game turned into rows of its tables, in one pass."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.journal.board_rows import board_rows
from wallenstein.games.wallenstein.journal.odds import chance_of_more
from wallenstein.games.wallenstein.journal.tables import CAUSES, COLOURS, ENDS
from wallenstein.games.wallenstein.journal.turn_rows import TurnRows
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.entries import (
    ActionResolved,
    Battled,
    BidRevealed,
    BoardSeen,
    EventDrawn,
    Hungered,
    Moved,
    OrderFixed,
    PlanLaid,
    Revolted,
    RevoltFirst,
    Scored,
    SeasonBegun,
    Standing,
    Thrown,
    TileTaken,
    WinterBegun,
)
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BLANK, COMBAT_A, MONEY_CARDS, NOBODY, WINTER
from wallenstein.games.wallenstein.plan import bid_county

HELD: Final = ENDS.index("held")
LOST: Final = ENDS.index("lost")
CAUSE_CODES: Final = {cause: code for code, cause in enumerate(CAUSES)}
SEATS: Final = len(COLOURS) - 1
NOTHING: Final = -1  # in cubes by colour with a 0 behind them: that 0
PEASANTS: Final = -2  # there: theirs
NOBODYS: Final = (0, 0)  # cubes of a side that does not count


def write_rows(number: int, state: State, rows: Mapping[str, Rows]) -> None:
    """Adds the game's rows to the requested tables."""
    RowWriter(number, state.book, rows).write(state.journal or ())


class RowWriter:
    """Reads a journal from its beginning, and keeps track of the time in the game."""

    def __init__(self, number: int, book: Book, rows: Mapping[str, Rows]) -> None:
        players = book.players
        self.number = number
        self.odds = book.odds
        self.absent = (0,) * (SEATS - players)
        self.rows = rows
        self.plans, self.actions = rows.get("plans"), rows.get("actions")
        self.thrown, self.seasons = rows.get("throws"), rows.get("seasons")
        self.parts = [part.rows(number, players, rows) for part in EXPANSIONS.values()]
        self.year, self.season, self.slot = 1, 0, 0
        self.action: ActionResolved | None = None  # the latest one: a move may still belong to it
        self.throw: Thrown | None = None  # the latest one: its winner comes later
        self.throws = 0
        self.scores: dict[int, Scored] = {}
        self.lacking: dict[int, int] = {}
        self.turns = TurnRows(number, book, rows["turns"]) if "turns" in rows else None
        self.boards: list[BoardSeen] = []

    def write(self, journal: Iterable[Any]) -> None:
        """Adds all rows."""
        find = self.readers().get
        for entry in journal:
            read = find(type(entry))
            if read is not None:
                read(entry)
        self.end_action()
        if self.turns is not None:
            self.turns.end_season()
        if "counties" in self.rows:
            self.rows["counties"].packed += board_rows(self.number, self.boards)

    def readers(self) -> dict[type, Callable[[Any], None]]:
        """The readers of the types of entries that the requested tables need."""
        readers: dict[type, Callable[[Any], None]] = {SeasonBegun: self.read_season}
        if "plans" in self.rows:
            readers[PlanLaid] = self.read_plan
        if "actions" in self.rows:
            readers |= {ActionResolved: self.read_action, Moved: self.read_move}
        if "throws" in self.rows:
            readers |= {Thrown: self.read_throw, Battled: self.read_battle, Revolted: self.read_revolt}
            readers |= {RevoltFirst: self.read_slot}
            readers.setdefault(ActionResolved, self.read_slot)
        if "seasons" in self.rows:
            readers |= {Scored: self.read_score, Hungered: self.read_hunger, Standing: self.read_standing}
        if self.turns is not None:
            turns = self.turns
            readers |= {BidRevealed: turns.read_bid, TileTaken: turns.read_tile, OrderFixed: turns.read_order}
            readers |= {EventDrawn: turns.read_event, WinterBegun: turns.read_winter}
        if "counties" in self.rows:
            readers[BoardSeen] = self.read_board
        for part in EXPANSIONS.values():
            readers |= dict.fromkeys(part.entries.values(), self.read_added)
        return readers

    def read_season(self, entry: SeasonBegun) -> None:
        """A new season begins."""
        self.end_action()
        self.year, self.season = entry
        self.slot = 0
        if self.turns is not None:
            self.turns.read_season(entry)

    def read_slot(self, entry: ActionResolved | RevoltFirst) -> None:
        """F14: a revolt may come before its action is done; the slot is known from either."""
        self.slot = entry.slot + 1

    def read_added(self, entry: Any) -> None:
        """An expansion's own entry."""
        for part in self.parts:
            part.read(entry, self.year, self.season)

    def read_plan(self, entry: PlanLaid) -> None:
        """A row for every plan laid."""
        plan = entry.plan
        money = plan.bid if plan.bid < MONEY_CARDS else -1
        added = [value for part in self.parts for value in part.plan_values(plan)]
        rows = self.plans
        assert rows is not None
        rows.packed += rows.pack(
            self.number, self.year, self.season, entry.seat, *plan.boxes, money, bid_county(plan.bid), *added
        )

    def read_action(self, entry: ActionResolved) -> None:
        """A planned action; its row waits for the move that may follow."""
        self.end_action()
        self.slot = entry.slot + 1
        self.action = entry

    def read_move(self, entry: Moved) -> None:
        """A move after deploy 1 belongs to its action."""
        if self.action is not None and self.action.action < COMBAT_A:
            self.end_action(entry.to, entry.armies)

    def end_action(self, to: int = BLANK, moved: int = 0) -> None:
        """The row of the action that waits."""
        if self.action is not None:
            slot, seat, action, county, outcome, amount, marched = self.action
            rows = self.actions
            assert rows is not None
            rows.packed += rows.pack(
                self.number, self.year, self.season, slot + 1, seat, action, county, outcome, amount,
                to if moved else marched, moved,
            )  # fmt: skip
            self.action = None

    def read_throw(self, entry: Thrown) -> None:
        """A throw; its row waits for the battle or revolt that it decides."""
        self.throw = entry
        if entry.cause == "fill":
            self.end_throw(NOBODY, -1, 0, False)

    def read_battle(self, entry: Battled) -> None:
        """The end of a battle."""
        self.end_throw(entry.attacker, entry.outcome, entry.left, bool(entry.joined))

    def read_revolt(self, entry: Revolted) -> None:
        """The end of a revolt."""
        self.end_throw(entry.seat, HELD if entry.left else LOST, entry.left, True)

    def end_throw(self, seat: int, end: int, left: int, joined: bool) -> None:
        """The row of the throw that waits."""
        assert self.throw is not None, "a battle or a revolt follows its throw"
        cause, thrower, other, county, hand, tray, inside, out = self.throw
        absent = self.absent
        own = thrower if seat >= 0 else NOTHING
        foe = other if other >= 0 else NOTHING
        hand, tray, inside, out = (*hand, 0), (*tray, 0), (*inside, 0), (*out, 0)
        armies, peasants = hand[own] + tray[own], hand[PEASANTS] + tray[PEASANTS]
        odds = -1.0
        if seat >= 0:
            odds = chance_of_more(
                self.odds,
                (armies, inside[own]),
                (hand[foe] + tray[foe], inside[foe]),
                (peasants, inside[PEASANTS]) if joined else NOBODYS,
            )
        rows = self.thrown
        assert rows is not None
        rows.packed += rows.pack(
            self.number, self.throws, self.year, self.season, self.slot, CAUSE_CODES[cause], seat, other, county,
            hand[thrower], hand[foe], hand[PEASANTS],
            tray[own], tray[foe], inside[own], inside[foe], out[own], out[foe],
            *tray[:PEASANTS], *absent, tray[PEASANTS], *inside[:PEASANTS], *absent, inside[PEASANTS],
            *out[:PEASANTS], *absent, out[PEASANTS], end, left, joined, odds,
        )  # fmt: skip
        self.throws += 1

    def read_board(self, entry: BoardSeen) -> None:
        """What lies in the counties."""
        self.boards.append(entry)

    def read_score(self, entry: Scored) -> None:
        """What the majorities brought."""
        self.scores[entry.seat] = entry

    def read_hunger(self, entry: Hungered) -> None:
        """How much grain a seat lacks."""
        self.lacking[entry.seat] = entry.lacking

    def read_standing(self, entry: Standing) -> None:
        """A row for every seat and season; winter's with the points it brought."""
        majorities, lacking = (0, 0, 0), 0
        if entry.season == WINTER:
            scored = self.scores[entry.seat]
            majorities, lacking = (scored.palaces, scored.churches, scored.posts), self.lacking.pop(entry.seat, 0)
        added = [value for part in self.parts for value in part.season_values(entry.seat)]
        rows = self.seasons
        assert rows is not None
        rows.packed += rows.pack(
            self.number, entry.year, entry.season, entry.seat, entry.counties, entry.armies, entry.palaces,
            entry.churches, entry.posts, entry.markers, entry.tower, entry.tray, entry.grain, entry.thalers, entry.vp,
            *majorities, lacking, *added,
        )  # fmt: skip
