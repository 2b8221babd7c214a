"""What stacks, cards and issues are worth to one seat, in points until the game ends."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.sixteen_thirty.advice.horizon import TURNS_LEFT
from wallenstein.games.sixteen_thirty.advice.war_odds import war_odds
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call
from wallenstein.games.sixteen_thirty.model.influence import INFLUENCE
from wallenstein.games.sixteen_thirty.model.options import adjustments, suited_to
from wallenstein.games.sixteen_thirty.model.view import Cards, View
from wallenstein.games.sixteen_thirty.names import (
    COUNTRIES,
    COUNTRY_OF,
    HIGHEST_STATUS,
    JOIN,
    LEAGUE,
    OPEN,
    REARM,
    SPECIAL,
    VALUE_OF,
    WAR,
)

SLACK: Final = 0.08  # of a point: influence beyond the status, which may rise, and which votes
WEIGHT: Final = 0.03  # of a point: influence where there is no marker
LATER: Final = 0.6  # how likely a card of the hand finds its stack
GAP: Final = 2  # of status, from which on a league moves a point (5.8.2)


class Outlook:
    """Weighs things for a seat that has so many markers of each country."""

    def __init__(self, view: View, stakes: Sequence[float], seat: int) -> None:
        self.view = view
        self.seat = seat
        self.stakes = stakes  # markers, by country
        self.turns = TURNS_LEFT[view.turn]
        self.changes: dict[tuple[int, int], float] = {}  # of status: what they bring
        self.issues: dict[Call, float] = {}
        self.opened: dict[int, float] = {}  # open cards: what they bring

    # stacks

    def stack(self, country: int, cards: Cards, descendant: bool = False) -> float:
        """What a stack brings until the game ends; a descendant one fades."""
        if not cards:
            return 0.0
        influence, stake = INFLUENCE[cards], self.stakes[country]
        if not stake:
            return WEIGHT * influence
        status = self.view.status[country]
        points = min(influence, status) + SLACK * max(0, influence - status)
        turns = min(self.turns, 0.5 + len(cards)) if descendant else self.turns
        return stake * points * turns

    def own(self, country: int) -> float:
        """What the seat's present stack brings."""
        view = self.view
        return self.stack(country, view.displays[self.seat][country], view.is_descendant(self.seat, country))

    def without(self, seat: int, country: int, card: int) -> Cards:
        """A seat's stack when a card was taken from it; open cards do not stay alone (5.3.4)."""
        left = list(self.view.displays[seat][country])
        left.remove(card)
        return tuple(left) if left and left[0] < OPEN else ()

    def loss(self, country: int, card: int) -> float:
        """What the seat loses with a card of a descendant stack."""
        left = self.without(self.seat, country, card)
        return self.own(country) - self.stack(country, left, descendant=True)

    def display(self, shown: tuple[tuple[int, int], ...]) -> float:
        """What an opening display brings: pairs of a country and a card (3.6)."""
        stacks: dict[int, list[int]] = {}
        for country, card in shown:
            stacks.setdefault(country, []).append(card)
        return total(self.stack(country, tuple(cards)) for country, cards in stacks.items())

    def share(self, country: int) -> float:
        """The seat's share of all influence in a country after its best bid: how likely it wins a vote."""
        view = self.view
        held = [INFLUENCE[display[country]] for display in view.displays]
        mine = held[self.seat] + 2
        return mine / (sum(held) + 2)  # exact: whole numbers

    # cards

    def bid(self, country: int, bid: Bid) -> float:
        """What the seat gains by a bid, less what its cards could bring elsewhere."""
        view = self.view
        stack = list(view.displays[self.seat][country])
        for card in bid.remove:
            stack.remove(card)
        after = self.stack(country, tuple(sorted([*stack, *bid.add])))
        spent = total(self.open_card(card) / 2 for card in bid.add if card >= OPEN)
        return after - self.own(country) - spent - 0.01 * len(bid.add)

    def best_bid(self, country: int) -> float:
        """What the best bid in a country would bring; 0 if none is worth it."""
        view = self.view
        if view.is_descendant(self.seat, country):
            return 0.0
        bids = adjustments(suited_to(view.hand, country), view.displays[self.seat][country])
        return max([self.bid(country, bid) for bid in bids if bid], default=0.0)

    def keep(self, card: int) -> float:
        """What a card is worth in the hand."""
        if card >= SPECIAL:
            return 0.0
        if card >= OPEN:
            return LATER * self.open_card(card)
        return LATER * self.named_card(card)

    def named_card(self, card: int) -> float:
        """What a named card would add to its stack, or begin, a turn from now."""
        view, country = self.view, COUNTRY_OF[card]
        stack = view.displays[self.seat][country]
        if view.is_descendant(self.seat, country):
            return 0.5 * self.stack(country, (card,))
        return max(0.0, self.added(country, stack, card)) + WEIGHT * VALUE_OF[card]

    def open_card(self, card: int) -> float:
        """What an open card would add where it adds most."""
        found = self.opened.get(card)
        if found is None:
            found = self.opened[card] = self.most_added(card)
        return found

    def most_added(self, card: int) -> float:
        """What a card adds to the stack that gains most; something, if there is none."""
        view = self.view
        stacks = view.displays[self.seat]
        return max(
            [
                self.added(country, stacks[country], card)
                for country in range(len(COUNTRIES))
                if self.stakes[country] and stacks[country] and not view.is_descendant(self.seat, country)
            ],
            default=0.5 * VALUE_OF[card],
        )

    def added(self, country: int, stack: Cards, card: int) -> float:
        """What a stack gains by a card, which takes the place of the lowest one if the stack is full."""
        before = self.stack(country, stack)
        gains = [self.stack(country, after(stack, bid)) - before for bid in adjustments((card,), stack) if bid]
        return max(gains, default=0.0)

    # status and issues

    def status(self, country: int, by: int) -> float:
        """What the seat gains when a country's status changes."""
        found = self.changes.get((country, by))
        if found is None:
            found = self.changes[country, by] = self.change(country, by)
        return found

    def change(self, country: int, by: int) -> float:
        """The points that are scored more or less; higher status is some use even where influence is short."""
        stake = self.stakes[country]
        now = self.view.status[country]
        then = min(HIGHEST_STATUS, max(0, now + by))
        if not stake or now == then:
            return 0.0
        influence = INFLUENCE[self.view.displays[self.seat][country]]
        gain = min(influence, then) - min(influence, now)
        return stake * (gain * self.turns + 0.15 * (then - now) * (self.turns - 1))

    def issue(self, call: Call) -> float:
        """What the seat gains if an issue comes about."""
        found = self.issues.get(call)
        if found is None:
            found = self.issues[call] = self.outcome(call)
        return found

    def outcome(self, call: Call) -> float:
        """What a war, a league or a new army brings; a faction alone brings nothing."""
        country, issue, target = call
        if issue == WAR:
            return self.war(country, target)
        if issue == LEAGUE:
            return self.league(country, target)
        if issue == REARM:
            return 0.2 * self.stakes[country]
        return 0.0

    def war(self, country: int, target: int) -> float:
        """What a war brings on average."""
        win, loss = war_odds(self.view, country, target)
        moves = self.view.status[target] > 0
        won = self.status(country, 1) * moves + self.status(target, -1)
        moves = self.view.status[country] > 0
        lost = self.status(country, -1) + self.status(target, 1) * moves
        return win * won + loss * lost

    def league(self, country: int, target: int) -> float:
        """What a league brings: a point a marker this turn (4.2.1), and status for the weaker member."""
        gain = self.stakes[country] + self.stakes[target]
        gap = self.view.status[country] - self.view.status[target]
        if abs(gap) >= GAP:
            gain += self.status(country, -1 if gap > 0 else 1) + self.status(target, 1 if gap > 0 else -1)
        return gain

    def meant(self, call: Call) -> int:
        """The colour that stands for the issue; for joining, the faction that the country has (0, red, without one)."""
        faction = self.view.faction
        if call.issue == LEAGUE:
            return faction[call.target]
        if call.issue == JOIN:
            return max(0, faction[call.country])
        return 0


def after(stack: Cards, bid: Bid) -> Cards:
    """The stack after a bid."""
    left = list(stack)
    for card in bid.remove:
        left.remove(card)
    return tuple(sorted([*left, *bid.add]))


def stakes_of(markers: Cards) -> list[float]:
    """How many markers of each country there are among these."""
    return [float(markers.count(country)) for country in range(len(COUNTRIES))]
