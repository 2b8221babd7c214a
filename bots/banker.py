"""Banker: invests where its own VP markers are, and in nothing else.

The idea: a marker brings the lower of influence and status every turn (4.2.1), so influence that is laid early pays
most. The banker lobbies the country where its hand adds most to its own markers (5.6), bids wherever that pays
(5.6.1), gives up what it misses least, and votes for what raises its own countries. It does not think about others.
"""

from collections.abc import Callable
from typing import Any, Final

from wallenstein.bots import register
from wallenstein.games.sixteen_thirty.advice.outlook import MarkerOutlook, stakes_of
from wallenstein.games.sixteen_thirty.bot import Bot
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call, Decision, Play, Swap
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import (
    ARMY_SIZE,
    ASSASSIN,
    IMPROVEMENT,
    JOIN,
    LEADER,
    LOBBY_CARD,
    STATUS_CARD,
    UNREST,
)

# points that a special card is worth in the hand, and when it is played where the seat has a marker
HELD: Final = {LOBBY_CARD: 3.0, STATUS_CARD: 3.0, LEADER: 0.5, ASSASSIN: 0.5, UNREST: 0.4, ARMY_SIZE: 0.3}
PLAYED: Final = {IMPROVEMENT: 0.2, ARMY_SIZE: 0.2, LEADER: 0.1}


@register("banker")
class Banker(Bot):
    """Options: `thrift`, the points that an extra lobby must bring."""

    def __init__(self, thrift: float = 2.0) -> None:
        self.thrift = thrift

    def choose(self, view: View, choice: Decision) -> Any:
        """The option worth most."""
        outlook = MarkerOutlook(view, stakes_of(view.markers), view.seat)
        step: Any = choice.step
        opinions: dict[str, Callable[[Any], float]] = {
            "pass-marker": lambda marker: -4 * outlook.stakes[marker] - view.status[marker],
            "open-display": outlook.display,
            "fade": lambda fading: -outlook.loss(*fading),
            "special": lambda play: self.special(outlook, play),
            "lobby": lambda call: self.lobby(outlook, call),
            "bid": lambda bid: self.bid(outlook, step.country, bid),
            "vote": lambda colour: self.vote(outlook, Call(step.called, step.issue, step.target), colour),
            "lose-influence": lambda card: -outlook.loss(step.country, card),
            "to-market": lambda card: -self.keep(outlook, card),
            "exchange": lambda swap: self.exchange(outlook, swap),
            "collect": lambda taking: self.keep(outlook, taking.card),
        }
        return max(choice.options, key=opinions[choice.kind])

    def special(self, outlook: MarkerOutlook, play: Play | None) -> float:
        """Status and lobbies for its own countries; other cards help them a little, or hurt others."""
        if play is None:
            return 0.0
        if play.card == LOBBY_CARD:
            return self.lobby(outlook, play.call) - self.thrift
        if play.card == STATUS_CARD:
            return outlook.status(play.country, 1)
        if play.card in PLAYED:
            return PLAYED[play.card] * outlook.stakes[play.country]
        if play.card == ASSASSIN and play.seat != outlook.seat:
            return 0.1 if outlook.stakes[play.country] else 0.0
        return -1.0

    def lobby(self, outlook: MarkerOutlook, call: Call) -> float:
        """What the best bid brings, and the issue if its vote is won."""
        share = outlook.share(call.country)
        return outlook.best_bid(call.country) + share * max(0.0, outlook.issue(call))

    def bid(self, outlook: MarkerOutlook, country: int, bid: Bid | None) -> float:
        """Only what pays by itself."""
        return 0.0 if bid is None else outlook.bid(country, bid)

    def vote(self, outlook: MarkerOutlook, call: Call, colour: int) -> float:
        """For what brings points, against what costs them; a faction does not matter, so it stays."""
        value = 0.1 if call.issue == JOIN else outlook.issue(call) - 0.01
        return value if colour == outlook.meant(call) else -value

    def exchange(self, outlook: MarkerOutlook, swap: Swap | None) -> float:
        """What is taken, less what is given."""
        return 0.1 if swap is None else self.keep(outlook, swap.take) - self.keep(outlook, swap.give)

    def keep(self, outlook: MarkerOutlook, card: int) -> float:
        """What a card is worth in the hand."""
        return HELD[card] if card in HELD else outlook.keep(card)
