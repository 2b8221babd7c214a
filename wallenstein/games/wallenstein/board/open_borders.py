"""Borders that the map leaves open: short ones, at which the two other counties might as well touch.

Where two counties touch along a short line, its ends are two corners, each with a third county. A map drawn a little
otherwise lets those two touch instead; in a map without gaps and crossings, nothing else can change.
"""

import json
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Final, NamedTuple

LONGEST: Final = 60.0  # of a border that may be another, in units of the map, which is 1,000 wide

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
            length = _length(*ends)
            if length <= LONGEST:
                found.append(OpenBorder(pair, (first, second), length))
    return tuple(sorted(found, key=lambda border: (border.length, border.divides)))


def _length(one: Point, other: Point) -> float:
    x, y = one[0] - other[0], one[1] - other[1]
    return sqrt(x * x + y * y)


def _lines() -> dict[tuple[str, str], set[Point]]:
    """The points that each two neighbours have in common."""
    text = files("wallenstein.games.wallenstein").joinpath("data/map.geojson").read_text(encoding="utf-8")
    at: dict[Point, list[str]] = {}
    for feature in json.loads(text)["features"]:
        for x, y in {(x, y) for ring in feature["geometry"]["coordinates"] for x, y in ring}:
            at.setdefault((x, y), []).append(feature["id"])
    lines: dict[tuple[str, str], set[Point]] = {}
    for point, counties in at.items():
        for one in counties:
            for other in counties:
                if one < other:
                    lines.setdefault((one, other), set()).add(point)
    return lines
