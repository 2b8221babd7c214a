"""Boards drawn around a packaged one: documented values stay, the rest varies as far as its origin allows."""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache, lru_cache
from itertools import combinations
from math import isfinite, sqrt
from random import Random
from typing import Final, NamedTuple

import tomli_w

from wallenstein.core.arithmetic import total
from wallenstein.core.chance import below, shuffled
from wallenstein.core.documents import RawTable
from wallenstein.core.errors import ConfigError
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.board.check import check
from wallenstein.games.wallenstein.board.values import DEFAULT, data, data_text, packaged_document, reached_from

# Around the refit: from what uncertainty.toml says of its regions, borders and values.

BASE: Final = "refit"
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

    def apart() -> Iterator[float]:
        return (abs(correlation(values[one], values[other]) - goal) for (one, other), goal in wanted.items())

    distance = total(apart())
    for _ in range(MOST_SWAPS):
        if max(apart()) < NEAR:
            return
        field = FIELDS[below(random.random, len(FIELDS))]
        one, other = (free[field][below(random.random, len(free[field]))] for _ in range(2))
        column = values[field]
        column[one], column[other] = column[other], column[one]
        if (changed := total(apart())) < distance:
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


# Around the reconstruction. Its map leaves short borders open: the two counties at their ends might touch instead.
#
# Where two counties touch along a short line, its ends are two corners, each with a third county. A map drawn a
# little otherwise lets those two touch instead; in a map without gaps and crossings, nothing else can change.

LONGEST: Final = 60.0  # of a border that may change, in units of the map, which is 1,000 wide

Point = tuple[float, float]


class OpenBorder(NamedTuple):
    """A short border: the counties that it divides, those at its two ends, and its length from end to end."""

    divides: tuple[str, str]
    ends: tuple[str, str]
    length: float


@cache
def open_borders() -> tuple[OpenBorder, ...]:
    """All short borders of the packaged map with a county at each end, the shortest first."""
    lines = _lines()
    corners: dict[Point, set[str]] = {}
    for (one, other), points in lines.items():
        for point in points:
            corners.setdefault(point, set()).update((one, other))
    found = []
    for pair, points in lines.items():
        ends = [point for point in points if len(corners[point]) == 3]
        thirds = [next(iter(corners[point] - set(pair))) for point in ends]
        if len(ends) == 2 and tuple(sorted(thirds)) not in lines and thirds[0] != thirds[1]:
            first, second = sorted(thirds)
            (x, y), (u, v) = ends
            length = sqrt((x - u) * (x - u) + (y - v) * (y - v))
            if length <= LONGEST:
                found.append(OpenBorder(pair, (first, second), length))
    return tuple(sorted(found, key=lambda border: (border.length, border.divides)))


def _lines() -> dict[tuple[str, str], set[Point]]:
    """The points that each two neighbours have in common."""
    at: dict[Point, list[str]] = {}
    for feature in json.loads(data_text("map.geojson"))["features"]:
        for x, y in {(x, y) for ring in feature["geometry"]["coordinates"] for x, y in ring}:
            at.setdefault((x, y), []).append(feature["id"])
    lines: dict[tuple[str, str], set[Point]] = {}
    for point, counties in at.items():
        for one, other in combinations(sorted(counties), 2):
            lines.setdefault((one, other), set()).add(point)
    return lines


# Values are dealt anew: each county's is blurred, and the packaged deck, with its totals, is dealt in the order of the
# blurred values. A short border gives way to the one across it (`open_borders`). Counties where two regions meet change
# places, as long as both regions stay in one piece. Equal numbers make equal boards on every machine.

PREFIX: Final = "sample:"
REFIT: Final = f"{BASE}:"
WANTED: Final = (
    "a number from 1, and around the reconstruction a spread if it is not 1: refit:7, sample:7, sample:7:0.5"
)
MOST: Final = 1_000_000
WIDEST: Final = 4.0
BLUR: Final = {"sites": 0.75, "grain": 1.0, "taxes": 1.2}  # about the standard deviation of each in the deck
UNKNOWN: Final = 0.5  # the highest probability that a border changes
SWAPS: Final = 4  # pairs of counties that may change their regions, each with a chance of half the spread


def sample_name(number: int, spread: float = 1.0, around: str = DEFAULT) -> str:
    """The name of a drawn board in configurations and positions."""
    if around == BASE:
        return f"{REFIT}{number}"
    return f"{PREFIX}{number}" if spread == 1 else f"{PREFIX}{number}:{spread:g}"


def is_sample(name: str) -> bool:
    return name.startswith((PREFIX, REFIT))


