"""The variant `manual` of the first edition (F14): the four points in which the reference manual differs."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.editions.first import actions as first
from wallenstein.games.wallenstein.editions.first.battle import UNREST, fight, peasants_joining
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import DONE, PILE, REVOLT_LOST
from wallenstein.games.wallenstein.phases import actions as second
from wallenstein.games.wallenstein.phases import draft
from wallenstein.games.wallenstein.phases.season import log_action

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


def collect(state: "State", seat: int, action: int, county: int) -> None:
    """F14: the revolt comes before the income."""
    if state.markers[county]:
        if state.journal is not None:
            state.journal.append(("unrest", state.slot, seat, action, county))
        state.agenda.append(("late-income", seat, action, county))
        state.agenda.append(("revolt", seat, county, 0))
    else:
        first.collect(state, seat, action, county)


def late_income(state: "State", step: Step) -> None:
    """F14: the income of a county that was held; it is lost with the county."""
    seat, action, county = step[1], step[2], step[3]
    if state.owner[county] != seat:
        log_action(state, seat, action, county, REVOLT_LOST)
        return
    amount = first.income_of(state, action, county)
    second.gain(state, seat, action, amount)
    log_action(state, seat, action, county, DONE, amount)
    state.book.place_marker(state, county)


def take_defend(state: "State", step: Step, armies: int) -> None:
    """F14: for a county whose peasants help, one peasant a marker is thrown in besides."""
    county = step[4]
    markers = state.markers[county]
    fight(state, step, armies, peasants_joining(state, county) + (markers if markers < UNREST else 0))


def draft_card(state: "State", step: Step) -> None:
    """F14: nobody may put the open pair away."""
    opened = draft.table(state).opened
    state.ask(step, state.order[step[1] % len(state.order)], "draft-card", (*opened, PILE))


def take_group(state: "State", step: Step, armies: int) -> None:
    """F14: when a full round went by without anyone taking an open card, the pair is replaced."""
    table = draft.table(state)
    round_over = (step[1] + 1) % len(state.order) == 0
    if round_over and all(seen == tuple(sorted(table.opened)) for seen in table.seen):
        table.replace_open()
    draft.take_draft_group(state, step, armies)
