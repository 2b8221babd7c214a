"""The worth of stacks, cards, issues and votes to one seat, in points until the game ends."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Final, NamedTuple

from wallenstein.core.arithmetic import exponential, total
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.advice.horizon import TURNS_LEFT
from wallenstein.games.sixteen_thirty.advice.war_odds import war_odds
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call
from wallenstein.games.sixteen_thirty.model.options import adjustments, after, suited_to, without
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE, Cards, View
from wallenstein.games.sixteen_thirty.sample import deal

WEIGHT: Final = 0.03  # of a point: influence where there is no marker


class Taste:
    """What a seat makes of what is uncertain; by default, as the broker does."""

    def __init__(
        self, slack: float = 0.08, later: float = 0.6, lasting: float = 0.5, opened: float = 0.5, renewed: float = 0.5
    ) -> None:
        self.slack = slack  # of a point: influence beyond the status, which may rise, and which votes
        self.later = later  # weight of a card of the hand: to the broker, the probability that it finds its stack
        self.lasting = lasting  # turns that a descendant stack scores beside one for each card
        self.opened = opened  # of the worth of an open card: what is lost when it is laid
        self.renewed = renewed  # probability that a card's stack can be begun anew when the descendant one is gone


BROKERS: Final = Taste()


class MarkerOutlook:
    """Weighs things for a seat with these numbers of markers of each country."""

    def __init__(self, view: View, stakes: Sequence[float], seat: int, taste: Taste = BROKERS) -> None:
        self.view = view
        self.seat = seat
        self.taste = taste
        self.stakes = stakes  # markers, by country
        self.turns = TURNS_LEFT[view.turn]
        self.changes: dict[tuple[int, int], float] = {}  # points by change of status
        self.issues: dict[Call, float] = {}
        self.opened: dict[int, float] = {}  # points by open card

    # stacks

    def stack(self, country: int, cards: Cards, descendant: bool = False) -> float:
        """The points of a stack until the game ends; a descendant one fades."""
        if not cards:
            return 0.0
        influence, stake = INFLUENCE[cards], self.stakes[country]
        if not stake:
            return WEIGHT * influence
        status = self.view.status[country]
        points = min(influence, status) + self.taste.slack * max(0, influence - status)
        turns = min(self.turns, self.taste.lasting + len(cards)) if descendant else self.turns
        return stake * points * turns

    def own(self, country: int) -> float:
        view = self.view
        return self.stack(country, view.displays[self.seat][country], view.is_descendant(self.seat, country))

    def without(self, seat: int, country: int, card: int) -> Cards:
        """A seat's stack after a card was taken from it; open cards do not stay alone (5.3.4)."""
        left = without(self.view.displays[seat][country], card)
        return left if left and left[0] < const.OPEN else ()

    def loss(self, country: int, card: int) -> float:
        left = self.without(self.seat, country, card)
        return self.own(country) - self.stack(country, left, descendant=True)

    def display(self, shown: tuple[tuple[int, int], ...]) -> float:
        """The points of an opening display: pairs of a country and a card (3.6)."""
        stacks: dict[int, list[int]] = {}
        for country, card in shown:
            stacks.setdefault(country, []).append(card)
        return total(self.stack(country, tuple(cards)) for country, cards in stacks.items())

    def share(self, country: int) -> float:
        """The seat's share of all influence in a country after its best bid: its chance to win a vote."""
        view = self.view
        held = [INFLUENCE[display[country]] for display in view.displays]
        mine = held[self.seat] + 2
        return mine / (sum(held) + 2)  # exact: whole numbers

    # cards

    def bid(self, country: int, bid: Bid) -> float:
        """The seat's gain by a bid, less the worth of its cards elsewhere."""
        view = self.view
        grown = self.stack(country, after(view.displays[self.seat][country], bid))
        spent = total(self.taste.opened * self.open_card(card) for card in bid.add if card >= const.OPEN)
        return grown - self.own(country) - spent - 0.01 * len(bid.add)

    def best_bid(self, country: int) -> float:
        """The points of the best bid in a country; 0 if none is worth it."""
        view = self.view
        if view.is_descendant(self.seat, country):
            return 0.0
        bids = adjustments(suited_to(view.hand, country), view.displays[self.seat][country])
        return max([self.bid(country, bid) for bid in bids if bid], default=0.0)

    def keep(self, card: int) -> float:
        if card >= const.SPECIAL:
            return 0.0
        if card >= const.OPEN:
            return self.taste.later * self.open_card(card)
        return self.taste.later * self.named_card(card)

    def named_card(self, card: int) -> float:
        """The points that a named card would add to its stack, or begin, a turn from now."""
        view, country = self.view, const.COUNTRY_OF[card]
        stack = view.displays[self.seat][country]
        if view.is_descendant(self.seat, country):
            return self.taste.renewed * self.stack(country, (card,))
        return max(0.0, self.added(country, stack, card)) + WEIGHT * const.VALUE_OF[card]

    def open_card(self, card: int) -> float:
        found = self.opened.get(card)
        if found is None:
            found = self.opened[card] = self.most_added(card)
        return found

    def most_added(self, card: int) -> float:
        """The most that a card adds to any stack; a little if there is none."""
        view = self.view
        stacks = view.displays[self.seat]
        return max(
            [
                self.added(country, stacks[country], card)
                for country in range(len(const.COUNTRIES))
                if self.stakes[country] and stacks[country] and not view.is_descendant(self.seat, country)
            ],
            default=0.5 * const.VALUE_OF[card],
        )

    def added(self, country: int, stack: Cards, card: int) -> float:
        """A stack's gain by a card, which replaces the lowest one if the stack is full."""
        before = self.stack(country, stack)
        gains = [self.stack(country, after(stack, bid)) - before for bid in adjustments((card,), stack) if bid]
        return max(gains, default=0.0)

    # status and issues

    def status(self, country: int, by: int) -> float:
        found = self.changes.get((country, by))
        if found is None:
            found = self.changes[country, by] = self.change(country, by)
        return found

    def change(self, country: int, by: int) -> float:
        """The change in points scored; higher status is of some use even where influence is short."""
        stake = self.stakes[country]
        now = self.view.status[country]
        then = min(const.HIGHEST_STATUS, max(0, now + by))
        if not stake or now == then:
            return 0.0
        influence = INFLUENCE[self.view.displays[self.seat][country]]
        gain = min(influence, then) - min(influence, now)
        return stake * (gain * self.turns + 0.15 * (then - now) * (self.turns - 1))

    def issue(self, call: Call) -> float:
        found = self.issues.get(call)
        if found is None:
            found = self.issues[call] = self.outcome(call)
        return found

    def outcome(self, call: Call) -> float:
        """The points of a war, a league or a new army; a faction alone brings nothing."""
        country, issue, target = call
        if issue == const.WAR:
            return self.war(country, target)
        if issue == const.LEAGUE:
            return self.league(country, target)
        if issue == const.REARM:
            return 0.2 * self.stakes[country]
        return 0.0

    def war(self, country: int, target: int) -> float:
        win, loss = war_odds(self.view, country, target)
        moves = self.view.status[target] > 0
        won = self.status(country, 1) * moves + self.status(target, -1)
        moves = self.view.status[country] > 0
        lost = self.status(country, -1) + self.status(target, 1) * moves
        return win * won + loss * lost

    def league(self, country: int, target: int) -> float:
        """The points of a league: one for each marker this turn (4.2.1), and status for the weaker member."""
        gain = self.stakes[country] + self.stakes[target]
        gap = self.view.status[country] - self.view.status[target]
        if abs(gap) >= const.LEAGUE_GAP:
            gain += self.status(country, -1 if gap > 0 else 1) + self.status(target, 1 if gap > 0 else -1)
        return gain

    def meant(self, call: Call) -> int:
        return colour_of(self.view.faction, *call)


