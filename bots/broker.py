"""Broker: guesses the others' VP markers, and deals in what many gain by.

The idea: everybody's gain of a turn is public, and with it what a marker of each country brought (4.2.1); after a few
turns few holdings are left that explain the gains. The broker lays its own influence as early as it can. Knowing what
the others want, it foresees their votes (5.6.2), stands with the majority where it does not care (5.6.3), calls what
others will support (5.6.4), and hurts those who are ahead. Cards that hurt are kept for the last turns (4.2.2), when
nobody can repair the harm.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from wallenstein.bots import register
from wallenstein.games.sixteen_thirty.advice.outlook import (
    BROKERS,
    MarkerOutlook,
    Rivals,
    SeatForecast,
    Taste,
    stakes_of,
)
from wallenstein.games.sixteen_thirty.bot import Bot
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call, Decision, Play, Swap
from wallenstein.games.sixteen_thirty.model.options import adjustments, after, suited_to
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE, View
from wallenstein.games.sixteen_thirty.names import (
    ARMY_SIZE,
    ASSASSIN,
    COUNTRIES,
    IMPROVEMENT,
    ISSUES,
    LEADER,
    LEAGUE,
    LOBBY_CARD,
    STATUS_CARD,
    UNREST,
)

HELD: Final = {LOBBY_CARD: 4.0, STATUS_CARD: 3.0, LEADER: 0.5, ASSASSIN: 2.0, UNREST: 2.0, ARMY_SIZE: 0.3}
PLAYED: Final = {IMPROVEMENT: 0.2, ARMY_SIZE: 0.2, LEADER: 0.1}

IssueName: TypeAlias = Literal["join", "rearm", "war", "league"]
WORST: Final = -1000.0  # points


@register("broker")
class Broker(Bot):
    """Options: `thrift`, the points that an extra lobby must bring; `spite`, what all rivals' points weigh against an
    own one; `wait`, the turn until which cards that hurt are kept. To see what things are worth: `without`, issues that
    it never lobbies for unless it must; `specials`, whether it plays special cards; `markers`, without which it plays
    as if its own were spread over all countries."""

    taste: Taste = BROKERS
    held: Mapping[int, float] = HELD

    def __init__(
        self, thrift: float = 2.0, spite: float = 0.5, wait: int = 6, without: tuple[IssueName, ...] = (),
        specials: bool = True, markers: bool = True,
    ) -> None:  # fmt: skip
        self.thrift = thrift
        self.spite = spite
        self.wait = wait
        self.without = [ISSUES.index(issue) for issue in without]
        self.specials = specials
        self.markers = markers
        self.rivals = Rivals()

    def choose(self, view: View, choice: Decision) -> Any:
        """The option worth most."""
        return max(choice.options, key=self.opinion(view, choice))

    def opinion(self, view: View, choice: Decision) -> Callable[[Any], float]:
        """What an option is worth, in points."""
        stakes = stakes_of(view.markers) if self.markers else [len(view.markers) / len(COUNTRIES)] * len(COUNTRIES)
        outlook = MarkerOutlook(view, stakes, view.seat, self.taste)
        step: Any = choice.step
        if choice.kind == "pass-marker":
            return lambda marker: -4 * outlook.stakes[marker] - view.status[marker]
        if choice.kind == "open-display":
            return outlook.display
        forecast = SeatForecast(view, self.rivals.look(view, self.rng), outlook, self.spite)
        opinions: dict[str, Callable[[Any], float]] = {
            "fade": lambda fading: -outlook.loss(*fading),
            "special": lambda play: self.special(forecast, play),
            "lobby": lambda call: self.lobby(forecast, call),
            "bid": lambda bid: self.bid(forecast, step.country, Call(step.called, step.issue, step.target), bid),
            "vote": lambda colour: self.vote(forecast, step, colour),
            "lose-influence": lambda card: -outlook.loss(step.country, card),
            "to-market": lambda card: -self.keep(outlook, card),
            "exchange": lambda swap: self.exchange(outlook, swap),
            "collect": lambda taking: self.keep(outlook, taking.card),
        }
        return opinions[choice.kind]

    def special(self, forecast: SeatForecast, play: Play | None) -> float:
        """Status and lobbies for its own countries; cards that hurt when it is late."""
        if play is None or not self.specials:
            return 0.0 if play is None else WORST
        outlook, view = forecast.own, forecast.view
        if play.card == LOBBY_CARD:
            return self.lobby(forecast, play.call) - self.thrift
        if play.card == STATUS_CARD:
            return forecast.status(play.country, 1)
        if play.card in PLAYED:
            return PLAYED[play.card] * outlook.stakes[play.country]
        if view.turn < self.wait:
            return -1.0
        if play.card == ASSASSIN:
            return self.murder(forecast, play)
        return self.unrest(forecast, play.country)

    def murder(self, forecast: SeatForecast, play: Play) -> float:
        """What a rival loses with a card, at least as a part of its own points."""
        if play.seat == forecast.own.seat:
            return -1.0
        other, view = forecast.others[play.seat], forecast.view
        left = other.without(play.seat, play.country, play.remove)
        descendant = view.is_descendant(play.seat, play.country)
        return forecast.spite[play.seat] * (other.own(play.country) - other.stack(play.country, left, descendant))

    def unrest(self, forecast: SeatForecast, country: int) -> float:
        """What the victims lose."""
        held = [INFLUENCE[display[country]] for display in forecast.view.displays]
        highest = max(held)
        if not highest:
            return -1.0
        total = 0.0
        for seat, influence in enumerate(held):
            if influence == highest:
                harm = forecast.harm(seat, country)
                total += -harm if seat == forecast.own.seat else forecast.spite[seat] * harm
        return total

    def lobby(self, forecast: SeatForecast, call: Call) -> float:
        """What the best bid brings, and the vote after it."""
        outlook, view = forecast.own, forecast.view
        country = call.country
        if call.issue in self.without:
            return WORST
        stack = view.displays[view.seat][country]
        best, laid = 0.0, stack
        if not view.is_descendant(view.seat, country):
            for bid in adjustments(suited_to(view.hand, country), stack):
                if bid is not None and (gain := outlook.bid(country, bid)) > best:
                    best, laid = gain, after(stack, bid)
        return best - forecast.rivals_grow(country) + self.ballot(forecast, country, call, laid)

    def ballot(self, forecast: SeatForecast, country: int, call: Call, stack: tuple[int, ...]) -> float:
        """What the vote brings with this stack."""
        outlook = forecast.own
        if not stack:
            return 0.0
        if stack == forecast.view.displays[outlook.seat][country]:
            mine = forecast.harm(outlook.seat, country)
        else:
            mine = outlook.stack(country, stack) - outlook.stack(country, stack, descendant=True)
        value = forecast.best_vote(country, call, INFLUENCE[stack], mine)
        return value / 2 if call.issue == LEAGUE and country != call.target and value > 0 else value

    def bid(self, forecast: SeatForecast, country: int, call: Call, bid: Bid | None) -> float:
        """What the cards bring, and what they change in the vote."""
        stack = forecast.view.displays[forecast.own.seat][country]
        if bid is None:
            return self.ballot(forecast, country, call, stack)
        return forecast.own.bid(country, bid) + self.ballot(forecast, country, call, after(stack, bid))

    def vote(self, forecast: SeatForecast, step: Any, colour: int) -> float:
        """What the vote brings on average."""
        call = Call(step.called, step.issue, step.target)
        mine = forecast.harm(step.seat, step.country)
        return forecast.vote(step.country, call, colour, step.influence[step.seat], mine)

    def exchange(self, outlook: MarkerOutlook, swap: Swap | None) -> float:
        """What is taken, less what is given."""
        return 0.1 if swap is None else self.keep(outlook, swap.take) - self.keep(outlook, swap.give)

    def keep(self, outlook: MarkerOutlook, card: int) -> float:
        """What a card is worth in the hand."""
        return self.held[card] if card in self.held else outlook.keep(card)
