"""The shapes of the counties, and the lines between them, from the packaged map."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[Point, Point]

SIZE: Final = 1000  # of the map, both ways


class Shape(NamedTuple):
    """One county as it is drawn."""

    ring: tuple[Point, ...]  # closed: the last point is the first
    label: Point
    scale: float  # of the label


class Lines(NamedTuple):
    """Lines of the map as the text of a path: between counties, between regions, around all of them."""

    counties: str
    regions: str
    coast: str


@cache
def shapes() -> dict[str, Shape]:
    """Every county's shape by its id."""
    text = files("wallenstein.games.wallenstein").joinpath("data/map.geojson").read_text(encoding="utf-8")
    return {feature["id"]: shape_of(feature) for feature in json.loads(text)["features"]}


def shape_of(feature: dict[str, Any]) -> Shape:
    """A feature of the file; every county is one piece without holes."""
    (ring,) = feature["geometry"]["coordinates"]
    x, y = feature["properties"]["label"]
    return Shape(tuple((x, y) for x, y in ring), (x, y), feature["properties"]["label_scale"])


@cache
def owners() -> dict[Edge, tuple[str, ...]]:
    """The counties at each edge of the map: counties share the points of their border."""
    found: dict[Edge, tuple[str, ...]] = {}
    for county, shape in shapes().items():
        for start, end in zip(shape.ring, shape.ring[1:], strict=False):
            edge = (start, end) if start < end else (end, start)
            found[edge] = (*found.get(edge, ()), county)
    return found


def lines(regions: dict[str, int]) -> Lines:
    """The lines between counties, by the region that each county is in."""
    inner, between, around = list[Edge](), list[Edge](), list[Edge]()
    for edge, near in owners().items():
        if len(near) == 1:
            around.append(edge)
        elif regions[near[0]] == regions[near[1]]:
            inner.append(edge)
        else:
            between.append(edge)
    return Lines(*("".join(map(path_of, chains(edges))) for edges in (inner, between, around)))


def touching() -> set[frozenset[str]]:
    """The pairs of counties that have a border in the drawing."""
    return {frozenset(near) for near in owners().values() if len(near) > 1}


def common_border(one: str, other: str) -> list[list[Point]]:
    """The lines between two counties; none if they do not touch."""
    return chains(edge for edge, near in owners().items() if set(near) == {one, other})


def chains(edges: Iterable[Edge]) -> list[list[Point]]:
    """Edges put together to lines that are as long as possible."""
    near: dict[Point, list[Point]] = defaultdict(list)
    for start, end in edges:
        near[start].append(end)
        near[end].append(start)
    found = []
    ends = [point for point, others in near.items() if len(others) != 2]
    for start in [*ends, *near]:  # what is left then are rings
        while near[start]:
            found.append(walk(near, start))
    return found


def walk(near: dict[Point, list[Point]], start: Point) -> list[Point]:
    """From a point along edges that are taken away, up to a point where lines meet or end."""
    line = [start]
    while near[line[-1]]:
        here = line[-1]
        there = near[here].pop()
        near[there].remove(here)
        line.append(there)
        if len(near[there]) != 1:
            break
    return line


def path_of(points: Sequence[Point], closed: bool = False) -> str:
    """Points as the text of a path, without decimals that nobody sees."""
    return "M" + " ".join(f"{x:.0f} {y:.0f}" for x, y in points) + ("Z" if closed else "")
