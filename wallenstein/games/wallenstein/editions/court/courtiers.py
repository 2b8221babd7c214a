"""The state of the Emperor's court, and the sources of its courtiers (C1, C4)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.editions.court import records
from wallenstein.games.wallenstein.model.decision import ClearTray
from wallenstein.games.wallenstein.model.state import State, StepFunction

NAME: Final = "emperors-court"


class CourtView(NamedTuple):
    """The public court; the fields are those of `CourtState`."""

    supply: tuple[int, ...]
    hall: tuple[int, ...]
    kept_calm: tuple[bool, ...]
    protected: tuple[int, ...]
    open: tuple[int, ...]
    gone: tuple[int, ...]


@dataclass
class CourtState:
    # by seat
    supply: list[int]
    hall: list[int]  # courtiers at court
    kept_calm: list[bool]  # favor 4, kept for the next revolt marker
    protected: list[int]  # a bit for each combat, this season
    # favor cards
    open: list[int]  # on display, the most expensive first
    gone: list[int]  # out of the game

    def copy(self) -> "CourtState":
        return CourtState.of(self)

    def view(self) -> CourtView:
        return CourtView(
            tuple(self.supply), tuple(self.hall), tuple(self.kept_calm), tuple(self.protected), tuple(self.open),
            tuple(self.gone),
        )  # fmt: skip

    @staticmethod
    def of(court: "CourtView | CourtState") -> "CourtState":
        """The court in a view, or a copy of another."""
        return CourtState(
            list(court.supply), list(court.hall), list(court.kept_calm), list(court.protected), list(court.open),
            list(court.gone),
        )  # fmt: skip

    def pile(self) -> list[int]:
        """The numbers of the cards that were never shown, ascending; their order is drawn when they are shown."""
        shown = {*self.open, *self.gone}
        if True in self.kept_calm:
            shown.add(records.CALM)
        return [number for number in records.box().favors if number not in shown]


def court_of(state: State) -> CourtState:
    court: CourtState = state.parts[NAME]
    return court


# Courtiers from filling the tower (C1), and from armies in the court boxes, in turn order (C4).

SIZES: Final = (3, 2, 1)  # C3: armies converted by each box, in the order they are resolved


def begin_court(state: State, step: records.BeginCourt) -> None:
    """C4, C5: first all players convert, then they may take favors."""
    state.phase = names.COURT
    state.agenda.append(records.BeginAudience())
    for seat in reversed(state.order):
        state.then(records.Convert, seat)


def convert(state: State, step: records.Convert) -> None:
    """C4: one player's boxes: convert 3, then 2, then 1."""
    seat = step.seat
    plan = state.plans[seat]
    if plan is None:
        return
    for armies, card in zip(SIZES, plan.court, strict=False):
        if card != names.BLANK:
            outcome = convert_box(state, seat, card, armies)
            state.note(records.Converted, seat, armies, card, outcome)


def convert_box(state: State, seat: int, card: int, armies: int) -> int:
    """C4: converts all the armies of one box or none; a county keeps at least one."""
    court = court_of(state)
    if card == names.DICE_TOWER:
        enough = state.tray[seat] >= armies
    elif state.owner[card] != seat:
        return names.LOST_BEFORE  # W28
    else:
        enough = state.armies[card] > armies
    if not enough:
        return names.TOO_FEW_ARMIES
    if court.supply[seat] < armies:
        return names.TOO_FEW_COURTIERS
    if card == names.DICE_TOWER:
        state.tray[seat] -= armies
    else:
        state.armies[card] -= armies
    state.supply[seat] += armies
    court.supply[seat] -= armies
    court.hall[seat] += armies
    return names.CONVERTED


def announced(clear_tray: StepFunction) -> StepFunction:
    """C1: before the tray is cleared, each army in it sends a courtier to court, as long as there are any."""

    def send_courtiers(state: State, step: ClearTray) -> None:
        court = court_of(state)
        for seat in range(state.book.players):
            sent = min(state.tray[seat], court.supply[seat])
            court.supply[seat] -= sent
            court.hall[seat] += sent
        state.note(records.CourtiersCounted, tuple(court.hall))
        clear_tray(state, step)

    return send_courtiers
