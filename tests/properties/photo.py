"""A photograph of a state: everything that makes it up, as values that cannot change any more."""

from typing import Any

from wallenstein.games.wallenstein.state import State

APART = ("book", "chance")  # not part of the position
RECORD = ("journal",)


def frozen(value: Any) -> Any:
    """The value with its lists as tuples, all the way down."""
    if type(value) in (list, tuple):
        return tuple(frozen(item) for item in value)
    if type(value).__name__ in ("DraftTable", "Court"):
        return tuple((name, frozen(part)) for name, part in sorted(vars(value).items()))
    return value


def photo(state: State, journal: bool = True) -> dict[str, Any]:
    """Every field of the state but the book and its chance; the pending decision by what it asks."""
    shown = {
        name: frozen(getattr(state, name))
        for name in State.__slots__
        if name not in APART and (journal or name not in RECORD)
    }
    decision = state.decision
    if decision is not None:
        shown["decision"] = (decision.seat, decision.kind, decision.step)
    return shown
