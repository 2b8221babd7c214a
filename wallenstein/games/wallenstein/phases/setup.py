"""Setting up (W10-W15): line-up, filling the tower, opening a year's events."""

from wallenstein.games.wallenstein.model.entries import EventsOpened
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.steps import ClearTray, FillTower, LineUp, OpenEvents
from wallenstein.games.wallenstein.names import DRAFT
from wallenstein.games.wallenstein.phases.throw import throw


def line_up(state: State, step: LineUp) -> None:
    """W12: the default line-up; seat 0 is player A."""
    county = state.book.board.index
    for seat, armies in enumerate(state.book.cards.line_up):
        for name, count in armies:
            settle(state, seat, county[name], count)


def settle(state: State, seat: int, county: int, armies: int) -> None:
    """Puts armies of the supply into a neutral county, which becomes the seat's."""
    state.owner[county] = seat
    state.armies[county] = armies
    state.supply[seat] -= armies


def fill_tower(state: State, step: FillTower) -> None:
    """W14: the first throw, of armies of every player and peasants."""
    cards = state.book.cards
    state.phase = DRAFT
    hand = [cards.fill_armies] * state.book.players + [cards.fill_peasants]
    for colour, count in enumerate(hand):
        state.supply[colour] -= count
    throw(state, "fill", 0, -1, -1, hand)


def clear_tray(state: State, step: ClearTray) -> None:
    """W14: everything that came out returns to its supply."""
    for colour, count in enumerate(state.tray):
        state.supply[colour] += count
    state.tray = [0] * len(state.tray)


def first_events(state: State, step: OpenEvents) -> None:
    """W15: the first year's events."""
    open_events(state)


def open_events(state: State) -> None:
    """W15, W73: four event cards of those still in the game are revealed."""
    left = [event for event in range(len(state.book.cards.events)) if event not in state.spent_events]
    state.events = tuple(state.chance.draw("events", left, 4))
    state.note(EventsOpened, state.events)
