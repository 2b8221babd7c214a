"""How a vote will probably go, and what it brings: from what the others probably hold (5.6.2, 5.6.3)."""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from wallenstein.core.arithmetic import exponential, total
from wallenstein.games.sixteen_thirty.advice.outlook import Outlook
from wallenstein.games.sixteen_thirty.advice.rivals import Rivals
from wallenstein.games.sixteen_thirty.model.choices import Call
from wallenstein.games.sixteen_thirty.model.influence import INFLUENCE
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import JOIN

SURE: Final = 0.95  # how likely somebody does what he should
MATTERS: Final = 0.05  # points from which on somebody cares about an issue
AHEAD: Final = 12.0  # points of a lead that make a rival count e times as much


class Ballot(NamedTuple):
    """A way in which the others may vote."""

    chance: float
    sides: list[int]  # by colour: their influence
    harms: list[float]  # by colour: what this seat gains when that side is punished


class Forecast:
    """One seat's expectations: what it gains itself, less a part of what its rivals gain."""

    def __init__(self, view: View, rivals: Rivals, own: Outlook, spite: float) -> None:
        self.view = view
        self.own = own
        self.others = {
            seat: Outlook(view, rivals.expected(seat), seat) for seat in range(view.book.players) if seat != own.seat
        }
        self.found: dict[tuple[int, Call], list[Ballot]] = {}
        best = max(view.vp[seat] for seat in self.others)
        ranks = {seat: exponential((view.vp[seat] - best) / AHEAD) for seat in self.others}
        self.guesses = [  # by deal and seat
            [Outlook(view, stakes, seat) for seat, stakes in enumerate(dealt)] for dealt in rivals.deals
        ]
        whole = total(ranks.values())
        self.spite = {seat: spite * rank / whole for seat, rank in ranks.items()}

    def issue(self, call: Call) -> float:
        """What it means if an issue comes about."""
        theirs = total(self.spite[seat] * other.issue(call) for seat, other in self.others.items())
        return self.own.issue(call) - theirs

    def status(self, country: int, by: int) -> float:
        """What a change of status means."""
        theirs = total(self.spite[seat] * other.status(country, by) for seat, other in self.others.items())
        return self.own.status(country, by) - theirs

    def harm(self, seat: int, country: int) -> float:
        """What a seat loses when it is punished: its stack turns, or loses a card (5.6.3)."""
        outlook = self.own if seat == self.own.seat else self.others[seat]
        cards = self.view.displays[seat][country]
        if self.view.is_descendant(seat, country):
            return min(outlook.loss(country, card) for card in cards)
        return outlook.stack(country, cards) - outlook.stack(country, cards, descendant=True)

    def favour(self, seat: int, call: Call) -> float:
        """How likely a seat votes for the issue, or for the faction that a country has."""
        if call.issue == JOIN:
            return SURE
        wishes = [guess for guess in self.guesses if guess[seat].issue(call) > MATTERS]
        share = len(wishes) / len(self.guesses)
        return 1 - SURE + (2 * SURE - 1) * share

    def vote(self, country: int, call: Call, colour: int, influence: int, mine: float) -> float:
        """What a vote with so much influence brings on average; `mine` is what this seat loses when it is punished."""
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
        """All ways in which the others may vote in a country."""
        found = self.found.get((country, call))
        if found is None:
            found = self.found[country, call] = list(self.each_ballot(country, call))
        return found

    def each_ballot(self, country: int, call: Call) -> Iterator[Ballot]:
        """Every voter for or against."""
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
        """What the better of both votes brings."""
        return max(self.vote(country, call, colour, influence, mine) for colour in (0, 1))

    def rivals_grow(self, country: int) -> float:
        """What the others may add in a country when it is called: who has markers there has room to fill."""
        grown = 0.0
        for seat, other in self.others.items():
            if self.view.is_descendant(seat, country) or not self.view.hand_sizes[seat]:
                continue
            influence = INFLUENCE[self.view.displays[seat][country]]
            room = max(0, self.view.status[country] - influence)
            grown += self.spite[seat] * other.stakes[country] * min(room, 2) * other.turns * 0.5
        return grown