def colour_of(faction: Sequence[int], country: int, issue: int, target: int) -> int:
    """The colour that stands for the issue; for joining, the country's present faction (red without one)."""
    if issue == const.LEAGUE:
        return faction[target]
    return max(const.RED, faction[country]) if issue == const.JOIN else const.RED


def stakes_of(markers: Cards) -> list[float]:
    return [float(markers.count(country)) for country in range(len(const.COUNTRIES))]


DEALS: Final = 8


class Rivals:
    """The possible markers of each other seat, in several deals that agree with all that this seat knows."""

    def __init__(self) -> None:
        self.known = -1  # number of turns scored when the deals were made
        self.deals: list[list[list[float]]] = []

    @staticmethod
    def seen(state: State) -> "Rivals":
        """The actual markers in a sample: one deal, for every seat that plays in it."""
        rivals = Rivals()
        rivals.known = len(state.scores)
        rivals.deals = [[stakes_of(markers) for markers in state.markers]]
        return rivals

    def look(self, view: View, rng: Random) -> "Rivals":
        """The same, or new deals after new gains."""
        if len(view.scores) != self.known:
            self.known = len(view.scores)
            self.deals = [[stakes_of(markers) for markers in deal(view, rng)] for _ in range(DEALS)]
        return self

    def expected(self, seat: int) -> list[float]:
        deals = len(self.deals)
        return [total(dealt[seat][country] for dealt in self.deals) / deals for country in range(len(const.COUNTRIES))]


# The probable result of a vote and its worth, from the others' probable markers (5.6.2, 5.6.3).

