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

    def __init__(
        self,
        supply: list[int],
        hall: list[int],
        kept_calm: list[bool],
        protected: list[int],
        open: list[int],
        gone: list[int],
    ) -> None:
        # by seat
        self.supply = supply
        self.hall = hall  # courtiers at court
        self.kept_calm = kept_calm  # favor 4, kept for the next revolt marker
        self.protected = protected  # a bit for each combat, this season
        # favor cards
        self.open = open  # on display, the most expensive first
        self.gone = gone  # those that have left the game

    def copy(self) -> "CourtState":
        """An independent copy."""
        return CourtState(
            self.supply[:], self.hall[:], self.kept_calm[:], self.protected[:], self.open[:], self.gone[:]
        )

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
        return CourtState(
            list(view.supply), list(view.hall), list(view.kept_calm), list(view.protected), list(view.open),
            list(view.gone),
        )  # fmt: skip

    def pile(self) -> list[int]:
        """The numbers of the cards that were never shown, ascending; their order is drawn when they are shown."""
        shown = {*self.open, *self.gone}
        if True in self.kept_calm:
            shown.add(CALM)
        return [number for number in box().favors if number not in shown]


def new_court(players: int) -> CourtState:
    """The court before the first card is shown; every courtier is in a supply."""
    nobody = [0] * players
    return CourtState(
        [box().courtiers] * players, nobody, [False] * players, nobody[:], [NO_FAVOR] * len(PRICES), []
    )  # fmt: skip


def court_of(state: State) -> CourtState:
    """The court of a game with this expansion."""
    court: CourtState = state.parts[NAME]
    return court
