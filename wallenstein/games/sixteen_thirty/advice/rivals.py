"""The VP markers that the others probably hold: dealt again and again, as far as the public gains allow (4.2.1)."""

from random import Random
from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.sixteen_thirty.advice.outlook import stakes_of
from wallenstein.games.sixteen_thirty.model.marker_guess import deal
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import COUNTRIES

DEALS: Final = 8


class Rivals:
    """What each other seat may hold, in several deals that agree with all that this seat knows."""

    def __init__(self) -> None:
        self.known = -1  # how many turns had been scored when the deals were made
        self.deals: list[list[list[float]]] = []

    @staticmethod
    def seen(state: State) -> "Rivals":
        """What is so in a sample: one deal, for whoever plays in it."""
        rivals = Rivals()
        rivals.known = len(state.scores)
        rivals.deals = [[stakes_of(markers) for markers in state.markers]]
        return rivals

    def look(self, view: View, rng: Random) -> "Rivals":
        """The same, with new deals if there are new gains."""
        if len(view.scores) != self.known:
            self.known = len(view.scores)
            self.deals = [[stakes_of(markers) for markers in deal(view, rng)] for _ in range(DEALS)]
        return self

    def expected(self, seat: int) -> list[float]:
        """The expected number of markers of each country."""
        deals = len(self.deals)
        return [total(dealt[seat][country] for dealt in self.deals) / deals for country in range(len(COUNTRIES))]
