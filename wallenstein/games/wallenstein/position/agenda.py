"""The steps still to do: which follow from the rest of a position, and which it must list."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from wallenstein.core.json_place import SHOWN, Json
from wallenstein.core.words import did_you_mean
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import (
    ACTION,
    ACTIONS,
    COURT,
    DRAFT,
    FALL,
    LANDSKNECHT,
    NO_EVENT,
    NO_TILE,
    ORDER,
    PLAN,
    WINTER_PHASE,
)
from wallenstein.games.wallenstein.position.draft import turn
from wallenstein.games.wallenstein.position.first import planning

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

# What a step's numbers are; a star stands for any number of the last.
FORMS: Final[dict[str, tuple[str, ...]]] = {
    "season": ("year", "season"),
    "draft-card": ("turn", "flag"),
    "draft-group": ("turn", "card"),
    "plan": ("seat", "action*"),
    "declare": ("seat",),
    "tile": ("seat",),
    "move": ("seat", "own"),
    "march": ("seat", "action", "own"),
    "muster": ("seat", "action", "own"),
    "defend-battle": ("seat", "action", "own", "county", "armies"),
    "revolt": ("seat", "own", "count"),
    "unrest": ("seat", "own"),
    "hunger": ("seat", "count", "count"),
    "revolts": ("seat", "count", "own*"),
    "landsknecht": ("seat",),
    "favor": ("seat",),
    "favor-event": ("seat", "favor"),
    "favor-calm": ("seat", "favor"),
    "favor-garrison": ("seat", "favor"),
    "favor-build": ("seat", "favor"),
}

# The steps of a position by phase, the next one last. `rest` is what the season or the set-up has left after it.
SHAPES: Final[dict[int, str]] = {
    DRAFT: r"rest( draft-card| draft-group)",
    PLAN: r"rest( plan)+( declare)*",
    ORDER: r"rest( tile)+",
    LANDSKNECHT: r"rest( landsknecht)+",
    COURT: r"rest dismissal( favor)*( favor-event| favor-calm| favor-garrison| favor-build)?",
    ACTION: r"next-seat( move| muster| march| defend-battle| unrest revolt| unrest)?|slot|season-end",
    WINTER_PHASE: r"score( hunger)*( revolts)?( revolt)?|year-end|season",
}


BEFORE_ACTIONS: Final = {LANDSKNECHT: "landsknechte", COURT: "court"}  # phases of the expansions, and their step


def follows(state: "State") -> list[Step]:
    """The steps that are to do in a position that lists none."""
    phase, book = state.phase, state.book
    if phase == DRAFT:
        if state.draft is None:
            return list(book.setup)
        return [*after(book.setup, "fill-tower"), ("draft-card", turn(state, state.draft), 0)]
    if phase == PLAN:
        return after(book.season, "plans")
    if phase == ORDER:
        return before(book.season, "plans" if state.event == NO_EVENT else "event")
    if phase == ACTION:
        if state.slot < len(ACTIONS) - 1 or state.acted < book.players:
            return [("slot",)]
        if not season_is_complete(state):
            return [("season-end",)]
        return [("winter",) if state.season == FALL else ("season", state.year, state.season + 1)]
    if phase in BEFORE_ACTIONS:
        return after(book.season, BEFORE_ACTIONS[phase])
    return [("winter",)] if phase == WINTER_PHASE else []


def season_is_complete(state: "State") -> bool:
    """W30: cards, tiles and the event are gone from the table."""
    nothing = state.event == NO_EVENT and not any(state.plans) and not state.tiles_on_offer
    return nothing and all(tile == NO_TILE for tile in state.tiles)


def after(steps: Sequence[Step], name: str) -> list[Step]:
    """The steps of a season or set-up from the named one on, as they lie on the agenda."""
    names = [step[0] for step in steps]
    return list(steps[: names.index(name) + 1])


def before(steps: Sequence[Step], name: str) -> list[Step]:
    """The steps that come when the named one is done, as they lie on the agenda."""
    return after(steps, name)[:-1]


def write_agenda(state: "State") -> list[Any] | None:
    """The steps to do, the asking one last; None where they follow from the rest."""
    steps = list(state.agenda) if state.decision is None else [*state.agenda, state.decision.step]
    if state.phase == PLAN and steps == [*before(state.book.season, "plans"), *planning(state)]:
        silent = not any(len(step) > 2 for step in steps)  # nobody who has yet to plan has declared a box empty
        return None if silent else [list(step) for step in steps]
    return None if steps == follows(state) else [list(step) for step in steps]


def read_agenda(state: "State", place: Json) -> None:
    """Steps that the rules in force know, in an order that can come about."""
    steps = [read_step(state, item) for item in place.items()]
    shape = SHAPES.get(state.phase)
    if shape is None or not asks(state):
        place.fail("in this phase the steps to do follow from the rest; leave it out")
    rest = rest_of(state)
    if rest:
        if steps[: len(rest)] != rest:
            place.fail(f"must begin with {', '.join(step[0] for step in rest)}")
        steps_named = ["rest", *(step[0] for step in steps[len(rest) :])]
    else:
        steps_named = [step[0] for step in steps]
    if not re.fullmatch(shape, " ".join(steps_named)):
        place.fail(f"these steps cannot come in this order: {', '.join(step[0] for step in steps)[:200]}")
    state.agenda = steps
    for step in steps:
        if step[0] == "plan":
            state.declared[step[1]] = step[2:]


def asks(state: "State") -> bool:
    """Whether in this phase the rules in force ask for something that must be listed."""
    return {PLAN: "declare", ORDER: "tile"}.get(state.phase, "plan") in state.book.steps


def rest_of(state: "State") -> list[Step]:
    """What the set-up or the season has left after the steps that the phase puts on top; nothing in other phases."""
    if state.phase == DRAFT:
        return after(state.book.setup, "fill-tower")
    if state.phase == PLAN:
        return before(state.book.season, "plans")
    if state.phase == ORDER:
        return after(state.book.season, "order")
    if state.phase in BEFORE_ACTIONS:
        return before(state.book.season, BEFORE_ACTIONS[state.phase])
    return []


def read_step(state: "State", place: Json) -> Step:
    """A name and the numbers that belong to it."""
    items = place.items()
    name = items[0].text("the name of a step") if items else place.fail("a step begins with its name")
    if name not in state.book.steps:
        items[0].fail(f"there is no such step; {did_you_mean(name[:SHOWN], state.book.steps)}")
    form = FORMS.get(name, ())
    numbers = items[1:]
    if form and form[-1].endswith("*"):
        form = (*form[:-1], *[form[-1][:-1]] * (len(numbers) - len(form) + 1))
    if len(numbers) != len(form):
        place.fail(f'the step "{name}" takes {len(form)} numbers, not {len(numbers)}')
    step: list[Any] = [name]
    for what, number in zip(form, numbers, strict=True):
        step.append(number.whole(0, highest(state, what)))
    return tuple(step)


def highest(state: "State", what: str) -> int:
    """The greatest number that can stand for such a thing."""
    book = state.book
    if what == "seat":
        return book.players - 1
    if what in ("own", "county", "card"):
        return len(book.board.ids) - 1
    if what == "action":
        return len(ACTIONS) - 1
    return {"flag": 1, "season": 3, "year": 2, "count": book.cards.peasants, "armies": book.cards.armies}.get(what, 99)
