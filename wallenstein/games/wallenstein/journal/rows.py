"""The journal of a game turned into rows of its tables, in one pass."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.editions.court.rows import sources, write_court
from wallenstein.games.wallenstein.editions.landsknechte.records import write_benefits
from wallenstein.games.wallenstein.journal.tables import CAUSES, COLOURS, ENDS
from wallenstein.games.wallenstein.names import BLANK, COMBAT_A, NOBODY, WINTER
from wallenstein.games.wallenstein.plan import bid_county

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

Entry: TypeAlias = tuple[Any, ...]

HELD: Final = ENDS.index("held")
LOST: Final = ENDS.index("lost")
CAUSE_CODES: Final = {cause: code for code, cause in enumerate(CAUSES)}
SEATS: Final = len(COLOURS) - 1
SUPPLY: Final = 6  # its place in a standing, after year, season and seat
NO_SCORE: Final = (0, 0, 0)


def write_rows(number: int, state: "State", rows: Mapping[str, Rows]) -> None:
    """Adds the game's rows to those of its tables that are wanted."""
    journal = state.journal or []
    Scribe(number, state.book.players, rows).write(journal)
    if state.court is not None:
        write_court(number, journal, rows)
    if state.landsknechte and "benefits" in rows:
        write_benefits(number, journal, rows["benefits"])


class Scribe:
    """Reads a journal from its beginning, and knows at every entry when in the game it is."""

    def __init__(self, number: int, players: int, rows: Mapping[str, Rows]) -> None:
        self.number = number
        self.absent = (0,) * (SEATS - players)
        self.rows = rows
        self.year, self.season, self.slot = 1, 0, 0
        self.action: Entry | None = None  # the last one: a move may still belong to it
        self.throw: Entry = ()  # the last one: who won it comes after
        self.throws = 0
        self.scores: dict[int, Entry] = {}
        self.lacking: dict[int, int] = {}
        self.courtiers: Entry = (0,) * SEATS

    def write(self, journal: list[Entry]) -> None:
        """Adds all rows."""
        readers = {"season": self.read_season}
        if "plans" in self.rows:
            readers["plan"] = self.read_plan
        if "actions" in self.rows:
            readers |= {"action": self.read_action, "move": self.read_move}
        if "throws" in self.rows:
            readers |= {"throw": self.read_throw, "battle": self.read_battle, "revolt": self.read_revolt}
            readers |= {"unrest": self.read_slot}
            readers.setdefault("action", self.read_slot)
        if "seasons" in self.rows:
            readers |= {"score": self.read_score, "hunger": self.read_hunger}
            readers |= {"courtiers": self.read_courtiers, "standing": self.read_standing}
        find = readers.get
        for entry in journal:
            read = find(entry[0])
            if read is not None:
                read(entry)
        self.end_action()

    def read_season(self, entry: Entry) -> None:
        """A new season begins."""
        self.end_action()
        _, self.year, self.season = entry
        self.slot = 0

    def read_slot(self, entry: Entry) -> None:
        """F14: a revolt may come before its action is done; the slot is known from either."""
        self.slot = entry[1] + 1

    def read_plan(self, entry: Entry) -> None:
        """A row for every plan laid."""
        _, seat, boxes, bid, court = entry
        money = bid if bid < 5 else -1
        self.rows["plans"].add(
            self.number, self.year, self.season, seat, *boxes, money, bid_county(bid), *sources(court)
        )

    def read_action(self, entry: Entry) -> None:
        """A planned action; its row waits for the move that may follow."""
        self.end_action()
        self.slot = entry[1] + 1
        self.action = entry

    def read_move(self, entry: Entry) -> None:
        """A move after deploy 1 belongs to its action."""
        if self.action is not None and self.action[3] < COMBAT_A:
            self.end_action(entry[3], entry[4])

    def end_action(self, to: int = BLANK, moved: int = 0) -> None:
        """The row of the action that waits."""
        if self.action is not None:
            _, slot, seat, action, county, outcome, amount, marched = self.action
            self.rows["actions"].add(
                self.number, self.year, self.season, slot + 1, seat, action, county, outcome, amount,
                to if moved else marched, moved,
            )  # fmt: skip
            self.action = None

    def read_throw(self, entry: Entry) -> None:
        """A throw; its row waits for the battle or revolt that it decides."""
        self.throw = entry
        if entry[1] == "fill":
            self.end_throw(NOBODY, -1, 0)

    def read_battle(self, entry: Entry) -> None:
        """The end of a battle."""
        self.end_throw(entry[1], entry[8], entry[9])

    def read_revolt(self, entry: Entry) -> None:
        """The end of a revolt."""
        self.end_throw(entry[1], HELD if entry[5] else LOST, entry[5])

    def end_throw(self, seat: int, end: int, left: int) -> None:
        """The row of the throw that waits."""
        _, cause, thrower, other, county, hand, tray, inside, out = self.throw
        absent = self.absent
        self.rows["throws"].add(
            self.number, self.throws, self.year, self.season, self.slot, CAUSE_CODES[cause], seat, other, county,
            hand[thrower], hand[other] if other >= 0 else 0, hand[-1],
            *tray[:-1], *absent, tray[-1], *inside[:-1], *absent, inside[-1], *out[:-1], *absent, out[-1],
            end, left,
        )  # fmt: skip
        self.throws += 1

    def read_score(self, entry: Entry) -> None:
        """What the majorities brought."""
        self.scores[entry[2]] = entry[5:]

    def read_hunger(self, entry: Entry) -> None:
        """How much grain a seat lacks."""
        self.lacking[entry[1]] = entry[2]

    def read_courtiers(self, entry: Entry) -> None:
        """Every seat's courtiers at court."""
        self.courtiers = entry[1:]

    def read_standing(self, entry: Entry) -> None:
        """A row for every seat and season; winter's with the points it brought."""
        _, year, season, seat, *has = entry
        del has[SUPPLY]  # it is what is nowhere else
        winter = season == WINTER
        scored = self.scores[seat] if winter else NO_SCORE
        lacking = self.lacking.pop(seat, 0) if winter else 0
        self.rows["seasons"].add(self.number, year, season, seat, *has, *scored, lacking, self.courtiers[seat])
