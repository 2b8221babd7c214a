"""Boards drawn around the refit: documented values stay, the rest varies as uncertainty.toml says."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Final

import tomli_w

from wallenstein.core.arithmetic import total
from wallenstein.core.chance import below, shuffled
from wallenstein.core.documents import RawTable
from wallenstein.core.errors import ConfigError
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.board.check import check
from wallenstein.games.wallenstein.board.values import BASE, MOST, REFIT, data, packaged_document, reached_from

FIELDS: Final = ("taxes", "grain", "sites")
NEAR: Final = 0.02  # of a correlation to the one drawn
MOST_SWAPS: Final = 20_000

Counties = dict[str, RawTable]
Values = dict[str, list[int]]


def uncertainty() -> RawTable:
    return data("uncertainty.toml")


def draw_around(number: int, random: Random) -> RawTable:
    """The document of a board; that all counties are connected is checked elsewhere."""
    document = draw_map(random)
    counties: Counties = {county["id"]: county for county in document["county"]}
    draw_values(counties, document["provenance"]["documented_values"], random)
    document["provenance"]["reconstruction"] = (
        f"Drawn: board {number} around the refit. Regions, borders and values that are not documented are by chance, "
        "as likely as uncertainty.toml says: none of them is the publisher's."
    )
    return document


def draw_map(random: Random) -> RawTable:
    """Regions, and borders until every region is in one piece."""
    document = deepcopy(packaged_document(BASE))
    counties: Counties = {county["id"]: county for county in document["county"]}
    for name, region in draw_regions(random).items():
        counties[name]["region"] = region
    listed = {name: county["neighbours"] for name, county in counties.items()}
    while True:
        for name, near in listed.items():
            counties[name]["neighbours"] = list(near)
        draw_borders(counties, random)
        if all(in_one_piece(counties, region["id"]) for region in document["region"]):
            return document


def draw_regions(random: Random) -> Mapping[str, str]:
    """The changes of one of the likely assignments, by its probability."""
    assignments = uncertainty()["assignment"]
    pick = random.random() * total(each["probability"] for each in assignments)
    for assignment in assignments:
        pick -= assignment["probability"]
        if pick < 0:
            break
    changes: Mapping[str, str] = assignment["changes"]
    return changes


def draw_borders(counties: Counties, random: Random) -> None:
    """Leaves out borders with their probabilities, the least likely first.

    The counties at the ends of such a border touch instead, on the map as it is by then. If they do already, or if
    their own border is a listed one, whose share would change, the line becomes a point.
    """
    borders = sorted(uncertainty()["border"], key=lambda border: float(border["probability"]))
    listed = {frozenset(border["counties"]) for border in borders}
    corners = {frozenset((*border["counties"], end)) for border in borders for end in border.get("if_not", ())}
    for border in borders:
        if random.random() < border.get("drawn", border["probability"]):
            continue
        pair = border["counties"]
        ends = [name for name in counties if frozenset((*pair, name)) in corners]
        corners -= {frozenset((*pair, end)) for end in ends}
        if len(ends) != 2 or frozenset(ends) in listed or touch(counties, *ends):
            ends = []
        corners |= {frozenset((one, *ends)) for one in pair if ends}
        move_border(counties, pair, ends)


def touch(counties: Counties, one: str, other: str) -> bool:
    return other in counties[one]["neighbours"]


def move_border(counties: Counties, pair: Sequence[str], ends: Sequence[str]) -> None:
    """Two counties touch no longer; those at the ends of their border, if there are any, touch instead."""
    for one, other in (pair, pair[::-1]):
        counties[one]["neighbours"].remove(other)
    for one, other in (ends, ends[::-1]) if ends else ():
        counties[one]["neighbours"].append(other)


def in_one_piece(counties: Counties, region: str) -> bool:
    inside = {name for name, county in counties.items() if county["region"] == region}
    start = min(inside)
    return reached_from(start, lambda name: inside.intersection(counties[name]["neighbours"])) == inside


def draw_values(counties: Counties, documented: Sequence[RawTable], random: Random) -> None:
    """A deck with a likely total for each field, dealt so that the fields are correlated as drawn."""
    said, names = uncertainty()["values"], list(counties)
    known = {(fact["field"], fact["county"]): fact["value"] for fact in documented}
    values: Values = {}
    for field in FIELDS:
        fixed = {name: known[field, name] for name in names if (field, name) in known}
        deck = draw_deck(said["deck"][field], said["total"][field], list(fixed.values()), random)
        dealt = iter(shuffled(random.random, deck))
        values[field] = [fixed[name] if name in fixed else next(dealt) for name in names]
    wanted = {}
    for pair, (low, high) in said["correlation"].items():
        wanted[tuple(pair.split("_"))] = low + random.random() * (high - low)
    free = {field: [at for at, name in enumerate(names) if (field, name) not in known] for field in FIELDS}
    correlate(values, wanted, free, random)
    for at, county in enumerate(counties.values()):
        county.update({field: values[field][at] for field in FIELDS})


def draw_deck(counts: Mapping[str, int], totals: Sequence[int], fixed: Sequence[int], random: Random) -> list[int]:
    """The values that are not documented: the sister game's deck, changed until its total is one in the range."""
    deck = [int(value) for value, count in counts.items() for _ in range(count)]
    least, most = min(deck), max(deck)
    for value in fixed:
        deck.remove(value)
    low, high = totals
    wanted = low + below(random.random, high - low + 1) - sum(fixed)  # exact: ints
    while (missing := wanted - sum(deck)) != 0:  # exact: ints
        at = below(random.random, len(deck))
        deck[at] = min(most, max(least, deck[at] + (1 if missing > 0 else -1)))
    return deck


def correlate(
    values: Values, wanted: Mapping[tuple[str, ...], float], free: Mapping[str, list[int]], random: Random
) -> None:
    """Swaps values of two counties as long as that brings the correlations nearer to those wanted."""

    def distances() -> Iterator[float]:
        return (abs(correlation(values[one], values[other]) - goal) for (one, other), goal in wanted.items())

    distance = total(distances())
    for _ in range(MOST_SWAPS):
        if max(distances()) < NEAR:
            return
        field = FIELDS[below(random.random, len(FIELDS))]
        one, other = (free[field][below(random.random, len(free[field]))] for _ in range(2))
        column = values[field]
        column[one], column[other] = column[other], column[one]
        if (changed := total(distances())) < distance:
            distance = changed
        else:
            column[one], column[other] = column[other], column[one]


def correlation(one: Sequence[int], other: Sequence[int]) -> float:
    """Of whole numbers, so that it is the same on every machine."""
    count = len(one)
    products = [(a * a, a * b, b * b) for a, b in zip(one, other, strict=True)]
    first, both, second = (count * sum(column) for column in zip(*products, strict=True))  # exact: ints
    sums = sum(one), sum(other)  # exact: ints
    found: float = (both - sums[0] * sums[1]) / sqrt((first - sums[0] * sums[0]) * (second - sums[1] * sums[1]))
    return found


@lru_cache(maxsize=64)
def sample_text(name: str) -> str:
    """The board file of a drawn board; raises ConfigError if the name is malformed."""
    number = name.removeprefix(REFIT)
    if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= MOST):
        raise ConfigError(f"{name}: a drawn board is named by a number from 1, such as refit:7")
    attempt = 0
    while True:  # a board that is not connected is drawn again
        text = tomli_w.dumps(draw_around(int(number), stream(int(number), REFIT, attempt)))
        if not check(text).faults:
            return text
        attempt += 1
