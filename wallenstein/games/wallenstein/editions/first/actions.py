"""The peaceful actions of the first edition (F5, F6), and events that affect a region."""

from wallenstein.core.records import ObjectOf
from wallenstein.games.wallenstein.model.decision import Muster
from wallenstein.games.wallenstein.model.state import Kind, State
from wallenstein.games.wallenstein.model.steps import AskMuster
from wallenstein.games.wallenstein.names import (
    BLANK,
    DONE,
    GRAIN,
    NO_ARMIES,
    NO_EVENT,
    NO_MONEY,
    POST,
)
from wallenstein.games.wallenstein.phases import actions as second
from wallenstein.games.wallenstein.phases.season import log_action

HARVEST = 2  # F5: what a crop failure takes and a good harvest adds


def build(state: State, seat: int, action: int, county: int) -> None:
    """W40; F5: under the trade bonus a post gives one Thaler instead of costing one."""
    price = second.PRICES[action]
    if action == POST and state.book.effects[state.event] == "trade-bonus":
        price = -1
    second.build_for(state, seat, action, county, price)


def income_of(state: State, action: int, county: int) -> int:
    """W41, F5: the printed amount; grain by the region's harvest."""
    board = state.book.board
    if action != GRAIN:
        return board.taxes[county]
    if strikes(state, "crop-failure", county):
        return max(0, board.grain[county] - HARVEST)
    if strikes(state, "good-harvest", county):
        return board.grain[county] + HARVEST
    return board.grain[county]


def collect(state: State, seat: int, action: int, county: int) -> None:
    """W41: the income first, then the revolt."""
    second.take_income(state, seat, action, county, income_of(state, action, county))


def deploy(state: State, seat: int, action: int, county: int) -> None:
    """W42; F5: short in a region with troop shortage."""
    second.enlist(state, seat, action, county, short=strikes(state, "short-muster", county))


def deploy_or_move(state: State, seat: int, action: int, county: int) -> None:
    """F6: one Thaler for an army, a move, or both; at least one of the two must be possible."""
    if state.thalers[seat] < 1:
        log_action(state, seat, action, county, NO_MONEY)
    elif not musters(state, seat, county):
        log_action(state, seat, action, county, NO_ARMIES)
    else:
        state.then(AskMuster, seat, action, county)


def musters(state: State, seat: int, county: int) -> tuple[Muster, ...]:
    """F6: whether one army is put (1 or 0), where the move goes (BLANK: nowhere), and with how many."""
    own = [n for n in state.book.neighbours[county] if state.owner[n] == seat]
    choices: list[Muster] = []
    for put in (1, 0) if state.supply[seat] else (0,):
        if put:
            choices.append(Muster(1, BLANK, 0))
        movable = state.armies[county] + put - 1
        choices += [Muster(put, to, armies) for to in own for armies in range(1, movable + 1)]
    return tuple(choices)


class Mustering(Kind[AskMuster, Muster]):
    """Deploy 1 / move of the first edition: the army, the move, or both (F6)."""

    name = "muster"
    rule = "F6"
    asked_by = (AskMuster,)
    choice = Muster
    code = ObjectOf(Muster, 'a muster is {"deploy": true, "to": county or null, "armies": n}')

    def ask(self, state: State, step: AskMuster) -> None:
        """F6: asks for all that can be combined."""
        state.ask(step, step.seat, self.name, musters(state, step.seat, step.county))

    def take(self, state: State, step: AskMuster, choice: Muster) -> None:
        """Pays the Thaler and carries out the choice."""
        seat, action, county = step
        deployed, to, armies = choice
        state.thalers[seat] -= 1
        second.put_armies(state, seat, county, deployed)
        log_action(state, seat, action, county, DONE, deployed)
        if to != BLANK:
            second.move_armies(state, seat, county, to, armies)


def strikes(state: State, effect: str, county: int) -> bool:
    """Whether this season's event has that effect in the county's region."""
    if state.event == NO_EVENT:
        return False
    event, board = state.book.cards.events[state.event], state.book.board
    return event.effect == effect and event.region == board.regions[board.region[county]]
