"""The entries of the journal: all events, as records. Log lines, tables and the story are made from them.

The order of the fields is part of a game's digest.
"""

from typing import Annotated, Final, NamedTuple, TypeAlias

from wallenstein.games.wallenstein.model.codes import (
    Action,
    BattleEnd,
    Bid,
    Counties,
    County,
    Cubes,
    Event,
    LaidPlan,
    Moment,
    Number,
    Outcome,
    Season,
    Seat,
    Slot,
    Tile,
    YesNo,
)
from wallenstein.games.wallenstein.plan import Plan

Happened: TypeAlias = tuple[object, ...]  # a record of one of these types, or of an expansion's


class CountiesShuffled(NamedTuple):
    """W13: the county cards for the draft; the first two lie open."""

    counties: tuple[County, ...]


class Settled(NamedTuple):
    """W13: a group of armies goes into a drafted county."""

    seat: Seat
    county: County
    armies: Number


class EventsOpened(NamedTuple):
    """W15: the year's event cards."""

    events: tuple[Event, ...]


class SeasonBegun(NamedTuple):
    """A season begins; winter is one."""

    year: Number
    season: Season


class BoardSeen(NamedTuple):
    """The board: after the set-up, and at the end of each season."""

    year: Number
    season: Moment
    counties: Annotated[bytes, Counties()]


class ActionsShown(NamedTuple):
    """W20: the season's action cards by slot."""

    actions: tuple[Action, ...]


class TilesShown(NamedTuple):
    """W21: the season's bonus tiles by position."""

    tiles: tuple[Tile, ...]


class EventDrawn(NamedTuple):
    """W25: the season's event."""

    event: Event


class Declared(NamedTuple):
    """F3: boxes that a seat has declared empty."""

    seat: Seat
    empty: tuple[Action, ...]


class PlanLaid(NamedTuple):
    """W23: a seat has planned."""

    seat: Seat
    plan: Annotated[Plan, LaidPlan()]


class BidRevealed(NamedTuple):
    """W26: a bid, and the Thalers paid for it."""

    seat: Seat
    bid: Bid
    paid: Number


class TileTaken(NamedTuple):
    """W26: a seat has chosen a position with its tile."""

    seat: Seat
    position: Slot
    tile: Tile


class OrderFixed(NamedTuple):
    """W26, F4: the turn order."""

    order: tuple[Seat, ...]


class ActionResolved(NamedTuple):
    """W28: the result of a planned action: the amount gained, placed or moved, and the county moved to."""

    slot: Slot
    seat: Seat
    action: Action
    county: County
    outcome: Outcome
    amount: Number
    to: County


class RevoltFirst(NamedTuple):
    """F14: a revolt comes before the income of this action."""

    slot: Slot
    seat: Seat
    action: Action
    county: County


class Moved(NamedTuple):
    """W43, W44: armies have moved between two own counties."""

    seat: Seat
    county: County
    to: County
    armies: Number


class Thrown(NamedTuple):
    """T1: a throw into the tower. `seat` attacks or owns the revolting county, `other` defends."""

    cause: str
    seat: Seat
    other: Seat
    county: County
    hand: Cubes
    tray: Cubes
    inside: Cubes
    out: Cubes


class Battled(NamedTuple):
    """W51-W54: the end of a battle, with the winner's armies left. W51, F8: peasants may not have joined in."""

    attacker: Seat
    action: Action
    defender: Seat
    county: County
    attack: Number
    defence: Number
    peasants: Number
    outcome: BattleEnd
    left: Number
    joined: YesNo


class Revolted(NamedTuple):
    """W61: a revolt is over; the county is lost if no armies are left."""

    seat: Seat
    county: County
    defence: Number
    peasants: Number
    left: Number


class WinterBegun(NamedTuple):
    """W70: the event left over, and the grain that everybody loses."""

    event: Event
    loss: Number


class Hungered(NamedTuple):
    """W71: a seat lacks grain."""

    seat: Seat
    lacking: Number
    revolts: Number
    peasants: Number


class Scored(NamedTuple):
    """W72: points of one seat; those for palaces, churches and posts are the majorities."""

    year: Number
    seat: Seat
    counties: Number
    buildings: Number
    palaces: Number
    churches: Number
    posts: Number


class Standing(NamedTuple):
    """A seat's standing after a season."""

    year: Number
    season: Season
    seat: Seat
    counties: Number
    armies: Number
    palaces: Number
    churches: Number
    posts: Number
    markers: Number
    supply: Number
    tower: Number
    tray: Number
    grain: Number
    thalers: Number
    vp: Number


ENTRIES: Final[dict[str, type]] = {  # by their names in log lines
    "counties": CountiesShuffled,
    "settle": Settled,
    "events": EventsOpened,
    "season": SeasonBegun,
    "board": BoardSeen,
    "actions": ActionsShown,
    "tiles": TilesShown,
    "event": EventDrawn,
    "declare": Declared,
    "plan": PlanLaid,
    "bid": BidRevealed,
    "tile": TileTaken,
    "order": OrderFixed,
    "action": ActionResolved,
    "unrest": RevoltFirst,
    "move": Moved,
    "throw": Thrown,
    "battle": Battled,
    "revolt": Revolted,
    "winter": WinterBegun,
    "hunger": Hungered,
    "score": Scored,
    "standing": Standing,
}
