"""The season's favors (C2), and the audience (C5): the player with the most courtiers at court chooses first."""

from wallenstein.games.wallenstein.editions.court.cards import NO_FAVOR, PRICES, box
from wallenstein.games.wallenstein.editions.court.favors import EFFECTS
from wallenstein.games.wallenstein.editions.court.records import (
    AskFavor,
    BeginAudience,
    Dismiss,
    DisplayFavors,
    FavorsShown,
    FavorTaken,
)
from wallenstein.games.wallenstein.editions.court.state import court_of
from wallenstein.games.wallenstein.model.state import Kind, State


def display_favors(state: State, step: DisplayFavors) -> None:
    """C2: three favors are drawn; the highest number takes the most expensive place."""
    court = court_of(state)
    pile = court.pile()
    drawn = state.chance.draw("favors", pile, min(len(PRICES), len(pile)))
    empty = [NO_FAVOR] * (len(PRICES) - len(drawn))
    court.open = [*sorted(drawn, reverse=True), *empty]
    state.note(FavorsShown, tuple(court.open))


def begin_audience(state: State, step: BeginAudience) -> None:
    """C5: most courtiers first, ties in turn order; the order is fixed before anyone pays."""
    hall = court_of(state).hall
    # sorting is stable: ties stay in turn order
    queue = sorted(state.order, key=hall.__getitem__, reverse=True)
    state.agenda.append(Dismiss())
    for seat in reversed(queue):
        state.then(AskFavor, seat)


class ChoosingFavor(Kind[AskFavor, int | None]):
    """A favor of the Emperor by its number, or none (C5)."""

    name = "favor"
    rule = "C5"
    asked_by = (AskFavor,)

    def ask(self, state: State, step: AskFavor) -> None:
        """C5: one of those that the seat can pay; a seat that can pay for none is not asked."""
        court = court_of(state)
        purse = court.hall[step.seat]
        payable = [
            number for number, price in zip(court.open, PRICES, strict=True) if number != NO_FAVOR and price <= purse
        ]
        if payable:
            state.ask(step, step.seat, self.name, (None, *payable))

    def take(self, state: State, step: AskFavor, choice: int | None) -> None:
        """C5: the price returns to the supply, the card leaves the game, and the favor takes effect at once."""
        if choice is None:
            return
        seat = step.seat
        court = court_of(state)
        place = court.open.index(choice)
        price = PRICES[place]
        court.hall[seat] -= price
        court.supply[seat] += price
        court.open[place] = NO_FAVOR
        court.gone.append(choice)
        state.note(FavorTaken, seat, choice, price)
        favor = box().favors[choice]
        EFFECTS[favor.effect](state, seat, favor)


def dismiss(state: State, step: Dismiss) -> None:
    """C5: favors that nobody took leave the game."""
    court = court_of(state)
    court.gone += [number for number in court.open if number != NO_FAVOR]
    court.open = [NO_FAVOR] * len(PRICES)
