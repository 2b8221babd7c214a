"""The table throws: its columns and rows."""

from functools import lru_cache
from struct import Struct
from typing import Any, Final

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.games.wallenstein.advice.odds import coming_out
from wallenstein.games.wallenstein.model import entries
from wallenstein.games.wallenstein.model.codes import GAME, SEASON, YEAR, county_column
from wallenstein.games.wallenstein.names import NOBODY
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.loading import make_tower
from wallenstein.games.wallenstein.tower.models import TowerOdds, convolve, odds_of

CAUSES: Final = ("fill", "battle", "revolt", "winter")
CAUSE_CODES: Final = {cause: code for code, cause in enumerate(CAUSES)}
ENDS: Final = ("attacker", "defender", "tie", "held", "lost")
HELD: Final = ENDS.index("held")
LOST: Final = ENDS.index("lost")
COLOURS: Final = ("0", "1", "2", "3", "4", "peasants")
SEATS: Final = len(COLOURS) - 1
ODDS: Final = (
    "chance before the throw, from 0 to 1, that the seat takes the county or puts the revolt down, by the odds of the "
    "tower in the book; -1 when filling it"
)
NO_ODDS: Final = -1.0
DIGITS: Final = 2  # of the odds


def fill_in_odds(rules: Rules, throws: Any) -> None:
    sieve = odds_of(make_tower(dict(rules.tower_options)))
    battles, joined = throws["seat"] >= 0, throws["joined"]
    cubes = (
        throws["thrown"] + throws["tray_own"], throws["inside_own"],
        throws["thrown_other"] + throws["tray_other"], throws["inside_other"],
        joined * (throws["thrown_peasants"] + throws["tray_peasants"]), joined * throws["inside_peasants"],
    )  # fmt: skip
    counts = zip(*[each[battles].tolist() for each in cubes], strict=True)
    throws["odds"][battles] = [chance_of_more(sieve, *each) for each in counts]


@lru_cache(maxsize=1 << 15)
def chance_of_more(
    sieve: TowerOdds, own: int, own_inside: int, other: int, other_inside: int, peasants: int, peasants_inside: int
) -> float:
    """The probability that more own cubes come out than of the other two; of each, those thrown in and those inside."""
    against = _together(sieve, (other, other_inside), (peasants, peasants_inside))
    chance = behind = 0.0
    for count, weight in enumerate(coming_out(sieve, own, own_inside)):
        chance += weight * behind  # of fewer against them
        if count < len(against):
            behind += against[count]
    return round(chance, DIGITS)


@lru_cache(maxsize=1 << 14)
def _together(sieve: TowerOdds, other: tuple[int, int], peasants: tuple[int, int]) -> tuple[float, ...]:
    """The distribution of the number of cubes of two colours that come out."""
    return tuple(convolve(coming_out(sieve, *other), coming_out(sieve, *peasants)))


def by_colour(part: str, text: str, varied: bool = False) -> tuple[Column, ...]:
    """A column for every colour of cubes; 0 for seats that the table does not have."""
    whose = {colour: "peasants" if colour == "peasants" else f"armies of seat {colour}" for colour in COLOURS}
    return tuple(Column(f"{part}_{colour}", "i8", f"{text}, {whose[colour]}", varied=varied) for colour in COLOURS)


def by_side(part: str, text: str) -> tuple[Column, ...]:
    """A column for the seat's own cubes, and one for those of the other seat."""
    return (
        Column(f"{part}_own", "i8", f"{text}, armies of the seat; 0 when filling the tower"),
        Column(f"{part}_other", "i8", f"{text}, armies of the other seat; 0 if there is none"),
    )


