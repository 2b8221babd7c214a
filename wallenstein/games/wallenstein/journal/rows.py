"""The journal of a game turned into rows of its tables, in one pass; throws with their odds (T2)."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.advice.odds import coming_out
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.journal.tables import CAUSES, ENDS, board_rows
from wallenstein.games.wallenstein.journal.turn_rows import PACK_THROW, Packing, TurnRows, of_colours
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
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, COMBAT_A, MONEY_CARDS, NO_BID, NOBODY, WINTER
from wallenstein.games.wallenstein.plan import Plan, bid_county
from wallenstein.games.wallenstein.tower.models import TowerOdds, convolve

# The odds of a battle or revolt before its throw, as the tower's model has them: exact where it is a sieve (T2).

DIGITS: Final = 2
MOST: Final = 1 << 15  # of the odds of one tower that are remembered
CUBES: Final = 1 << 10  # more than there are ever of one colour


class OddsCache:
    """The odds of one tower. The same cubes meet again and again, so they are remembered by a number for all counts."""

    def __init__(self, sieve: TowerOdds) -> None:
        self.sieve = sieve
        self.known: dict[int, float] = {}

    def of_more(
        self, own: int, own_inside: int, other: int, other_inside: int, peasants: int, peasants_inside: int
    ) -> float:
        """How likely more own cubes come out than of the other two; of each, those thrown in and those inside."""
        key = ((((own * CUBES + own_inside) * CUBES + other) * CUBES + other_inside) * CUBES + peasants) * CUBES
        key += peasants_inside
        chance = self.known.get(key)
        if chance is None:
            if len(self.known) >= MOST:
                self.known.clear()
            chance = chance_of_more(self.sieve, (own, own_inside), (other, other_inside), (peasants, peasants_inside))
            self.known[key] = chance
        return chance


@lru_cache(maxsize=8)
def odds_of(sieve: TowerOdds) -> OddsCache:
    """The odds of this tower, which remember."""
    return OddsCache(sieve)


def chance_of_more(
    sieve: TowerOdds, own: tuple[int, int], other: tuple[int, int], peasants: tuple[int, int] = (0, 0)
) -> float:
    """How likely more own cubes come out than of the two against them; each has cubes thrown in, and cubes inside."""
    against = _together(sieve, other, peasants)
    chance = behind = 0.0
    for count, weight in enumerate(coming_out(sieve, *own)):
        chance += weight * behind  # of fewer against them
        if count < len(against):
            behind += against[count]
    return round(chance, DIGITS)


@lru_cache(maxsize=1 << 14)
def _together(sieve: TowerOdds, other: tuple[int, int], peasants: tuple[int, int]) -> tuple[float, ...]:
    """The distribution of how many cubes of two colours come out."""
    return tuple(convolve(coming_out(sieve, *other), coming_out(sieve, *peasants)))


# The journal of a game turned into rows of its tables, in one pass.

HELD: Final = ENDS.index("held")
LOST: Final = ENDS.index("lost")
CAUSE_CODES: Final = {cause: code for code, cause in enumerate(CAUSES)}
SUPPLY: Final = Standing._fields.index("supply")  # what an entry has, and a row has not
NO_ODDS: Final = -1.0
NO_PLAN: Final = Plan((BLANK,) * len(ACTIONS))


def write_rows(number: int, state: State, rows: Mapping[str, Rows]) -> None:
    """Adds the game's rows to the requested tables."""
    RowWriter(number, state.book, rows).write(state.journal or ())


