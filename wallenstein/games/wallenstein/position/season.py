"""The season in a position: when it is, which cards lie open, what is taken and planned, in both editions."""

from collections.abc import Callable
from typing import Any, Final

from wallenstein.core.documents import Json
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.editions import EXPANSIONS, phases
from wallenstein.games.wallenstein.editions.first.actions import musters
from wallenstein.games.wallenstein.editions.first.planning import BLANK_CARDS, boxes_short
from wallenstein.games.wallenstein.model.codes import PlanCode
from wallenstein.games.wallenstein.model.decision import AskDeclare, AskDefence, AskMuster, AskPlan, Step, same
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.names import (
    ACTION,
    ACTIONS,
    BLANK,
    DEPLOY_1,
    NEUTRAL,
    NO_EVENT,
    NO_TILE,
    OVER,
    SEASONS,
    TILES,
    UNSEEN,
)
from wallenstein.games.wallenstein.names import WINTER_PHASE as WINTER
from wallenstein.games.wallenstein.plan import Plan

# What the first edition adds to a position: boxes declared empty (F3), and steps that wait for its own decisions.


def declares(state: State) -> bool:
    """Whether the rules in force let players declare boxes empty."""
    return AskDeclare in state.functions.steps


def write_declared(actions: dict[str, str], empty: tuple[int, ...]) -> dict[str, str | None]:
    """The boxes of a plan laid, with null where one was declared empty; a blank card is left out as ever."""
    return {name: actions.get(name) for code, name in enumerate(ACTIONS) if name in actions or code in empty}


def read_declared(state: State, seat: int, place: Json) -> None:
    """The boxes that say null are those declared empty, if so many can be."""
    plan = state.plans[seat]
    if plan is None or "actions" not in place.value or not declares(state):
        return
    empty = tuple([code for code, name in enumerate(ACTIONS) if place.value["actions"].get(name, name) is None])
    counties = sum(box != BLANK for box in plan.boxes)
    if len(empty) <= BLANK_CARDS - counties:  # F3: with more counties than that, fewer boxes stay empty
        state.declared = replaced(state.declared, seat, empty)


def planning(state: State) -> list[Step]:
    """What is still to be declared and planned, the next step last."""
    waiting = [seat for seat, plan in enumerate(state.plans) if plan is None]
    steps: list[Step] = [AskPlan(seat, state.declared[seat]) for seat in reversed(waiting)]
    if declares(state):
        steps += [AskDeclare(seat) for seat in reversed(state.order) if seat in waiting and to_declare(state, seat)]
    return steps


def to_declare(state: State, seat: int) -> bool:
    """F3: whether the seat has too few cards and has not said yet which boxes stay empty."""
    return boxes_short(state.owner.count(seat)) > 0 and not state.declared[seat]


def check_planning(state: State, place: Json) -> None:
    """F3: who must declares, in turn order, so many boxes as the cards run short; then all plan."""
    for step in state.agenda:
        if isinstance(step, AskPlan):
            seat, empty = step
            short = boxes_short(state.owner.count(seat))
            if empty and (len(empty) != short or list(empty) != sorted(set(empty))):
                place.fail(f"F3: seat {seat} declares {short} boxes empty, in the actions' order")
    said = [bool(state.declared[seat]) for seat in state.order if boxes_short(state.owner.count(seat))]
    waiting = [step for step in state.agenda if isinstance(step, AskPlan | AskDeclare)]
    if not same(waiting, planning(state)) or said != sorted(said, reverse=True):
        place.fail(
            "F3: these must be the seats that have not declared yet, in turn order, then those that have not planned"
        )


def check_muster(state: State, step: AskMuster, place: Json) -> None:
    """F6: a Thaler to pay, and an army to deploy or to move."""
    seat, action, county = step
    if action != DEPLOY_1 or state.actions[state.slot : state.slot + 1] not in ((), (action,)):
        place.fail("F6: this slot has a different action")
    if not state.thalers[seat] or not musters(state, seat, county):
        place.fail("F6: nothing can be paid, or nothing deployed or moved")


def check_defence(state: State, step: AskDefence, place: Json) -> None:
    """F7: armies have marched against a county of somebody else."""
    seat, action, source, county, armies = step
    if state.owner[county] in (NEUTRAL, seat) or county not in state.functions.reach(state, seat, action, source):
        place.fail("F7: only the owner of a neighbouring county is asked for a defence")
    if not 0 < armies < state.armies[source]:
        place.fail("W44: at least one army marches, and at least one stays")


# The season in a position: when it is, which cards lie open, who has taken and planned what.

EVENT_KEYS: Final = ("open", "current", "gone")
YEARS: Final = 2


def read_year(state: State, place: Json) -> None:
    """1 or 2."""
    state.year = place.whole(1, YEARS)


def read_season(state: State, place: Json) -> None:
    state.season = place.code(SEASONS, "a season")


def read_phase(state: State, place: Json) -> None:
    known = phases()
    state.phase = tuple(known)[place.code(tuple(known.values()), "a phase")]
    for part in EXPANSIONS.values():
        if state.phase in part.phases:
            part.wanted(state, place)


