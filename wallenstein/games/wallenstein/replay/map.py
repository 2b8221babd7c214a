"""The map as SVG. Scripts find a county's area as `#land-NUMBER`, and its contents as `#things-NUMBER`."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple, TypeAlias

from wallenstein.core.documents import JsonObject
from wallenstein.games.wallenstein.board import Board
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.palette import PATTERNS, pattern
from wallenstein.pages.shell import packaged

Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[Point, Point]

SIZE: Final = 1000  # of the map, in both directions


class Shape(NamedTuple):
    ring: tuple[Point, ...]  # closed: the last point is the first
    label: Point
    scale: float  # of the label


class BorderPaths(NamedTuple):
    """Lines of the map as the text of a path: between counties, between regions, around all of them."""

    counties: str
    regions: str
    coast: str


@cache
def shapes() -> dict[str, Shape]:
    text = files("wallenstein.games.wallenstein").joinpath("data/map.geojson").read_text(encoding="utf-8")
    return {feature["id"]: shape_of(feature) for feature in json.loads(text)["features"]}


def shape_of(feature: JsonObject) -> Shape:
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


def lines(regions: dict[str, int]) -> BorderPaths:
    """The lines between counties, by the region of each county."""
    inner, between, around = list[Edge](), list[Edge](), list[Edge]()
    for edge, near in owners().items():
        if len(near) == 1:
            around.append(edge)
        elif regions[near[0]] == regions[near[1]]:
            inner.append(edge)
        else:
            between.append(edge)
    return BorderPaths(*("".join(map(path_of, chains(edges))) for edges in (inner, between, around)))


def touching() -> set[frozenset[str]]:
    """The pairs of counties with a border in the drawing."""
    return {frozenset(near) for near in owners().values() if len(near) > 1}


def common_border(one: str, other: str) -> list[list[Point]]:
    """The lines between two counties; none if they do not touch."""
    return chains(edge for edge, near in owners().items() if set(near) == {one, other})


def chains(edges: Iterable[Edge]) -> list[list[Point]]:
    """Edges joined to lines that are as long as possible."""
    near: dict[Point, list[Point]] = defaultdict(list)
    for start, end in edges:
        near[start].append(end)
        near[end].append(start)
    found = []
    ends = [point for point, others in near.items() if len(others) != 2]
    for start in [*ends, *near]:  # the rest are rings
        while near[start]:
            found.append(walk(near, start))
    return found


def walk(near: dict[Point, list[Point]], start: Point) -> list[Point]:
    """Follows edges from a point, removing them, up to a point where lines meet or end."""
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
    """Points as the text of a path, without invisible decimals."""
    return "M" + " ".join(f"{x:.0f} {y:.0f}" for x, y in points) + ("Z" if closed else "")


LETTERS: Final = 13.5  # the size of a county's name
LINE: Final = 15.0  # from one of its lines to the next
LONG: Final = 11  # a longer name may be broken after its hyphen
SYLLABLES: Final = {"Oberösterreich": ("Ober-", "österreich"), "Niederösterreich": ("Nieder-", "österreich")}

# The surroundings, for decoration: the counties are drawn over them.
SEAS: Final = (
    "M-20 -20H308L309 10 307 60 288 85 300 110 330 125 330 170 262 215 200 230 193 182 183 181 153 180 140 186 128 188"
    " 110 186 88 190 70 196 45 201 37 209 33 225 29 243 20 256 14 272 8 283 4 300-20 303Z",
    "M382-20 383 6 372 24 358 40 372 45 380 56 400 90 430 130 600 130 690 140 698 119 712 107 722 95 735 84 752 73"
    " 772 62 780 50 787 38 800 24 815 12 840-20Z",
)
ISLANDS: Final = ("M470 33 478 24 490 21 500 28 513 38 508 48 495 53 483 47Z", "M397-20 402 6 411 19 424 10 434-20Z")
PLACES: Final = (  # x, y, name, class
    (150, 110, "Nordsee", "water"),
    (610, 42, "Ostsee", "water"),
    (70, 258, "Niederlande", "abroad"),
    (905, 240, "Polen", "abroad"),
    (940, 715, "Ungarn", "abroad"),
    (215, 905, "Eidgenossenschaft", "abroad"),
    (560, 978, "Venedig", "abroad"),
)
BUILDINGS: Final = {  # in a square of 14 by 14
    "palace": "M1 13V5l2-3 2 3h4l2-3 2 3v8zM5.6 13V9.6a1.4 1.4 0 0 1 2.8 0V13z",
    "church": "M6.2 1v1.6H4.8v1.3h1.4v1.6L2 9v4h10V9L7.8 5.5V3.9h1.4V2.6H7.8V1zM6 13v-2.6h2V13z",
    "post": "M3 2h8c1 2.6 1 7.4 0 10H3c-1-2.6-1-7.4 0-10zM2.300 5.500h9.400M2.300 8.500h9.400",
}


def style() -> str:
    return packaged(__package__, "map.css")


def county_map(
    board: Board,
    label: str,
    things: Callable[[int], Content] = lambda county: None,
    colour: Callable[[int], str] | None = None,
    over: Content = None,
) -> Html:
    """The map of a board. `things` draws below a county's name, `over` over everything.

    `colour` names the class of a county's area, by default that of its region's tint.
    """
    colour = colour or (lambda county: f"region-{board.region_colours[board.region[county]]}")
    counties = range(len(board.ids))
    drawn = lines({name: board.region[county] for county, name in enumerate(board.ids)})
    light = [path_of(shapes()[board.ids[c]].ring, closed=True) for c in counties if board.light_border[c]]
    return element(
        "svg",
        definitions(),
        surroundings(drawn.coast),
        [land(board, county, colour(county)) for county in counties],
        element("path", d=drawn.counties, class_="border"),
        element("path", d=drawn.regions + drawn.coast, class_="border region-border"),
        element("path", d="".join(light), class_="light-border"),
        [words(board, county, things(county)) for county in counties],
        over,
        viewBox=f"0 0 {SIZE} {SIZE}",
        role="img",
        aria_label=label,
        class_="map",
        id="map",
    )


def definitions() -> Html:
    """The players' patterns and the buildings."""
    patterns = [pattern(tone, path, 1.7) for tone, path in PATTERNS.items()]
    buildings = [element("path", d=path, id=f"mark-{name}") for name, path in BUILDINGS.items()]
    clip = element("clipPath", element("rect", width=SIZE, height=SIZE, rx=10), id="frame")
    return element("defs", patterns, buildings, clip)