def base_of(name: str) -> str:
    """The packaged board that a board with this name is drawn around."""
    return BASE if name.startswith(REFIT) else DEFAULT


def sample_text(name: str) -> str:
    """The board file of a drawn board; raises ConfigError if the name is malformed."""
    around, _, rest = name.partition(":")
    number, _, spread = rest.partition(":")
    try:
        at, wide = int(number), float(spread or 1)
    except ValueError:
        at, wide = 0, 0.0
    if not 1 <= at <= MOST or not is_spread(wide) or (around == BASE and spread):
        raise ConfigError(f"{name}: a drawn board is named by {WANTED}")
    return _text(at, wide, around == BASE)


def is_spread(value: float) -> bool:
    return isfinite(value) and 0 <= value <= WIDEST


@lru_cache(maxsize=64)
def _text(number: int, spread: float, refit: bool) -> str:
    attempt = 0
    while True:  # a board that is not connected is drawn again
        random = stream(number, REFIT if refit else "board", attempt)
        drawn = draw_around(number, random) if refit else _drawn(number, spread, random)
        text = tomli_w.dumps(drawn)
        if not check(text).faults:
            return text
        attempt += 1


def _drawn(number: int, spread: float, random: Random) -> RawTable:
    """The document of a board file; only `random.random()` is used, which is the same in every Python."""
    document = deepcopy(packaged_document())
    counties: Counties = {county["id"]: county for county in document["county"]}
    provenance = document["provenance"]
    for field, blur in BLUR.items():
        fixed = {fact["county"]: fact["value"] for fact in provenance["documented_values"] if fact["field"] == field}
        _deal(counties, field, blur * spread, fixed, random)
    _redraw_borders(counties, spread, {frozenset(pair) for pair in provenance["documented_neighbours"]}, random)
    _swap_regions(counties, spread, random)
    provenance["reconstruction"] = (
        f"Drawn: sample {number} with a spread of {spread:g} around the packaged reconstruction. Everything that is "
        "not documented is by chance: none of it is the publisher's."
    )
    return document


def _deal(counties: Counties, field: str, blur: float, fixed: Mapping[str, int], random: Random) -> None:
    """Deals the deck's values of one field again, the higher ones to counties with higher blurred values."""
    free = [county for name, county in counties.items() if name not in fixed]
    blurred = [county[field] + blur * _normal(random) for county in free]
    order = sorted(range(len(free)), key=lambda at: (blurred[at], free[at]["id"]))
    for at, value in zip(order, sorted(county[field] for county in free), strict=True):
        free[at][field] = value


def _normal(random: Random) -> float:
    """An almost normal draw: the sum of twelve uniform ones."""
    return total(random.random() for _ in range(12)) - 6


def _redraw_borders(counties: Counties, spread: float, documented: set[frozenset[str]], random: Random) -> None:
    """Lets the counties at the ends of some short borders touch instead of those at its sides."""
    fixed: set[frozenset[str]] = set(documented)
    for border in open_borders():
        lucky = random.random() < min(UNKNOWN, spread * (1 - border.length / LONGEST))
        around = {frozenset((one, end)) for one in border.divides for end in border.ends}
        possible = frozenset(border.divides) not in fixed and all(touch(counties, *sorted(pair)) for pair in around)
        if not lucky or not possible:
            continue
        fixed |= around  # the map has changed here: these lines are longer now
        move_border(counties, border.divides, border.ends)
        fixed.add(frozenset(border.ends))


def _swap_regions(counties: Counties, spread: float, random: Random) -> None:
    """Swaps some pairs of neighbouring counties between two regions, so that each region still has nine."""
    for _ in range(SWAPS):
        if random.random() < spread / 2:
            pairs = [pair for pair in combinations(counties, 2) if _may_swap(counties, *pair)]
            if pairs:
                _swap(counties, *pairs[below(random.random, len(pairs))])


def _may_swap(counties: Counties, one: str, other: str) -> bool:
    """Whether both regions stay connected if these two counties are swapped."""
    regions = counties[one]["region"], counties[other]["region"]
    if regions[0] == regions[1]:
        return False
    near = [{counties[name]["region"] for name in counties[county]["neighbours"]} for county in (one, other)]
    if regions[1] not in near[0] or regions[0] not in near[1]:
        return False
    _swap(counties, one, other)
    whole = all(in_one_piece(counties, region) for region in regions)
    _swap(counties, one, other)
    return whole


def _swap(counties: Counties, one: str, other: str) -> None:
    here, there = counties[one], counties[other]
    here["region"], there["region"] = there["region"], here["region"]