class RowWriter:
    """Reads a journal from its beginning, and keeps track of the time in the game."""

    def __init__(self, number: int, book: Book, rows: Mapping[str, Rows]) -> None:
        players = book.players
        self.number = number
        self.players = players
        self.odds = odds_of(book.odds)
        self.rows = rows
        self.plans, self.actions = Packing.of(rows, "plans"), Packing.of(rows, "actions")
        self.thrown, self.seasons = Packing.of(rows, "throws"), Packing.of(rows, "seasons")
        self.parts = [part.rows(number, players, rows) for part in EXPANSIONS.values()]
        self.plain = not book.rules.expansions  # then what expansions add to a row is always the same
        self.no_plan, self.no_season = self.planned(NO_PLAN), self.counted(0)
        self.year, self.season, self.slot = 1, 0, 0
        self.action: ActionResolved | None = None  # the latest one: a move may still belong to it
        self.throw: Thrown | None = None  # the latest one: its winner comes later
        self.throws = 0
        self.scores: dict[int, Scored] = {}
        self.lacking: dict[int, int] = {}
        self.turns = TurnRows(number, book, rows["turns"]) if "turns" in rows else None
        self.boards: list[BoardSeen] = []

    def write(self, journal: Iterable[Any]) -> None:
        find = self.readers().get
        for entry in journal:
            read = find(type(entry))
            if read is not None:
                read(entry)
        self.end_action()
        if self.turns is not None:
            self.turns.end()
        for packing in (self.plans, self.actions, self.thrown, self.seasons):
            if packing is not None:
                packing.end()
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
        self.end_action()
        self.year, self.season = entry
        self.slot = 0
        if self.turns is not None:
            self.turns.read_season(entry)

    def read_slot(self, entry: ActionResolved | RevoltFirst) -> None:
        """F14: a revolt may come before its action is done; the slot is known from either."""
        self.slot = entry.slot + 1

    def read_added(self, entry: Any) -> None:
        for part in self.parts:
            part.read(entry, self.year, self.season)

    def read_plan(self, entry: PlanLaid) -> None:
        """A row for every plan laid."""
        boxes, bid, _ = plan = entry.plan
        money = bid if bid < MONEY_CARDS else NO_BID
        added = self.no_plan if self.plain else self.planned(plan)
        plans = self.plans
        assert plans is not None
        plans.add((self.number, self.year, self.season, entry.seat, *boxes, money, bid_county(bid), *added))

    def planned(self, plan: Plan) -> tuple[int, ...]:
        """What the expansions add to the row of a plan."""
        return tuple([value for part in self.parts for value in part.plan_values(plan)])

    def counted(self, seat: int) -> tuple[int, ...]:
        """What the expansions add to the row of a seat after a season."""
        return tuple([value for part in self.parts for value in part.season_values(seat)])

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
            actions = self.actions
            assert actions is not None
            actions.packed.append(
                actions.pack(
                    self.number, self.year, self.season, slot + 1, seat, action, county, outcome, amount,
                    to if moved else marched, moved,
                )
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
        peasants = self.players  # their place behind the seats
        own_tray = own_inside = own_out = 0  # when filling the tower
        if seat >= 0:
            own_tray, own_inside, own_out = tray[thrower], inside[thrower], out[thrower]
        foe_hand = foe_tray = foe_inside = foe_out = 0  # where there is no other seat
        if other >= 0:
            foe_hand, foe_tray, foe_inside, foe_out = hand[other], tray[other], inside[other], out[other]
        odds = NO_ODDS
        if seat >= 0:
            odds = self.odds.of_more(
                hand[thrower] + own_tray, own_inside, foe_hand + foe_tray, foe_inside,
                hand[peasants] + tray[peasants] if joined else 0, inside[peasants] if joined else 0,
            )  # fmt: skip
        thrown = self.thrown
        assert thrown is not None
        thrown.packed.append(
            PACK_THROW(
                self.number, self.throws, self.year, self.season, self.slot, CAUSE_CODES[cause], seat, other, county,
                hand[thrower], foe_hand, hand[peasants],
                own_tray, foe_tray, own_inside, foe_inside, own_out, foe_out,
                of_colours(tray, inside, out), end, left, joined, odds,
            )
        )  # fmt: skip
        self.throws += 1

    def read_board(self, entry: BoardSeen) -> None:
        """What lies in the counties."""
        self.boards.append(entry)

    def read_score(self, entry: Scored) -> None:
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
        added = self.no_season if self.plain else self.counted(entry.seat)
        seasons = self.seasons
        assert seasons is not None
        seasons.add((self.number, *entry[:SUPPLY], *entry[SUPPLY + 1 :], *majorities, lacking, *added))
