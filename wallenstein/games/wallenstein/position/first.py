"""What the first edition adds to a position: boxes declared empty (F3), and steps that wait for its own decisions."""

from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.editions.first.actions import musters
from wallenstein.games.wallenstein.editions.first.offer import BLANK_CARDS, boxes_short
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.model.steps import AskDeclare, AskDefence, AskMuster, AskPlan, Step, same
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, DEPLOY_1, NEUTRAL


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
