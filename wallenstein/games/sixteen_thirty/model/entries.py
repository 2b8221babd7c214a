"""The entries of the journal: all events, as records. Log lines, tables and the story are made from them.

The order of the fields is part of a game's digest.
"""

from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from wallenstein.core.documents import JsonObject
from wallenstein.core.records import Code, Context
from wallenstein.games.sixteen_thirty.model import choices

Happened: TypeAlias = tuple[object, ...]  # a record of one of these types


class MarkersDealt(NamedTuple):
    """3.2: the VP markers of all seats."""

    markers: choices.Holdings


class MarkerPassed(NamedTuple):
    """3.3: a marker went to the left neighbour."""

    round: choices.Number
    seat: choices.Seat
    marker: choices.Country


class HandsDealt(NamedTuple):
    """3.4: the opening hands of all seats."""

    hands: choices.Hands


class FirstDrawn(NamedTuple):
    """3.5: the first player."""

    seat: choices.Seat


class DisplayOpened(NamedTuple):
    """3.6: a seat's opening display."""

    seat: choices.Seat
    display: choices.Display


class TurnBegun(NamedTuple):
    """4: a turn begins."""

    turn: choices.Number
    first: choices.Seat


class Faded(NamedTuple):
    """4.1.1: descendant influence is removed."""

    seat: choices.Seat
    country: choices.Country
    cards: choices.Cards


class Drew(NamedTuple):
    """4.1.2: cards drawn; the discards may have been shuffled into a new deck."""

    seat: choices.Seat
    cards: choices.Cards
    reshuffled: choices.YesNo


class PlayCode(Code):
    """A special card with its target: the keys of the choice, but `seat` is the player."""

    def write(self, value: Any, context: Context) -> JsonObject:
        return {"victim" if key == "seat" else key: each for key, each in choices.PLAY.write(value, context).items()}


class SpecialPlayed(NamedTuple):
    """4.1.3: a special card."""

    seat: choices.Seat
    play: Annotated[choices.Play, PlayCode()]


class LobbyCalled(NamedTuple):
    """5.6: a lobby begins; without country and issue, none was possible (R1)."""

    seat: choices.Seat
    source: choices.Source
    country: choices.CountryOrNone
    issue: choices.IssueOrNone
    target: choices.CountryOrNone


class BidMade(NamedTuple):
    """5.6.1: cards go to a stack, and from it to the market; both empty for a pass."""

    seat: choices.Seat
    country: choices.Country
    add: choices.Cards
    remove: choices.Cards


class Voted(NamedTuple):
    """5.6.2: a vote and its weight."""

    seat: choices.Seat
    country: choices.Country
    colour: choices.Colour
    influence: choices.Number


class VoteClosed(NamedTuple):
    """5.6.2: both sides of a vote, and the winner; none on a draw."""

    country: choices.Country
    issue: choices.Issue
    target: choices.CountryOrNone
    second: choices.YesNo
    red: choices.Number
    blue: choices.Number
    winner: choices.ColourOrNone


class FactionJoined(NamedTuple):
    """5.6.4.1: a country has a new faction."""

    country: choices.Country
    faction: choices.Colour


class Rearmed(NamedTuple):
    """5.6.4.2: a country has an army again."""

    country: choices.Country


class WarFought(NamedTuple):
    """5.7.2: a war, and both countries after it, the attacker first."""

    attacker: choices.Country
    defender: choices.Country
    dice: choices.Pairs
    modifiers: tuple[choices.Number, ...]
    totals: tuple[choices.Number, ...]
    winner: choices.CountryOrNone
    status: tuple[choices.Number, ...]
    army: tuple[choices.Number, ...]
    ability: tuple[choices.Number, ...]


class LeagueMade(NamedTuple):
    """5.8.2: two countries are in a league."""

    country: choices.Country
    target: choices.Country
    colour: choices.Colour


class LeagueDissolved(NamedTuple):
    """4.1.3.7, R15: a league ends before the end of the turn."""

    colour: choices.Colour
    cause: choices.DissolvedBy


class Turned(NamedTuple):
    """5.3.3: a stack becomes descendant."""

    seat: choices.Seat
    country: choices.Country
    cause: choices.Cause


class Lost(NamedTuple):
    """5.6.3, 4.1.3.7: a descendant stack loses a card; with the last named card it loses all."""

    seat: choices.Seat
    country: choices.Country
    cards: choices.Cards
    cause: choices.Cause


class PutToMarket(NamedTuple):
    """4.1.5: a card of the hand goes to the market."""

    seat: choices.Seat
    card: choices.Card


class Scored(NamedTuple):
    """4.2.1: a seat's points of the turn, one number for each marker, and its total."""

    turn: choices.Number
    seat: choices.Seat
    gain: choices.Number
    vp: choices.Number
    points: tuple[choices.Number, ...]


class EndChecked(NamedTuple):
    """4.2.2: whether the game is over; the last turn needs no die."""

    turn: choices.Number
    die: choices.AnySeat  # null without a die
    over: choices.YesNo


class Exchanged(NamedTuple):
    """4.2.3.1: a card of the hand for one of another's market."""

    seat: choices.Seat
    other: choices.Seat
    give: choices.Card
    take: choices.Card


class Collected(NamedTuple):
    """4.2.3.2: a card of a market."""

    seat: choices.Seat
    other: choices.Seat
    card: choices.Card


class MarketsClosed(NamedTuple):
    """4.2.3.3: the rest is discarded."""

    cards: choices.Cards


class CleanedUp(NamedTuple):
    """4.2.4: the new first player, and the countries that lose markers."""

    first: choices.Seat
    leaders: choices.Countries
    unrest: choices.Countries
    leagues: choices.Countries


ENTRIES: Final[dict[str, type]] = {  # by their names in log lines
    "markers": MarkersDealt, "pass": MarkerPassed, "deal": HandsDealt, "first": FirstDrawn, "open": DisplayOpened,
    "turn": TurnBegun, "fade": Faded, "draw": Drew, "special": SpecialPlayed, "lobby": LobbyCalled, "bid": BidMade,
    "vote": Voted, "outcome": VoteClosed, "faction": FactionJoined, "rearm": Rearmed, "war": WarFought,
    "league": LeagueMade, "dissolve": LeagueDissolved, "turned": Turned, "lost": Lost, "to-market": PutToMarket,
    "score": Scored, "end": EndChecked, "exchange": Exchanged, "collect": Collected, "close": MarketsClosed,
    "clean-up": CleanedUp,
}  # fmt: skip
