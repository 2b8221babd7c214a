"""The entries of the journal: all events, as records. Log lines, tables and the story are made from them.

The order of the fields is part of a game's digest.
"""

from typing import Annotated, Final, NamedTuple, TypeAlias

from wallenstein.games.wallenstein.model import codes
from wallenstein.games.wallenstein.plan import Plan

Happened: TypeAlias = tuple[object, ...]  # a record of one of these types, or of an expansion's


class CountiesShuffled(NamedTuple):
    """W13: the county cards for the draft; the first two lie open."""

    counties: tuple[codes.County, ...]


class Settled(NamedTuple):
    """W13: a group of armies goes into a drafted county."""

    seat: codes.Seat
    county: codes.County
    armies: codes.Number


class EventsOpened(NamedTuple):
    """W15: the year's event cards."""

    events: tuple[codes.Event, ...]


class SeasonBegun(NamedTuple):
    """A season begins; winter is one."""

    year: codes.Number
    season: codes.Season


class BoardSeen(NamedTuple):
    """The board: after the set-up, and at the end of each season."""

    year: codes.Number
    season: codes.Moment
    counties: Annotated[bytes, codes.Counties()]


class ActionsShown(NamedTuple):
    """W20: the season's action cards by slot."""

    actions: tuple[codes.Action, ...]


class TilesShown(NamedTuple):
    """W21: the season's bonus tiles by position."""

    tiles: tuple[codes.Tile, ...]


class EventDrawn(NamedTuple):
    """W25: the season's event."""

    event: codes.Event


class Declared(NamedTuple):
    """F3: boxes that a seat has declared empty."""

    seat: codes.Seat
    empty: tuple[codes.Action, ...]


class PlanLaid(NamedTuple):
    """W23: a seat has planned."""

    seat: codes.Seat
    plan: Annotated[Plan, codes.LaidPlan()]


class BidRevealed(NamedTuple):
    """W26: a bid, and the Thalers paid for it."""

    seat: codes.Seat
    bid: codes.Bid
    paid: codes.Number


class TileTaken(NamedTuple):
    """W26: a seat has chosen a position with its tile."""

    seat: codes.Seat
    position: codes.Slot
    tile: codes.Tile


class OrderFixed(NamedTuple):
    """W26, F4: the turn order."""

    order: tuple[codes.Seat, ...]


class ActionResolved(NamedTuple):
    """W28: the result of a planned action: the amount gained, placed or moved, and the county moved to."""

    slot: codes.Slot
    seat: codes.Seat
    action: codes.Action
    county: codes.County
    outcome: codes.Outcome
    amount: codes.Number
    to: codes.County


class RevoltFirst(NamedTuple):
    """F14: a revolt comes before the income of this action."""

    slot: codes.Slot
    seat: codes.Seat
    action: codes.Action
    county: codes.County


class Moved(NamedTuple):
    """W43, W44: armies have moved between two own counties."""

    seat: codes.Seat
    county: codes.County
    to: codes.County
    armies: codes.Number


class Thrown(NamedTuple):
    """T1: a throw into the tower. `seat` attacks or owns the revolting county, `other` defends."""

    cause: str
    seat: codes.Seat
    other: codes.Seat
    county: codes.County
    hand: codes.Cubes
    tray: codes.Cubes
    inside: codes.Cubes
    out: codes.Cubes


class Battled(NamedTuple):
    """W51-W54: the end of a battle, with the winner's armies left. W51, F8: peasants may not have joined in."""

    attacker: codes.Seat
    action: codes.Action
    defender: codes.Seat
    county: codes.County
    attack: codes.Number
    defence: codes.Number
    peasants: codes.Number
    outcome: codes.BattleEnd
    left: codes.Number
    joined: codes.YesNo


class Revolted(NamedTuple):
    """W61: a revolt is over; the county is lost if no armies are left."""

    seat: codes.Seat
    county: codes.County
    defence: codes.Number
    peasants: codes.Number
    left: codes.Number


class WinterBegun(NamedTuple):
    """W70: the event left over, and the grain that everybody loses."""

    event: codes.Event
    loss: codes.Number


class Hungered(NamedTuple):
    """W71: a seat lacks grain."""

    seat: codes.Seat
    lacking: codes.Number
    revolts: codes.Number
    peasants: codes.Number


class Scored(NamedTuple):
    """W72: points of one seat; those for palaces, churches and posts are the majorities."""

    year: codes.Number
    seat: codes.Seat
    counties: codes.Number
    buildings: codes.Number
    palaces: codes.Number
    churches: codes.Number
    posts: codes.Number


class Standing(NamedTuple):
    """A seat's possessions when a season is complete."""

    year: codes.Number
    season: codes.Season
    seat: codes.Seat
    counties: codes.Number
    armies: codes.Number
    palaces: codes.Number
    churches: codes.Number
    posts: codes.Number
    markers: codes.Number
    supply: codes.Number
    tower: codes.Number
    tray: codes.Number
    grain: codes.Number
    thalers: codes.Number
    vp: codes.Number


ENTRIES: Final[dict[str, type]] = {  # by their names in log lines
    "counties": CountiesShuffled, "settle": Settled, "events": EventsOpened, "season": SeasonBegun, "board": BoardSeen,
    "actions": ActionsShown, "tiles": TilesShown, "event": EventDrawn, "declare": Declared, "plan": PlanLaid,
    "bid": BidRevealed, "tile": TileTaken, "order": OrderFixed, "action": ActionResolved, "unrest": RevoltFirst,
    "move": Moved, "throw": Thrown, "battle": Battled, "revolt": Revolted, "winter": WinterBegun, "hunger": Hungered,
    "score": Scored, "standing": Standing,
}  # fmt: skip