def read_events(state: State, place: Json) -> None:
    """The open event cards, this season's, and those that left the game; no card lies twice."""
    ids = [event.id for event in state.book.cards.events]
    fields = place.members(EVENT_KEYS)
    if "open" in fields:
        state.events = tuple(fields["open"].codes(ids, "an event"))
    if "current" in fields and fields["current"].value is not None:
        state.event = fields["current"].code(ids, "an event")
    if "gone" in fields:
        state.spent_events = tuple(fields["gone"].codes(ids, "an event"))
    lying = [*state.events, state.event, *state.spent_events]
    for event, name in enumerate(ids):
        if lying.count(event) > 1:
            place.fail(f'the card "{name}" is in two places; there is only one')


def write_events(state: State) -> dict[str, Any]:
    """All event cards that are known."""
    ids = [event.id for event in state.book.cards.events]
    return {
        "open": [ids[event] for event in state.events],
        "current": None if state.event == NO_EVENT else ids[state.event],
        "gone": [ids[event] for event in state.spent_events],
    }


def read_actions(state: State, place: Json) -> None:
    """The action cards by slot; those not known are missing at the end."""
    state.actions = tuple(place.codes(ACTIONS, "an action"))


def write_actions(state: State) -> list[str | None] | None:
    """The season's action cards, null where one is hidden; they lie together again in winter."""
    if state.phase in (WINTER, OVER) or not state.actions:
        return None
    return [None if action == UNSEEN else ACTIONS[action] for action in state.actions]


def read_slot(state: State, place: Json) -> None:
    """The action now being resolved, counted from 1."""
    state.slot = place.whole(1, len(ACTIONS)) - 1


def read_acted(state: State, place: Json) -> None:
    """How many seats of the order have done it."""
    state.seats_done = place.whole(0, state.book.players)


def during_actions(write: Callable[[State], Any]) -> Callable[[State], Any]:
    """Left out of a position in which no action is under way."""
    return lambda state: write(state) if state.phase == ACTION else None


def read_order(state: State, place: Json) -> None:
    order = [item.whole(0, state.book.players - 1) for item in place.items()]
    if sorted(order) != list(range(state.book.players)):
        place.fail(f"must name every seat from 0 to {state.book.players - 1} once")
    state.order = tuple(order)


def read_offer(state: State, place: Json) -> None:
    """The bonus tiles by position."""
    with_tiles(state, place)
    state.tiles_on_offer = tuple(place.codes(TILES, "a bonus tile"))


def with_tiles(state: State, place: Json) -> None:
    """F1: refuses bonus tiles where the rules in force have none."""
    if place.value and "tile" not in state.functions.kinds:
        place.fail("F1: the first edition has no bonus tiles")


def write_offer(state: State) -> list[str] | None:
    """The bonus tiles by position, while they lie out."""
    return [TILES[tile] for tile in state.tiles_on_offer] or None


def read_tiles(state: State, place: Json) -> None:
    """Which seat has which bonus tile."""
    with_tiles(state, place)
    seats = [str(seat) for seat in range(state.book.players)]
    for name, tile in place.members(seats).items():
        code = tile.code(TILES, "a bonus tile")
        if code in state.tiles:
            tile.fail(f'the tile "{TILES[code]}" is in two places; there is only one')
        state.tiles = replaced(state.tiles, int(name), code)


def write_tiles(state: State) -> dict[str, str]:
    """By seat, those that have one."""
    return {str(seat): TILES[tile] for seat, tile in enumerate(state.tiles) if tile != NO_TILE}


def read_plans(state: State, place: Json) -> None:
    """One entry a seat, null or left out at the end for a plan not yet laid; plans are taken as they lie."""
    plans = place.items()
    if len(plans) > state.book.players:
        place.fail(f"{len(plans)} plans; there are {state.book.players} players")
    for seat, plan in enumerate(plans):
        if plan.value is not None:
            try:
                laid = state.functions.kinds["plan"].code.read(plan, state.functions)
            except RuleError as error:
                plan.fail(str(error))
            state.plans = replaced(state.plans, seat, laid)
            read_declared(state, seat, plan)


def write_plans(state: State) -> list[Any]:
    """One entry a seat from the moment the first is laid."""
    if all(plan is None for plan in state.plans):
        return []
    return [None if plan is None else write_laid(state, seat, plan) for seat, plan in enumerate(state.plans)]


def write_laid(state: State, seat: int, plan: Plan) -> dict[str, Any]:
    """A plan on the mat, with null for boxes that were declared empty or are hidden."""
    code = state.functions.kinds["plan"].code
    written = code.write(on_the_mat(state, seat, plan), state.functions)
    written["actions"] = write_declared(written["actions"], state.declared[seat])
    if not plan.court and isinstance(code, PlanCode) and "court" in code.keys:
        written["court"] = None  # C4: it is revealed later
    laid: dict[str, Any] = written
    return laid


def on_the_mat(state: State, seat: int, plan: Plan) -> Plan:
    """W55: the plan without the cards of counties that were lost while actions are done, even if won back."""
    if state.phase != ACTION:
        return plan
    gone = [county for county in plan.boxes if county >= 0 and (state.owner[county] != seat or county in state.won)]
    return plan._replace(boxes=tuple([BLANK if county in gone else county for county in plan.boxes]))
