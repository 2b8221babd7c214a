"""The entries of the journal: all events, as records. Log lines, tables and the story are made from them.

The order of the fields is part of a game's digest.
"""

from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from wallenstein.core.records import Code
from wallenstein.games.sixteen_thirty.model.choices import (
    AnySeat,
    Card,
    Cards,
    Cause,
    Colour,
    ColourOrNone,
    Countries,
    Country,
    CountryOrNone,
    Display,
    DissolvedBy,
    Hands,
    Holdings,
    Issue,
    IssueOrNone,
    Number,
    Pairs,
    Play,
    Seat,
    Source,
    YesNo,
    write_play,
)

Happened: TypeAlias = tuple[object, ...]  # a record of one of these types


class MarkersDealt(NamedTuple):
    """3.2: the VP markers of all seats."""

    markers: Holdings


class MarkerPassed(NamedTuple):
    """3.3: a marker went to the left neighbour."""

    round: Number
    seat: Seat
    marker: Country


class HandsDealt(NamedTuple):
    """3.4: the opening hands of all seats."""

    hands: Hands


class FirstDrawn(NamedTuple):
    """3.5: the first player."""

    seat: Seat


class DisplayOpened(NamedTuple):
    """3.6: a seat's opening display."""

    seat: Seat
    display: Display


class TurnBegun(NamedTuple):
    """4: a turn begins."""

    turn: Number
    first: Seat


class Faded(NamedTuple):
    """4.1.1: descendant influence is removed."""

    seat: Seat
    country: Country
    cards: Cards


class Drew(NamedTuple):
    """4.1.2: cards drawn; the discards may have been shuffled into a new deck."""

    seat: Seat
    cards: Cards
    reshuffled: YesNo


class PlayCode(Code):
    """A special card with its target: the keys of the choice, but `seat` is the player."""

    def write(self, value: Any, context: Any) -> dict[str, Any]:
        return {"victim" if key == "seat" else key: each for key, each in write_play(value).items()}


class SpecialPlayed(NamedTuple):
    """4.1.3: a special card."""

    seat: Seat
    play: Annotated[Play, PlayCode()]


class LobbyCalled(NamedTuple):
    """5.6: a lobby begins; without country and issue, none was possible (R1)."""

    seat: Seat
    source: Source
    country: CountryOrNone
    issue: IssueOrNone
    target: CountryOrNone


class BidMade(NamedTuple):
    """5.6.1: cards go to a stack, and from it to the market; both empty for a pass."""

    seat: Seat
    country: Country
    add: Cards
    remove: Cards


class Voted(NamedTuple):
    """5.6.2: a vote and its weight."""

    seat: Seat
    country: Country
    colour: Colour
    influence: Number


class VoteClosed(NamedTuple):
    """5.6.2: both sides of a vote, and the winner; none on a draw."""

    country: Country
    issue: Issue
    target: CountryOrNone
    second: YesNo
    red: Number
    blue: Number
    winner: ColourOrNone


class FactionJoined(NamedTuple):
    """5.6.4.1: a country has a new faction."""

    country: Country
    faction: Colour


class Rearmed(NamedTuple):
    """5.6.4.2: a country has an army again."""

    country: Country


class WarFought(NamedTuple):
    """5.7.2: a war, and both countries after it, the attacker first."""

    attacker: Country
    defender: Country
    dice: Pairs
    modifiers: tuple[Number, ...]
    totals: tuple[Number, ...]
    winner: CountryOrNone
    status: tuple[Number, ...]
    army: tuple[Number, ...]
    ability: tuple[Number, ...]


class LeagueMade(NamedTuple):
    """5.8.2: two countries are in a league."""

    country: Country
    target: Country
    colour: Colour


class LeagueDissolved(NamedTuple):
    """4.1.3.7, R15: a league ends before the end of the turn."""

    colour: Colour
    cause: DissolvedBy


class Turned(NamedTuple):
    """5.3.3: a stack becomes descendant."""

    seat: Seat
    country: Country
    cause: Cause


class Lost(NamedTuple):
    """5.6.3, 4.1.3.7: a descendant stack loses a card; with the last named card it loses all."""

    seat: Seat
    country: Country
    cards: Cards
    cause: Cause


class PutToMarket(NamedTuple):
    """4.1.5: a card of the hand goes to the market."""

    seat: Seat
    card: Card


class Scored(NamedTuple):
    """4.2.1: a seat's points of the turn, one number for each marker, and its total."""

    turn: Number
    seat: Seat
    gain: Number
    vp: Number
    points: tuple[Number, ...]


class EndChecked(NamedTuple):
    """4.2.2: whether the game is over; the last turn needs no die."""

    turn: Number
    die: AnySeat  # null without a die
    over: YesNo


class Exchanged(NamedTuple):
    """4.2.3.1: a card of the hand for one of another's market."""

    seat: Seat
    other: Seat
    give: Card
    take: Card


class Collected(NamedTuple):
    """4.2.3.2: a card of a market."""

    seat: Seat
    other: Seat
    card: Card


class MarketsClosed(NamedTuple):
    """4.2.3.3: the rest is discarded."""

    cards: Cards


class CleanedUp(NamedTuple):
    """4.2.4: the new first player, and the countries that lose markers."""

    first: Seat
    leaders: Countries
    unrest: Countries
    leagues: Countries


ENTRIES: Final[dict[str, type]] = {  # by their names in log lines
    "markers": MarkersDealt,
    "pass": MarkerPassed,
    "deal": HandsDealt,
    "first": FirstDrawn,
    "open": DisplayOpened,
    "turn": TurnBegun,
    "fade": Faded,
    "draw": Drew,
    "special": SpecialPlayed,
    "lobby": LobbyCalled,
    "bid": BidMade,
    "vote": Voted,
    "outcome": VoteClosed,
    "faction": FactionJoined,
    "rearm": Rearmed,
    "war": WarFought,
    "league": LeagueMade,
    "dissolve": LeagueDissolved,
    "turned": Turned,
    "lost": Lost,
    "to-market": PutToMarket,
    "score": Scored,
    "end": EndChecked,
    "exchange": Exchanged,
    "collect": Collected,
    "close": MarketsClosed,
    "clean-up": CleanedUp,
}
