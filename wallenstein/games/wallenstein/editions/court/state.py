"""The state of the Emperor's court, and its view: everything there is public."""

from typing import Final, NamedTuple

from wallenstein.games.wallenstein.editions.court.cards import CALM, NO_FAVOR, PRICES, box
from wallenstein.games.wallenstein.model.state import State

NAME: Final = "emperors-court"


class CourtView(NamedTuple):
    """The court as everybody sees it; the fields are those of `CourtState`."""

    supply: tuple[int, ...]
    hall: tuple[int, ...]
    kept_calm: tuple[bool, ...]
    protected: tuple[int, ...]
    open: tuple[int, ...]
    gone: tuple[int, ...]


class CourtState:
    """Courtiers and favors."""

    def __init__(self, players: int) -> None:
        # by seat
        self.supply = [box().courtiers] * players
        self.hall = [0] * players  # courtiers at court
        self.kept_calm = [False] * players  # favor 4, kept for the next revolt marker
        self.protected = [0] * players  # a bit for each combat, this season
        # favor cards
        self.open = [NO_FAVOR] * len(PRICES)  # on display, the most expensive first
        self.gone: list[int] = []  # those that have left the game

    def copy(self) -> "CourtState":
        """An independent copy."""
        new = CourtState.__new__(CourtState)
        new.supply = self.supply[:]
        new.hall = self.hall[:]
        new.kept_calm = self.kept_calm[:]
        new.protected = self.protected[:]
        new.open = self.open[:]
        new.gone = self.gone[:]
        return new

    def view(self) -> CourtView:
        """The court as an immutable value."""
        return CourtView(
            tuple(self.supply),
            tuple(self.hall),
            tuple(self.kept_calm),
            tuple(self.protected),
            tuple(self.open),
            tuple(self.gone),
        )

    @staticmethod
    def of(view: CourtView) -> "CourtState":
        """A court with the same state as the view."""
        new = CourtState.__new__(CourtState)
        new.supply, new.hall = list(view.supply), list(view.hall)
        new.kept_calm, new.protected = list(view.kept_calm), list(view.protected)
        new.open, new.gone = list(view.open), list(view.gone)
        return new

    def pile(self) -> list[int]:
        """The numbers of the cards that were never shown, ascending; their order is drawn when they are shown."""
        shown = {*self.open, *self.gone}
        if True in self.kept_calm:
            shown.add(CALM)
        return [number for number in box().favors if number not in shown]


def court_of(state: State) -> CourtState:
    """The court of a game with this expansion."""
    court: CourtState = state.parts[NAME]
    return court