THROWS: Final = Table(
    "throws",
    "One row per throw into the dice tower, in the order of play (T1).",
    (
        GAME,
        Column("throw", "i16", "number of the throw in its game; 0 fills the tower (W14)"),
        YEAR,
        SEASON,
        Column("slot", "i8", "slot of the action that caused it; 0 if no action did", varied=True),
        Column("kind", "category", "filling the tower, battle, revolt after an income, revolt in winter", CAUSES),
        Column("seat", "i8", "the attacker, or the owner of the revolting county; -1: all seats (fill)"),
        Column("other", "i8", "the defender of a battle; -1 for a neutral county or a revolt"),
        county_column("county", "county of the battle or revolt"),
        Column("thrown", "i8", "armies thrown by the seat (fill: by each seat)", varied=True),
        Column("thrown_other", "i8", "armies thrown by the defender", varied=True),
        Column("thrown_peasants", "i8", "peasants thrown from the supply"),
        *by_side("tray", "in the tray before, and thrown in too"),
        *by_side("inside", "in the tower before"),
        *by_side("out", "came out"),
        *by_colour("tray", "in the tray before, and thrown in too"),
        *by_colour("inside", "in the tower before"),
        *by_colour("out", "came out", varied=True),
        Column("end", "category", "winner of the battle, or whether the revolting county was held or lost", ENDS),
        Column("left", "i8", "armies of the winner that remain in the county", varied=True),
        Column("joined", "bool", "whether the peasants in the tray counted: not for a county in unrest (W51, F8)"),
        Column("odds", "f64", ODDS),
    ),
    fill_in_odds,
)


class ThrowRows:
    """Adds a row for every throw once its effect is known, with values in the order of the columns above."""

    def __init__(self, number: int, players: int, rows: Rows) -> None:
        self.number = number
        self.peasants = players  # their place after the seats
        self.rows = rows
        self.year, self.season, self.slot = 1, 0, 0
        self.throw: entries.Thrown | None = None  # the latest one: its winner comes later
        self.throws = 0

    def read_season(self, entry: entries.SeasonBegun) -> None:
        self.year, self.season = entry
        self.slot = 0

    def read_slot(self, entry: entries.ActionResolved | entries.RevoltFirst) -> None:
        """F14: a revolt may come before its action is done; either entry has the slot."""
        self.slot = entry.slot + 1

    def read_throw(self, entry: entries.Thrown) -> None:
        """Keeps a throw until the battle or revolt that it decides."""
        self.throw = entry
        if entry.cause == "fill":
            self.end_throw(NOBODY, -1, 0, False)

    def read_battle(self, entry: entries.Battled) -> None:
        self.end_throw(entry.attacker, entry.outcome, entry.left, bool(entry.joined))

    def read_revolt(self, entry: entries.Revolted) -> None:
        self.end_throw(entry.seat, HELD if entry.left else LOST, entry.left, True)

    def end_throw(self, seat: int, end: int, left: int, joined: bool) -> None:
        assert self.throw is not None, "a battle or a revolt follows its throw"
        cause, thrower, other, county, hand, tray, inside, out = self.throw
        own_tray = own_inside = own_out = 0  # when filling the tower
        if seat >= 0:
            own_tray, own_inside, own_out = tray[thrower], inside[thrower], out[thrower]
        foe_hand = foe_tray = foe_inside = foe_out = 0  # if there is no other seat
        if other >= 0:
            foe_hand, foe_tray, foe_inside, foe_out = hand[other], tray[other], inside[other], out[other]
        self.rows.packed.append(
            PACK_THROW(
                self.number, self.throws, self.year, self.season, self.slot, CAUSE_CODES[cause], seat, other, county,
                hand[thrower], foe_hand, hand[self.peasants],
                own_tray, foe_tray, own_inside, foe_inside, own_out, foe_out,
                of_colours(tray, inside, out), end, left, joined, NO_ODDS,
            )
        )  # fmt: skip
        self.throws += 1


def _pack_throw() -> Any:
    """Packs a row, its cubes by colour (tray, inside, out) as bytes in one piece."""
    codes = Rows(THROWS).packer.format.removeprefix("<")
    first = [column.name for column in THROWS.columns].index(f"tray_{COLOURS[0]}")
    behind = first + 3 * len(COLOURS)
    return Struct(f"<{codes[:first]}{behind - first}s{codes[behind:]}").pack


PACK_THROW: Final = _pack_throw()


def of_colours(tray: tuple[int, ...], inside: tuple[int, ...], out: tuple[int, ...]) -> bytes:
    """The cubes of three places: in each those of every seat, then the peasants; 0 for missing seats.

    The missing seats come after the others of each place, so they separate the pieces.
    """
    cubes = bytes((*tray, *inside, *out))
    colours = len(tray)
    seats = colours - 1
    one, two, three = seats, seats + colours, seats + 2 * colours
    return bytes(SEATS - seats).join((cubes[:one], cubes[one:two], cubes[two:three], cubes[three:]))
