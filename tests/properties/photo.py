"""A photograph of a state: everything that makes it up, as values that cannot change any more."""

from collections.abc import Iterator
from typing import Any

from tests.attributes import attributes
from wallenstein.games.wallenstein.model.state import State

APART = ("book", "functions", "chance")  # not part of the position
RECORD = ("journal",)


def frozen(value: Any) -> Any:
    """The value with its lists as tuples, all the way down."""
    if isinstance(value, list | tuple):
        return tuple([item if type(item) is int else frozen(item) for item in value])
    if isinstance(value, dict):
        return tuple((name, frozen(part)) for name, part in sorted(value.items()))
    if hasattr(value, "copy"):  # the draft's table, what an expansion adds
        return frozen(parts_of(value))
    return value


def parts_of(thing: Any) -> dict[str, Any]:
    """The attributes of an object of the state by name, compiled or not."""
    return (
        dict(vars(thing))
        if hasattr(thing, "__dict__")
        else {name: getattr(thing, name) for name in attributes(type(thing))}
    )


def photo(state: State, journal: bool = True) -> dict[str, Any]:
    """Every field of the state but the book and its chance; the pending decision by what it asks."""
    shown = {
        name: frozen(getattr(state, name))
        for name in attributes(State)
        if name not in APART and (journal or name not in RECORD)
    }
    decision = state.decision
    if decision is not None:
        shown["decision"] = (decision.seat, decision.kind, decision.step)
    return shown


def lists(state: State) -> Iterator[tuple[str, list[Any]]]:
    """Every list of the state by its name, those of the draft and the expansions with it; not the journal."""
    fields = {name: getattr(state, name) for name in attributes(State) if name not in (*APART, *RECORD)}
    for place, thing in {"draft": fields["draft"], **fields["parts"]}.items():
        if thing is not None:
            fields |= {f"{place}.{name}": value for name, value in parts_of(thing).items()}
    for name, value in fields.items():
        if isinstance(value, list):
            yield name, value
            yield from ((f"{name}[{i}]", part) for i, part in enumerate(value) if isinstance(part, list))
