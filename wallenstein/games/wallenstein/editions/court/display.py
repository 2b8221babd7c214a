"""Courtiers of the tower fill (C1), and the season's three favors (C2)."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.editions.court.cards import NO_FAVOR, PRICES
from wallenstein.games.wallenstein.editions.court.table import court_of
from wallenstein.games.wallenstein.model.book import StepFunction
from wallenstein.games.wallenstein.model.steps import Step

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


def announced(clear_tray: StepFunction) -> StepFunction:
    """C1: before the tray is cleared, every own army in it sends a courtier to court, while they last."""

    def send_courtiers(state: "State", step: Step) -> None:
        court = court_of(state)
        for seat in range(state.book.players):
            sent = min(state.tray[seat], court.supply[seat])
            court.supply[seat] -= sent
            court.hall[seat] += sent
        if state.journal is not None:
            state.journal.append(("courtiers", *court.hall))
        clear_tray(state, step)

    return send_courtiers


def display_favors(state: "State", step: Step) -> None:
    """C2: three favors are drawn; the highest number takes the dearest place."""
    court = court_of(state)
    pile = court.pile()
    drawn = state.chance.draw("favors", pile, min(len(PRICES), len(pile)))
    empty = [NO_FAVOR] * (len(PRICES) - len(drawn))
    court.open = [*sorted(drawn, reverse=True), *empty]
    if state.journal is not None:
        state.journal.append(("favors", *court.open))
