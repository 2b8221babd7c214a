"""How a tournament ended by what was played, in sentences: by a sequential test, by its precision, or in rounds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from wallenstein.core.words import counted, ordinal, printable

Verdict = Mapping[str, Any]
NO_ORDER: Final = "Nobody is shown to be better than the next:"
SHOWN: Final = 8  # bots or pairs that a sentence names


def ending(verdict: Verdict) -> Iterator[str]:
    """The sentences about a verdict."""
    if verdict.get("test") in ("ladder", "swiss"):
        yield from _ladder(verdict) if verdict["test"] == "ladder" else _swiss(verdict)
        yield "Bots met others about as strong as themselves: compare their strengths, not their wins and points."
    elif verdict.get("test") == "precision":
        yield _precision(verdict)
    else:
        yield _sequential(verdict)


def _sequential(verdict: Verdict) -> str:
    said = {
        "H1": "the candidate is better",
        "H0": "the candidate is not better",
        "continue": "undecided after all blocks",
    }
    ratio = "evidence" if verdict.get("test") == "betting" else "ratio"
    after = f"after {verdict['blocks']:,} blocks, {ratio} {verdict['llr']:.2f}"
    return f"Sequential test: {said[verdict['decision']]} ({after})."


def _precision(verdict: Verdict) -> str:
    widest, wanted = (f"±{100 * verdict[key]:.3g} %" for key in ("widest", "precision"))
    after = f"after {counted(verdict['blocks'], 'block')}"
    if verdict["decision"] == "reached":
        known = f"every win share is known to {wanted} (the widest to {widest})"
        return f"Precision: {known} {after}, by intervals that hold however often one looks."
    return f"Precision: {wanted} was not reached {after}; the widest interval of a win share is {widest}."


def _ladder(verdict: Verdict) -> Iterator[str]:
    rounds = f"{verdict['rounds']:,} of {counted(verdict['of_rounds'], 'round')}"
    neighbours, open_pairs = len(verdict["order"]) - 1, len(verdict["open"])
    state = f"{open_pairs} of {counted(neighbours, 'pair')} of neighbours are still open"
    if verdict["decision"] == "decided":
        state = "all neighbours are decided"
    groups = groups_of(verdict)
    order = "The order by strength, each line shown to be better than the next:" if len(groups) > 1 else NO_ORDER
    yield f"Ladder: after {rounds}, {state}. {order}"
    place = 1
    for group in groups:
        yield f"{_places(place, len(group))}: {_named(group)}."
        place += len(group)
    if verdict["level"]:
        most = f"neither finishes ahead in more than {100 * (0.5 + verdict['margin']):g} % of their meetings"
        yield f"Known to be level, so that {most}: {_pairs(verdict['level'])}."


def groups_of(verdict: Verdict) -> list[list[str]]:
    """The bots of a ladder, best first; those between whom it is open, or who are level, together."""
    together = {tuple(pair) for pair in (*verdict["open"], *verdict["level"])}
    groups: list[list[str]] = []
    for name in verdict["order"]:
        if groups and (groups[-1][-1], name) in together:
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups


def _places(first: int, number: int) -> str:
    """Such as `3rd`, or `3rd to 5th`."""
    last = first + number - 1
    return ordinal(first) if number == 1 else f"{ordinal(first)} to {ordinal(last)}"


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(map(printable, names[:SHOWN]))
    return shown if len(names) <= SHOWN else f"{shown} and {len(names) - SHOWN} more"


def _swiss(verdict: Verdict) -> Iterator[str]:
    yield f"Swiss: {counted(verdict['rounds'], 'round')} were played."


def _pairs(pairs: Sequence[Sequence[str]]) -> str:
    shown = "; ".join(" or ".join(map(printable, pair)) for pair in pairs[:SHOWN])
    return shown if len(pairs) <= SHOWN else f"{shown}; and {len(pairs) - SHOWN} pairs more"
