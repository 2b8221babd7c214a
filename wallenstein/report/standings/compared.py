"""Whom a bot is shown to be better than, whom not, and whom it never met."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

Figures = Mapping[str, Any]
Pairs = Mapping[tuple[str, str], Figures]
EVEN: Final = 0.5


class Compared(NamedTuple):
    """All other bots of a cell, as one bot compares with them, strongest first."""

    better: list[str]  # than these
    worse: list[str]
    unclear: list[str]  # not shown to differ
    unmet: list[str]  # never at the same table


def names_of(cell: Figures) -> list[str]:
    """The bots that have played in it, strongest first."""
    return [entrant["name"] for entrant in cell["entrants"] if entrant["games"]]


def pairs_of(cell: Figures) -> dict[tuple[str, str], Figures]:
    """The pairs by the names of both bots."""
    return {(pair["name"], pair["other"]): pair for pair in cell["pairs"]}


def compared(name: str, names: Sequence[str], pairs: Pairs) -> Compared:
    """One bot beside all others."""
    found = Compared([], [], [], [])
    for other in names:
        pair = pairs.get((name, other))
        if pair is None:
            if other != name:
                found.unmet.append(other)
        elif pair["differs"] and pair["share"]["value"] != EVEN:
            (found.better if pair["share"]["value"] > EVEN else found.worse).append(other)
        else:
            found.unclear.append(other)
    return found


def not_above_the_next(names: Sequence[str], pairs: Pairs) -> Iterator[str]:
    """The bots that are not shown to be better than the next of the table."""
    for name, following in pairwise(names):
        if following not in compared(name, [following], pairs).better:
            yield name


def is_in_rounds(cell: Figures) -> bool:
    """Whether it is played in rounds, so that who meets whom depends on how they play."""
    return bool(cell["verdict"]) and cell["verdict"].get("test") in ("ladder", "swiss")


def comparisons(cell: Figures) -> int:
    """How many pairs have been compared, for which every single comparison is corrected."""
    return sum(pair["p"] is not None for pair in cell["pairs"]) // 2
