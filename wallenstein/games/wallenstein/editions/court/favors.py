"""What the favors do (C6). One that cannot work may be taken all the same."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.editions.court.cards import Favor, box
from wallenstein.games.wallenstein.editions.court.table import court_of
from wallenstein.games.wallenstein.model.decision import Decision, brief
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import BLANK, DONE, NEUTRAL, NO_EVENT
from wallenstein.games.wallenstein.phases.actions import MARKERS, fill_tray, put_armies, put_building, why_not_build

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

Effect = Callable[["State", int, Favor], None]  # state, seat, favor


def log_effect(state: "State", seat: int, number: int, amount: int, county: int = BLANK) -> None:
    """Notes what the favor brought: an amount, or 1 where it worked and 0 where it did not; and where."""
    if state.journal is not None:
        state.journal.append(("effect", seat, number, amount, county))


def give_thalers(state: "State", seat: int, favor: Favor) -> None:
    """Favors 2, 9 and 16."""
    state.thalers[seat] += favor.amount
    log_effect(state, seat, favor.number, favor.amount)


def give_grain(state: "State", seat: int, favor: Favor) -> None:
    """Favors 5, 15 and 20."""
    state.grain[seat] += favor.amount
    log_effect(state, seat, favor.number, favor.amount)


def give_points(state: "State", seat: int, favor: Favor) -> None:
    """Favors 6, 13 and 19."""
    state.vp[seat] += favor.amount
    log_effect(state, seat, favor.number, favor.amount)


def give_armies(state: "State", seat: int, favor: Favor) -> None:
    """Favors 3, 8 and 14."""
    log_effect(state, seat, favor.number, fill_tray(state, seat, favor.amount))


def protect(state: "State", seat: int, favor: Favor) -> None:
    """Favors 10, 11 and 18: until the season's end."""
    court_of(state).protected[seat] |= favor.against
    log_effect(state, seat, favor.number, 1)


def deciding(name: str) -> Effect:
    """The effect of a favor that asks its owner something: a step of this name."""

    def ask_later(state: "State", seat: int, favor: Favor) -> None:
        state.agenda.append((name, seat, favor.number))

    return ask_later


def ask_event(state: "State", step: Step) -> None:
    """Favor 1: asks whether the season's event is cancelled."""
    if state.event == NO_EVENT:
        log_effect(state, step[1], step[2], 0)
    else:
        state.ask(step, step[1], "favor-event", (0, 1))


def check_event(decision: Decision, choice: Any) -> None:
    """Favor 1: 1 or True cancels the event, 0 or False keeps it."""
    if type(choice) not in (int, bool) or choice not in (0, 1):
        raise RuleError("C6", f"seat {decision.seat} cannot choose {brief(choice)}: 1 cancels the event, 0 keeps it")


def take_event(state: "State", step: Step, cancel: int) -> None:
    """Favor 1: the event card leaves the game at once."""
    if cancel:
        state.gone.append(state.event)
        state.event = NO_EVENT
    log_effect(state, step[1], step[2], int(cancel))


def ask_calm(state: "State", step: Step) -> None:
    """Favor 4: asks where a revolt marker is taken away; without one, the card is kept for the next."""
    seat, number = step[1], step[2]
    marked = [county for county, markers in enumerate(state.markers) if markers and state.owner[county] == seat]
    if marked:
        state.ask(step, seat, "favor-calm", tuple(marked))
    else:
        court = court_of(state)
        court.kept_calm[seat] = True
        court.gone.remove(number)
        log_effect(state, seat, number, 0)


def take_calm(state: "State", step: Step, county: int) -> None:
    """Favor 4: the marker goes back to the supply."""
    state.markers[county] -= 1
    state.stock[MARKERS] += 1
    log_effect(state, step[1], step[2], 1, county)


def ask_garrison(state: "State", step: Step) -> None:
    """Favor 12: asks for an own or a neutral county.

    C6: with fewer armies in the supply than the card shows it has no effect.
    """
    seat, number = step[1], step[2]
    open_to = tuple([county for county in state.book.counties if state.owner[county] in (seat, NEUTRAL)])
    if open_to and state.supply[seat] >= box().favors[number].amount:
        state.ask(step, seat, "favor-garrison", open_to)
    else:
        log_effect(state, seat, number, 0)


def take_garrison(state: "State", step: Step, county: int) -> None:
    """Favor 12: the armies go in; a neutral county becomes the player's without a battle."""
    seat, number = step[1], step[2]
    armies = box().favors[number].amount
    if state.owner[county] == NEUTRAL:
        state.owner[county] = seat
        state.won.append(county)  # W28: its card goes to the hand
    put_armies(state, seat, county, armies)
    log_effect(state, seat, number, armies, county)


def ask_building(state: "State", step: Step) -> None:
    """Favors 7, 17 and 21: asks where to build; W40's conditions hold, but for the price."""
    seat, number = step[1], step[2]
    building = box().favors[number].building
    sites = [
        county
        for county, owner in enumerate(state.owner)
        if owner == seat and why_not_build(state, building, county) == DONE
    ]
    if sites:
        state.ask(step, seat, "favor-build", tuple(sites))
    else:
        log_effect(state, seat, number, 0)


def take_building(state: "State", step: Step, county: int) -> None:
    """Favors 7, 17 and 21: W40's event applies to a post."""
    seat, number = step[1], step[2]
    put_building(state, box().favors[number].building, county)
    log_effect(state, seat, number, 1, county)


ASKING: Final = {  # effects that ask their owner something, and the step that does
    "cancel-event": "favor-event",
    "calm": "favor-calm",
    "garrison": "favor-garrison",
    "build": "favor-build",
}
EFFECTS: Final[dict[str, Effect]] = {  # by the effect that the data names
    "thalers": give_thalers,
    "tray-armies": give_armies,
    "grain": give_grain,
    "vp": give_points,
    "protection": protect,
    **{effect: deciding(name) for effect, name in ASKING.items()},
}