SURE: Final = 0.95  # probability that a player votes for his own good
MATTERS: Final = 0.05  # points from which on a player cares about an issue
AHEAD: Final = 12.0  # a lead of this many points makes a rival count e times as much


class Ballot(NamedTuple):
    """One way in which the others may vote."""

    chance: float
    sides: list[int]  # by colour: their influence
    harms: list[float]  # by colour: this seat's gain when that side is punished


class SeatForecast:
    """One seat's expectations: its own gain, less a part of its rivals' gains."""

    def __init__(self, view: View, rivals: Rivals, own: MarkerOutlook, spite: float) -> None:
        self.view = view
        self.own = own
        self.others = {
            seat: MarkerOutlook(view, rivals.expected(seat), seat, own.taste)
            for seat in range(view.book.players)
            if seat != own.seat
        }
        self.found: dict[tuple[int, Call], list[Ballot]] = {}
        best = max(view.vp[seat] for seat in self.others)
        ranks = {seat: exponential((view.vp[seat] - best) / AHEAD) for seat in self.others}
        self.guesses = [  # by deal and seat
            [MarkerOutlook(view, stakes, seat, own.taste) for seat, stakes in enumerate(dealt)]
            for dealt in rivals.deals
        ]
        whole = total(ranks.values())
        self.spite = {seat: spite * rank / whole for seat, rank in ranks.items()}

    def issue(self, call: Call) -> float:
        theirs = total(self.spite[seat] * other.issue(call) for seat, other in self.others.items())
        return self.own.issue(call) - theirs

    def status(self, country: int, by: int) -> float:
        theirs = total(self.spite[seat] * other.status(country, by) for seat, other in self.others.items())
        return self.own.status(country, by) - theirs

    def harm(self, seat: int, country: int) -> float:
        """A seat's loss when it is punished: its stack turns, or loses a card (5.6.3)."""
        outlook = self.own if seat == self.own.seat else self.others[seat]
        cards = self.view.displays[seat][country]
        if self.view.is_descendant(seat, country):
            return min(outlook.loss(country, card) for card in cards)
        return outlook.stack(country, cards) - outlook.stack(country, cards, descendant=True)

    def favour(self, seat: int, call: Call) -> float:
        """The probability that a seat votes for the issue, or for the country's present faction."""
        if call.issue == const.JOIN:
            return SURE
        wishes = [guess for guess in self.guesses if guess[seat].issue(call) > MATTERS]
        share = len(wishes) / len(self.guesses)
        return 1 - SURE + (2 * SURE - 1) * share

    def vote(self, country: int, call: Call, colour: int, influence: int, mine: float) -> float:
        """The expected worth of a vote with this influence; `mine` is this seat's loss when it is punished."""
        meant = self.own.meant(call)
        value = self.issue(call)
        expected = 0.0
        for chance, sides, harms in self.ballots(country, call):
            lead = sides[colour] + influence - sides[1 - colour]
            if not lead:
                continue
            winner = colour if lead > 0 else 1 - colour
            gain = value * (winner == meant) + harms[1 - winner] - (mine if winner != colour else 0.0)
            expected += chance * gain
        return expected

    def ballots(self, country: int, call: Call) -> list[Ballot]:
        found = self.found.get((country, call))
        if found is None:
            found = self.found[country, call] = list(self.each_ballot(country, call))
        return found

    def each_ballot(self, country: int, call: Call) -> Iterator[Ballot]:
        view, meant = self.view, self.own.meant(call)
        voters = [
            (
                INFLUENCE[view.displays[seat][country]],
                self.favour(seat, call),
                self.spite[seat] * self.harm(seat, country),
            )
            for seat in self.others
            if view.displays[seat][country]
        ]
        for ayes in product((True, False), repeat=len(voters)):
            chance, sides, harms = 1.0, [0, 0], [0.0, 0.0]
            for aye, (influence, favour, harm) in zip(ayes, voters, strict=True):
                chance *= favour if aye else 1 - favour
                side = meant if aye else 1 - meant
                sides[side] += influence
                harms[side] += harm
            yield Ballot(chance, sides, harms)

    def best_vote(self, country: int, call: Call, influence: int, mine: float) -> float:
        return max(self.vote(country, call, colour, influence, mine) for colour in (0, 1))

    def rivals_grow(self, country: int) -> float:
        """The others' possible additions in a country when it is called: seats with markers there fill their stacks."""
        grown = 0.0
        for seat, other in self.others.items():
            if self.view.is_descendant(seat, country) or not self.view.hand_sizes[seat]:
                continue
            influence = INFLUENCE[self.view.displays[seat][country]]
            room = max(0, self.view.status[country] - influence)
            grown += self.spite[seat] * other.stakes[country] * min(room, 2) * other.turns * 0.5
        return grown
