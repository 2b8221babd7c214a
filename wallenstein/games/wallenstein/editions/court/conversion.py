"""Armies become courtiers (C4): the court boxes of every plan, in turn order."""

from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.editions.court.table import court_of
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import (
    BLANK,
    CONVERTED,
    COURT,
    DICE_TOWER,
    LOST_BEFORE,
    TOO_FEW_ARMIES,
    TOO_FEW_COURTIERS,
)

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

SIZES: Final = (3, 2, 1)  # C3: armies converted by each box, in the order they are resolved


def begin_court(state: "State", step: Step) -> None:
    """C4, C5: first everybody converts, then everybody may ask for a favor."""
    state.phase = COURT
    state.agenda.append(("audience",))
    state.agenda.extend([("convert", seat) for seat in reversed(state.order)])


def convert(state: "State", step: Step) -> None:
    """C4: one player's boxes: convert 3, then 2, then 1."""
    seat = step[1]
    plan = state.plans[seat]
    if plan is None:
        return
    for armies, card in zip(SIZES, plan.court, strict=False):
        if card != BLANK:
            outcome = convert_box(state, seat, card, armies)
            if state.journal is not None:
                state.journal.append(("convert", seat, armies, card, outcome))


def convert_box(state: "State", seat: int, card: int, armies: int) -> int:
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
