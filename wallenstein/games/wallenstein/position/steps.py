"""Whether the listed steps fit the position that they are to be done in."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from wallenstein.core.json_place import Json
from wallenstein.games.wallenstein.editions.court.cards import box
from wallenstein.games.wallenstein.editions.court.favors import ASKING
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import ACTION, COMBAT_A, COMBAT_B, NO_TILE, PLAN, SPRING, WINTER_PHASE
from wallenstein.games.wallenstein.position import first as position_first
from wallenstein.games.wallenstein.position.agenda import FORMS
from wallenstein.games.wallenstein.position.draft import turn

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


def check_steps(state: "State", place: Json) -> None:
    """Refuses steps that would do something impossible here, each with its place."""
    for number, step in enumerate(state.agenda):
        here = place.at(number)
        check_owners(state, step, here)
        if state.phase == ACTION and len(step) > 1 and step[1] != next_actor(state):
            here.fail(f"seat {step[1]} does not act now; `order` and `acted` say who does")
        check = CHECKS.get(step[0])
        if check is not None:
            check(state, step, here)
    choosers = sorted(step[1] for step in state.agenda if step[0] == "tile")
    if choosers and choosers != [seat for seat, tile in enumerate(state.tiles) if tile == NO_TILE]:
        place.fail("W26: every seat without a bonus tile chooses one, once, and nobody else")
    if state.phase == PLAN:
        position_first.check_planning(state, place)
    queue = [step[1] for step in state.agenda if step[0] in ("landsknecht", "favor")]
    if len(set(queue)) < len(queue):
        place.fail("a seat stands twice; each has one turn")


def next_actor(state: "State") -> int | None:
    """The seat that does the slot's action now."""
    return state.order[state.acted] if state.acted < len(state.order) else None


def check_owners(state: "State", step: Step, place: Json) -> None:
    """Counties that must be the seat's own, each named once."""
    form = FORMS.get(step[0], ())
    own = [what.startswith("own") for what in form]
    if True not in own:
        return
    counties = step[1 + own.index(True) :] if form[-1] == "own*" else step[1 + own.index(True) :][:1]
    for county in counties:
        if state.owner[county] != step[1]:
            place.fail(f'"{state.book.board.ids[county]}" does not belong to seat {step[1]}')
    if len(set(counties)) < len(counties):
        place.fail("names a county twice")


def march(state: "State", step: Step, place: Json) -> None:
    """W44: two armies or more, and somewhere to go."""
    _, seat, action, county = step
    check_combat(state, action, place)
    if state.armies[county] < 2 or not state.book.reach(state, seat, action, county):
        place.fail("W44: no army can march from there")


def defend_battle(state: "State", step: Step, place: Json) -> None:
    """F7: armies are on the march against somebody else's county."""
    check_combat(state, step[2], place)
    position_first.check_defence(state, step, place)


def check_combat(state: "State", action: int, place: Json) -> None:
    """Combat A or B, whichever is being resolved."""
    if action not in (COMBAT_A, COMBAT_B) or state.actions[state.slot : state.slot + 1] not in ([], [action]):
        place.fail("W44: the action of this slot is another")


def draft_turn(state: "State", step: Step, place: Json) -> None:
    """W13: the turn follows from the groups placed."""
    if state.draft is None:
        place.fail('"draft" is missing, with the cards and groups')
    if step[1] != turn(state, state.draft):
        place.fail(f"W13: {turn(state, state.draft)} turns were taken, by the groups that are placed")


def next_year(state: "State", step: Step, place: Json) -> None:
    """W73: the only season that can follow winter; the draft's first season is compared with the set-up's."""
    if state.phase == WINTER_PHASE and step != ("season", state.year + 1, SPRING):
        place.fail("after winter comes the spring of the next year")


def favor_effect(state: "State", step: Step, place: Json) -> None:
    """C6: a favor that has just been taken, and asks for what the step asks."""
    court, number = state.court, step[2]
    if court is None or number not in court.gone or ASKING.get(box().favors[number].effect) != step[0]:
        place.fail(f"favor {number} was not taken, or asks for something else")


CHECKS: Final[dict[str, Callable[["State", Step, Json], None]]] = {
    "march": march,
    "defend-battle": defend_battle,
    "muster": position_first.check_muster,
    "draft-card": draft_turn,
    "draft-group": draft_turn,
    "season": next_year,
    "favor-event": favor_effect,
    "favor-calm": favor_effect,
    "favor-garrison": favor_effect,
    "favor-build": favor_effect,
}
