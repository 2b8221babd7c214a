"""The steps still to do: some follow from the position, others are listed in it and must fit it."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from wallenstein.core.documents import SHOWN, Json
from wallenstein.core.records import fields_of, flat, from_flat
from wallenstein.core.text import did_you_mean
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.editions import parts_of, step_types
from wallenstein.games.wallenstein.model import decision
from wallenstein.games.wallenstein.model.codes import CountyCode
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.position.holdings import check_muster, check_planning, planning, turn

# The possible steps of a position by phase, the next one last. `rest` is the rest of the season or the set-up.
SHAPES: Final[dict[int, str]] = {
    const.DRAFT: r"rest( draft-card| draft-group)",
    const.PLAN: r"rest( plan)+( declare)*",
    const.ORDER: r"rest( tile)+",
    const.ACTION: r"next-seat( move| muster| march| defend-battle| unrest revolt| unrest)?|slot|season-end",
    const.WINTER_PHASE: r"score( hunger)*( revolts)?( revolt)?|year-end|season",
}


def follows(state: State) -> list[decision.Step]:
    """The steps to do in a position that lists none."""
    phase, functions = state.phase, state.functions
    if phase == const.DRAFT:
        if state.draft is None:
            return list(reversed(functions.setup))
        return [*after(functions.setup, decision.FillTower), decision.AskDraftCard(turn(state, state.draft), 0)]
    if phase == const.PLAN:
        return after(functions.season, decision.AskPlans)
    if phase == const.ORDER:
        return before(functions.season, decision.AskPlans if state.event == const.NO_EVENT else decision.DrawEvent)
    if phase == const.ACTION:
        if state.slot < len(const.ACTIONS) - 1 or state.seats_done < state.book.players:
            return [decision.ResolveSlot()]
        # W30: a season is complete when cards, tiles and the event are gone from the table
        left = state.event != const.NO_EVENT or any(state.plans) or state.tiles_on_offer
        if left or any(tile != const.NO_TILE for tile in state.tiles):
            return [decision.EndSeason()]
        return [
            decision.BeginWinter() if state.season == const.FALL else decision.BeginSeason(state.year, state.season + 1)
        ]
    begins = begun_by(state)
    if begins is not None:
        return after(functions.season, begins)
    return [decision.BeginWinter()] if phase == const.WINTER_PHASE else []


def begun_by(state: State) -> type | None:
    """The step of the season that begins this phase of an expansion."""
    return next((part.begins[state.phase] for part in parts_of(state.book.rules) if state.phase in part.begins), None)


def after(steps: Sequence[decision.Step], step: type) -> list[decision.Step]:
    """The steps of a season or set-up from the one of that type on, in the order of the agenda: the first on top."""
    types = [type(other) for other in steps]
    return list(reversed(steps[types.index(step) :]))


def before(steps: Sequence[decision.Step], step: type) -> list[decision.Step]:
    """The steps after the one of that type, in the order of the agenda."""
    return after(steps, step)[:-1]


def write_agenda(state: State) -> list[Any] | None:
    """The steps to do, with the asking one last; None if they follow from the rest."""
    steps = list(state.agenda) if state.decision is None else [*state.agenda, state.decision.step]
    if state.phase == const.PLAN and decision.same(
        steps, [*before(state.functions.season, decision.AskPlans), *planning(state)]
    ):
        # no seat that has yet to plan has declared a box empty
        silent = not any(isinstance(step, decision.AskPlan) and step.empty for step in steps)
        return None if silent else write_steps(steps)
    return None if decision.same(steps, follows(state)) else write_steps(steps)


def write_steps(steps: Sequence[decision.Step]) -> list[list[object]]:
    names = {step: name for name, step in step_types().items()}
    return [[names[type(step)], *flat(step)] for step in steps]


def read_agenda(state: State, place: Json) -> None:
    """Known steps, in a possible order."""
    steps = [read_step(state, item) for item in place.items()]
    shapes = SHAPES | {phase: shape for part in parts_of(state.book.rules) for phase, shape in part.shapes.items()}
    asking = {const.PLAN: decision.AskDeclare, const.ORDER: decision.AskTile}.get(state.phase, decision.AskPlan)
    if state.phase not in shapes or asking not in state.functions.steps:
        place.fail("in this phase, the steps follow from the rest of the position; remove this key")
    names, rest = [str(listed[0]) for listed in place.value], rest_of(state)
    if not decision.same(steps[: len(rest)], rest):
        place.fail(f"must begin with {', '.join(str(listed[0]) for listed in write_steps(rest))}")
    if not re.fullmatch(shapes[state.phase], " ".join(["rest", *names[len(rest) :]] if rest else names)):
        place.fail(f"these steps cannot come in this order: {', '.join(names)[:200]}")
    state.agenda = steps
    for step in steps:
        if isinstance(step, decision.AskPlan):
            state.declared = replaced(state.declared, step.seat, step.empty)


def rest_of(state: State) -> list[decision.Step]:
    """The steps of the set-up or the season after those of the phase; none in other phases."""
    if state.phase == const.DRAFT:
        return after(state.functions.setup, decision.FillTower)
    if state.phase == const.PLAN:
        return before(state.functions.season, decision.AskPlans)
    if state.phase == const.ORDER:
        return after(state.functions.season, decision.FixOrder)
    begins = begun_by(state)
    return [] if begins is None else before(state.functions.season, begins)


def read_step(state: State, place: Json) -> decision.Step:
    items = place.items()
    name = items[0].text("the name of a step") if items else place.fail("a step begins with its name")
    known = {name: step for name, step in step_types().items() if step in state.functions.steps}
    if name not in known:
        items[0].fail(f"there is no such step; {did_you_mean(name[:SHOWN], known)}")
    codes = [field.code for field in fields_of(known[name])]
    numbers = items[1:]
    if codes and fields_of(known[name])[-1].many:
        codes = [*codes[:-1], *[codes[-1]] * (len(numbers) - len(codes) + 1)]
    if len(numbers) != len(codes):
        place.fail(f'the step "{name}" takes {len(codes)} numbers, not {len(numbers)}')
    values = [number.whole(0, code.highest(state.functions)) for code, number in zip(codes, numbers, strict=True)]
    step: decision.Step = from_flat(known[name], values)
    return step


def check_steps(state: State, place: Json) -> None:
    parts = parts_of(state.book.rules)
    checks = CHECKS | {step: check for part in parts for step, check in part.checks.items()}
    agenda: list[Any] = list(state.agenda)
    acting = list(state.order[state.seats_done : state.seats_done + 1])  # the slot's action
    for number, step in enumerate(agenda):
        here = place.at(number)
        check_owners(state, step, here)
        if state.phase == const.ACTION and step and [step[0]] != acting:
            here.fail(f"seat {step[0]} does not act now; `order` and `acted` say which seat does")
        check = checks.get(type(step))
        if check is not None:
            check(state, step, here)
    choosers = sorted(step.seat for step in agenda if isinstance(step, decision.AskTile))
    if choosers and choosers != [seat for seat, tile in enumerate(state.tiles) if tile == const.NO_TILE]:
        place.fail("W26: exactly the seats without a bonus tile choose one, once each")
    if state.phase == const.PLAN:
        check_planning(state, place)
    once = tuple(step for part in parts for step in part.once)
    queue = [step.seat for step in agenda if type(step) in once]
    if len(set(queue)) < len(queue):
        place.fail("a seat is listed twice; each has one turn")


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


def march(state: State, step: decision.AskMarch, place: Json) -> None:
    """W44: two armies or more, and a county to go to."""
    seat, action, county = step
    check_combat(state, action, place)
    if state.armies[county] < 2 or not state.functions.reach(state, seat, action, county):
        place.fail("W44: no army can march from there")


def defence(state: State, step: decision.AskDefence, place: Json) -> None:
    """F7: armies are marching against somebody else's county."""
    seat, action, source, county, armies = step
    check_combat(state, action, place)
    if state.owner[county] in (const.NEUTRAL, seat) or county not in state.functions.reach(state, seat, action, source):
        place.fail("F7: only the owner of a neighbouring county is asked for a defence")
    if not 0 < armies < state.armies[source]:
        place.fail("W44: at least one army marches, and at least one stays")


