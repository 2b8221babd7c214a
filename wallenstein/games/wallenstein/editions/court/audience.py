"""The audience (C5): who has most courtiers at court is the first to choose among the favors."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.editions.court.cards import NO_FAVOR, PRICES, box
from wallenstein.games.wallenstein.editions.court.favors import EFFECTS
from wallenstein.games.wallenstein.editions.court.table import court_of
from wallenstein.games.wallenstein.model.steps import Step

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


def begin_audience(state: "State", step: Step) -> None:
    """C5: most courtiers first, ties in turn order; the order is fixed before anybody pays."""
    hall = court_of(state).hall
    # sorting keeps the turn order of those who have the same number
    queue = sorted(state.order, key=hall.__getitem__, reverse=True)
    state.agenda.append(("dismissal",))
    state.agenda.extend([("favor", seat) for seat in reversed(queue)])


def ask_favor(state: "State", step: Step) -> None:
    """C5: asks for one of the favors that the seat's courtiers can pay, or none; who can pay none is not asked."""
    seat = step[1]
    court = court_of(state)
    purse = court.hall[seat]
    payable = [
        number for number, price in zip(court.open, PRICES, strict=True) if number != NO_FAVOR and price <= purse
    ]
    if payable:
        state.ask(step, seat, "favor", (None, *payable))


def take_favor(state: "State", step: Step, number: int | None) -> None:
    """C5: the price goes back to the supply, the card leaves the game, and the favor works at once."""
    if number is None:
        return
    seat = step[1]
    court = court_of(state)
    place = court.open.index(number)
    price = PRICES[place]
    court.hall[seat] -= price
    court.supply[seat] += price
    court.open[place] = NO_FAVOR
    court.gone.append(number)
    if state.journal is not None:
        state.journal.append(("favor", seat, number, price))
    favor = box().favors[number]
    EFFECTS[favor.effect](state, seat, favor)


def dismiss(state: "State", step: Step) -> None:
    """C5: favors that nobody took leave the game."""
    court = court_of(state)
    court.gone += [number for number in court.open if number != NO_FAVOR]
    court.open = [NO_FAVOR] * len(PRICES)
