"""Unrest (4.1.3.7), and what befalls descendant influence in it and after a lost vote (5.6.3)."""

from collections.abc import Sequence
from typing import Final

from wallenstein.games.sixteen_thirty.model.codes import CARD
from wallenstein.games.sixteen_thirty.model.decision import Decision, Options
from wallenstein.games.sixteen_thirty.model.entries import LeagueDissolved, Lost, Turned
from wallenstein.games.sixteen_thirty.model.options import distinct
from wallenstein.games.sixteen_thirty.model.state import Kind, State
from wallenstein.games.sixteen_thirty.model.steps import AskLoss
from wallenstein.games.sixteen_thirty.names import BY_UNREST, BY_VOTE, DISSOLVED_BY_UNREST, LOSE, NONE
from wallenstein.games.sixteen_thirty.phases.rounds import remove_card


def put_in_unrest(state: State, country: int) -> None:
    """4.1.3.7: its league ends; those with the most influence are victims."""
    state.unrest |= 1 << country
    if state.leagues >> country & 1:
        dissolve_league(state, country, DISSOLVED_BY_UNREST)
    influences = [state.influence(seat, country) for seat in range(state.book.players)]
    most = max(influences)
    if most:
        punish(state, country, [seat for seat, one in enumerate(influences) if one == most], BY_UNREST)


def dissolve_league(state: State, country: int, cause: int) -> None:
    """The country's league ends, for both members."""
    colour = state.faction[country]
    for member, faction in enumerate(state.faction):
        if faction == colour:
            state.leagues &= ~(1 << member)
    state.note(LeagueDissolved, colour, cause)


def punish(state: State, country: int, seats: Sequence[int], cause: int) -> None:
    """R12: all ascendant stacks turn; then the owners of those that were descendant lose a card, one by one."""
    descendant, players = state.descendant, state.book.players
    bit = 1 << country
    losing = []
    for place in range(players):
        seat = (state.current + place) % players
        if seat in seats and descendant[seat] & bit:
            losing.append(seat)
    for seat in seats:
        if not descendant[seat] & bit:
            descendant[seat] |= bit
            state.note(Turned, seat, country, cause)
    state.losing = losing
    if losing:
        state.victims_of = country
        state.stage = LOSE


class LosingInfluence(Kind[AskLoss, int]):
    """A card of a descendant stack (5.6.3, 4.1.3.7)."""

    name = "lose-influence"
    rule = "5.6.3"
    code = CARD

    def options(self, state: State, step: AskLoss) -> Options:
        """Any card of the stack."""
        return distinct(state.displays[step.seat][step.country])

    def broken(self, decision: Decision, choice: object) -> str:
        """The section that makes the seat lose a card: after a vote, or in unrest."""
        step = decision.step
        assert isinstance(step, AskLoss), "the question is about a loss"
        return "4.1.3.7" if step.cause == BY_UNREST else self.rule

    def take(self, state: State, step: AskLoss, choice: int) -> None:
        """It goes to the market."""
        gone = remove_card(state, step.seat, step.country, choice)
        state.note(Lost, step.seat, step.country, gone, step.cause)
        state.losing = state.losing[1:]


LOSING: Final[LosingInfluence] = LosingInfluence()


def ask_next_loser(state: State) -> bool:
    """Asks who is next to lose a card; whether somebody is."""
    if not state.losing:
        state.victims_of = NONE
        return False
    cause = BY_UNREST if state.issue == NONE else BY_VOTE
    LOSING.ask(state, AskLoss(state.losing[0], state.victims_of, cause))
    return True