def check_combat(state: State, action: int, place: Json) -> None:
    here = state.actions[state.slot : state.slot + 1]
    if action not in (const.COMBAT_A, const.COMBAT_B) or here not in ((), (action,)):
        place.fail("W44: this slot has a different action")


def draft_turn(state: State, step: decision.AskDraftCard | decision.AskDraftGroup, place: Json) -> None:
    """W13: the turn follows from the groups placed."""
    if state.draft is None:
        place.fail('"draft" is missing, with the cards and groups')
    if step.turn != turn(state, state.draft):
        place.fail(f"W13: {turn(state, state.draft)} turns were taken, according to the groups that are placed")


def next_year(state: State, step: decision.BeginSeason, place: Json) -> None:
    """W73: the only season that can follow winter; the draft's first season is compared with the set-up's."""
    if state.phase == const.WINTER_PHASE and step != (state.year + 1, const.SPRING):
        place.fail("after winter comes the spring of the next year")


CHECKS: Final[dict[type, Callable[[State, Any, Json], None]]] = {
    decision.AskMarch: march, decision.AskDefence: defence, decision.AskMuster: check_muster,
    decision.AskDraftCard: draft_turn, decision.AskDraftGroup: draft_turn, decision.BeginSeason: next_year,
}  # fmt: skip
