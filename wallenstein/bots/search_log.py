"""Search logs: the trials of a bot that searches, as a note that people and programs read."""

import re
from collections.abc import Mapping
from math import sqrt
from typing import Any, Final, NamedTuple

from wallenstein.core.arithmetic import total
from wallenstein.table.conditions import NOTE

BEGIN: Final = "search of "
MOST: Final = 3  # candidates of a note; a game has room for 8,000 characters
BETWEEN: Final = " | "
CANDIDATE: Final = re.compile(r"([\d.-]+)±([\d.]+) x(\d+): (.*)")


class Candidate(NamedTuple):
    """A choice that was tried: its mean value, the standard error of that, and the number of playouts."""

    candidate: str
    value: float
    error: float
    playouts: int


def search_note(trials: Mapping[tuple[Any, int], float]) -> str:
    """The note on the trials by choice and deal: the choices with most playouts, the best of them first, that fit."""
    values: dict[Any, list[float]] = {}
    for (choice, _), value in trials.items():
        values.setdefault(choice, []).append(value)
    found = sorted(
        (summed(choice, each) for choice, each in values.items()), key=lambda one: (-one.playouts, -one.value)
    )
    note = f"{BEGIN}{len(values)}"
    for one in found[:MOST]:
        longer = f"{note}{BETWEEN}{one.value:.3f}±{one.error:.3f} x{one.playouts}: {one.candidate}"
        if len(longer) > NOTE:
            break
        note = longer
    return note


def summed(choice: object, values: list[float]) -> Candidate:
    count = len(values)
    mean = total(values) / count
    squares = total([(value - mean) * (value - mean) for value in values])
    return Candidate(short(choice), mean, sqrt(squares / (count - 1) / count) if count > 1 else 0.0, count)


def short(choice: object) -> str:
    """A choice as the bot makes it, tuples in brackets; a plan has its boxes, its bid and its court."""
    return f"({' '.join(map(short, choice))})" if isinstance(choice, tuple) else str(choice)


def candidates(note: str) -> list[Candidate]:
    """The candidates of a note, none if it is not on a search."""
    parts = note.partition(BEGIN)[2].split(BETWEEN)[1:]
    found = [match for part in parts if (match := CANDIDATE.fullmatch(part))]
    return [
        Candidate(text, float(value), float(error), int(count))
        for value, error, count, text in map(re.Match.groups, found)
    ]
