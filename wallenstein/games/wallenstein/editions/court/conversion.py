"""Courtiers from filling the tower (C1), and armies that become courtiers: the court boxes, in turn order (C4)."""

from typing import Final

from wallenstein.games.wallenstein.editions.court.records import (
    BeginAudience,
    BeginCourt,
    Convert,
    Converted,
    CourtiersCounted,
)
from wallenstein.games.wallenstein.editions.court.state import court_of
from wallenstein.games.wallenstein.model.state import State, StepFunction
from wallenstein.games.wallenstein.model.steps import ClearTray
from wallenstein.games.wallenstein.names import (
    BLANK,
    CONVERTED,
    COURT,
    DICE_TOWER,
    LOST_BEFORE,
    TOO_FEW_ARMIES,
    TOO_FEW_COURTIERS,
)

SIZES: Final = (3, 2, 1)  # C3: armies converted by each box, in the order they are resolved


def begin_court(state: State, step: BeginCourt) -> None:
    """C4, C5: first all players convert, then they may take favors."""
    state.phase = COURT
    state.agenda.append(BeginAudience())
    for seat in reversed(state.order):
        state.then(Convert, seat)


def convert(state: State, step: Convert) -> None:
    """C4: one player's boxes: convert 3, then 2, then 1."""
    seat = step.seat
    plan = state.plans[seat]
    if plan is None:
        return
    for armies, card in zip(SIZES, plan.court, strict=False):
        if card != BLANK:
            outcome = convert_box(state, seat, card, armies)
            state.note(Converted, seat, armies, card, outcome)


def convert_box(state: State, seat: int, card: int, armies: int) -> int:
    """C4: all the armies of one box or none; a county keeps at least one."""
    court = court_of(state)
    if card == DICE_TOWER:
        enough = state.tray[seat] >= armies
    elif state.owner[card] != seat:
        return LOST_BEFORE  # W28
    else:
        enough = state.armies[card] > armies
    if not enough:
        return TOO_FEW_ARMIES
    if court.supply[seat] < armies:
        return TOO_FEW_COURTIERS
    if card == DICE_TOWER:
        state.tray[seat] -= armies
    else:
        state.armies[card] -= armies
    state.supply[seat] += armies
    court.supply[seat] -= armies
    court.hall[seat] += armies
    return CONVERTED


def announced(clear_tray: StepFunction) -> StepFunction:
    """C1: before the tray is cleared, each army in it sends a courtier to court, as long as there are any."""

    def send_courtiers(state: State, step: ClearTray) -> None:
        court = court_of(state)
        for seat in range(state.book.players):
            sent = min(state.tray[seat], court.supply[seat])
            court.supply[seat] -= sent
            court.hall[seat] += sent
        state.note(CourtiersCounted, tuple(court.hall))
        clear_tray(state, step)

    return send_courtiers
