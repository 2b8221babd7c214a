"""Whether the listed steps fit the position."""

from collections.abc import Callable
from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.core.records import fields_of
from wallenstein.games.wallenstein.editions import parts_of
from wallenstein.games.wallenstein.model.codes import CountyCode
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.steps import (
    AskDefence,
    AskDraftCard,
    AskDraftGroup,
    AskMarch,
    AskMuster,
    AskTile,
    BeginSeason,
)
from wallenstein.games.wallenstein.names import ACTION, COMBAT_A, COMBAT_B, NO_TILE, PLAN, SPRING, WINTER_PHASE
from wallenstein.games.wallenstein.position import first as position_first
from wallenstein.games.wallenstein.position.draft import turn


def check_steps(state: State, place: Json) -> None:
    """Raises FormatError for steps that are impossible here, with their place."""
    parts = parts_of(state.book.rules)
    checks = dict(CHECKS)
    for part in parts:
        checks.update(part.checks)
    agenda: list[Any] = list(state.agenda)
    for number, step in enumerate(agenda):
        here = place.at(number)
        check_owners(state, step, here)
        if state.phase == ACTION and step and step[0] != next_actor(state):
            here.fail(f"seat {step[0]} does not act now; `order` and `acted` say which seat does")
        check = checks.get(type(step))
        if check is not None:
            check(state, step, here)
    choosers = sorted(step.seat for step in agenda if isinstance(step, AskTile))
    if choosers and choosers != [seat for seat, tile in enumerate(state.tiles) if tile == NO_TILE]:
        place.fail("W26: exactly the seats without a bonus tile choose one, once each")
    if state.phase == PLAN:
        position_first.check_planning(state, place)
    once = tuple(step for part in parts for step in part.once)
    queue = [step.seat for step in agenda if type(step) in once]
    if len(set(queue)) < len(queue):
        place.fail("a seat is listed twice; each has one turn")


def next_actor(state: State) -> int | None:
    """The seat that does the slot's action now."""
    return state.order[state.seats_done] if state.seats_done < len(state.order) else None


def check_owners(state: State, step: Any, place: Json) -> None:
    """Counties that must be the seat's own, each named once."""
    for field, value in zip(fields_of(type(step)), step, strict=True):
        if not (isinstance(field.code, CountyCode) and field.code.own):
            continue
        counties = value if field.many else (value,)
        for county in counties:
            if state.owner[county] != step.seat:
                place.fail(f'"{state.book.board.ids[county]}" does not belong to seat {step.seat}')
        if len(set(counties)) < len(counties):
            place.fail("lists a county twice")


def march(state: State, step: AskMarch, place: Json) -> None:
    """W44: two armies or more, and somewhere to go."""
    seat, action, county = step
    check_combat(state, action, place)
    if state.armies[county] < 2 or not state.functions.reach(state, seat, action, county):
        place.fail("W44: no army can march from there")


def defence(state: State, step: AskDefence, place: Json) -> None:
    """F7: armies are on the march against somebody else's county."""
    check_combat(state, step.action, place)
    position_first.check_defence(state, step, place)


def check_combat(state: State, action: int, place: Json) -> None:
    """Combat A or B, whichever is being resolved."""
    if action not in (COMBAT_A, COMBAT_B) or state.actions[state.slot : state.slot + 1] not in ((), (action,)):
        place.fail("W44: this slot has a different action")


def draft_turn(state: State, step: AskDraftCard | AskDraftGroup, place: Json) -> None:
    """W13: the turn follows from the groups placed."""
    if state.draft is None:
        place.fail('"draft" is missing, with the cards and groups')
    if step.turn != turn(state, state.draft):
        place.fail(f"W13: {turn(state, state.draft)} turns were taken, according to the groups that are placed")


def next_year(state: State, step: BeginSeason, place: Json) -> None:
    """W73: the only season that can follow winter; the draft's first season is compared with the set-up's."""
    if state.phase == WINTER_PHASE and step != (state.year + 1, SPRING):
        place.fail("after winter comes the spring of the next year")


CHECKS: Final[dict[type, Callable[[State, Any, Json], None]]] = {
    AskMarch: march,
    AskDefence: defence,
    AskMuster: position_first.check_muster,
    AskDraftCard: draft_turn,
    AskDraftGroup: draft_turn,
    BeginSeason: next_year,
}
