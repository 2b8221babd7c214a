"""Setting up (W10-W15): line-up, filling the tower, opening a year's events."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import DRAFT
from wallenstein.games.wallenstein.phases.throw import throw

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


def line_up(state: "State", step: Step) -> None:
    """W12: the default line-up; seat 0 is player A."""
    for seat, armies in enumerate(state.book.cards.line_up):
        for name, count in armies.items():
            settle(state, seat, state.book.board.index[name], count)


def settle(state: "State", seat: int, county: int, armies: int) -> None:
    """Puts armies of the supply into a neutral county, which becomes the seat's."""
    state.owner[county] = seat
    state.armies[county] = armies
    state.supply[seat] -= armies


def fill_tower(state: "State", step: Step) -> None:
    """W14: the first throw, of armies of every player and peasants."""
    cards = state.book.cards
    state.phase = DRAFT
    hand = [cards.fill_armies] * state.book.players + [cards.fill_peasants]
    for colour, count in enumerate(hand):
        state.supply[colour] -= count
    throw(state, "fill", 0, -1, -1, hand)


def clear_tray(state: "State", step: Step) -> None:
    """W14: all that came out goes back to its supply."""
    for colour, count in enumerate(state.tray):
        state.supply[colour] += count
    state.tray = [0] * len(state.tray)


def open_events(state: "State", step: Step) -> None:
    """W15, W73: four event cards of those still in the game are revealed."""
    left = [event for event in range(len(state.book.cards.events)) if event not in state.gone]
    state.events = state.chance.draw("events", left, 4)
    if state.journal is not None:
        state.journal.append(("events", *state.events))