def surroundings(coast: str) -> Html:
    """Seas, islands, names abroad, and the shade of the empire's edge."""
    waters = [element("path", d=sea, class_="sea") for sea in SEAS]
    waves = [element("path", d=sea, class_=f"waves waves-{number}") for sea in SEAS for number in (1, 2)]
    islands = [element("path", d=island, class_="island") for island in ISLANDS]
    names = [element("text", name, x=x, y=y, class_=kind) for x, y, name, kind in PLACES]
    ground = element("rect", width=SIZE, height=SIZE, class_="ground")
    shade = element("path", d=coast, class_="shade")
    return element("g", ground, waters, waves, islands, names, shade, clip_path="url(#frame)")


def land(board: Board, county: int, colour: str) -> Html:
    """A county's area, with its name as a tooltip."""
    ring = shapes()[board.ids[county]].ring
    name = element("title", board.names[county])
    return element("path", name, d=path_of(ring, closed=True), class_=f"land {colour}", id=f"land-{county}")


def words(board: Board, county: int, things: Content) -> Html:
    shape = shapes()[board.ids[county]]
    parts = name_lines(board.names[county])
    x, y = shape.label
    top = y - LINE * shape.scale * (len(parts) - 1)
    texts = [
        element("text", part, y=f"{top - y + LINE * shape.scale * place:.0f}", class_="name")
        for place, part in enumerate(parts)
    ]
    below = element("g", things, id=f"things-{county}", class_="things")
    name = element("g", texts, font_size=f"{LETTERS * shape.scale:.1f}")
    return element("g", name, below, transform=f"translate({x:.0f} {y:.0f})", class_="county")


def name_lines(name: str) -> tuple[str, ...]:
    if name in SYLLABLES:
        return SYLLABLES[name]
    first, hyphen, second = name.partition("-")
    return (first + hyphen, second) if hyphen and len(name) > LONG else (name,)
