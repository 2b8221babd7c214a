"""The map as SVG. Scripts find a county's area as `#land-NUMBER`, and its contents as `#things-NUMBER`."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, hypot, isfinite, sin, tau
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.board import DEFAULT, Board, has_file
from wallenstein.games.wallenstein.board import board as load
from wallenstein.games.wallenstein.board.faults import BoardFault, BoardReport
from wallenstein.games.wallenstein.board.values import BASE, data_text, is_sample, read
from wallenstein.games.wallenstein.replay.layout import layout
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.palette import PATTERNS, pattern
from wallenstein.pages.shell import listed, packaged

Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[Point, Point]  # of a county, or the line between two of a graph

SIZE: Final = 1000  # of the map, in both directions
MAPS: Final = {DEFAULT: "map.geojson", "refit": "refit.geojson"}
SUFFIX: Final = ".geojson"
FEWEST_POINTS: Final = 4  # of a ring, with the first again at the end
MOST_NAMED: Final = 6  # counties in an error
RADIUS: Final = 48.0  # of a county on a graph
CORNERS: Final = 40
LIFTED: Final = 8.0  # its name, above the middle


class Shape(NamedTuple):
    ring: tuple[Point, ...]  # closed: the last point is the first
    label: Point
    scale: float  # of the label


class BorderPaths(NamedTuple):
    """Lines of the map as the text of a path: between counties, between regions, around all of them."""

    counties: str
    regions: str
    coast: str


class MapDrawing(NamedTuple):
    """The shapes of a board's counties; on a graph, lines join those that are neighbours."""

    shapes: tuple[Shape, ...]
    is_graph: bool
    is_empire: bool  # has the packaged surroundings


@lru_cache(maxsize=8)
def drawing(board: Board) -> MapDrawing:
    text = map_text(board)
    if not text:
        return MapDrawing(tuple(map(disc, layout(board.neighbours))), True, False)
    found = read_map(text, board.ids)
    return MapDrawing(tuple(found[name] for name in board.ids), False, text in map(data_text, MAPS.values()))


def map_text(board: Board) -> str:
    """GeoJSON: that beside the board's file with the same name, or a packaged one; empty if there is none."""
    beside = Path(board.path).with_suffix(SUFFIX)
    if has_file(board.path) and beside.is_file():
        return read(beside)
    name = BASE if is_sample(board.path) else board.path
    if has_file(name):
        name = DEFAULT if board.ids == load().ids else ""
    return data_text(MAPS[name]) if name in MAPS else ""


def read_map(text: str, ids: Collection[str]) -> dict[str, Shape]:
    """The shapes by county; raises ConfigError if one is missing or not one piece without holes."""
    try:
        found = {str(feature["id"]): shape_of(feature) for feature in json.loads(text)["features"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        text = "each of its features must have an id, a polygon of one ring, and a label in its properties"
        raise ConfigError(f"the map is not GeoJSON as docs/board.md describes: {text}") from None
    if missing := [name for name in ids if name not in found]:
        raise ConfigError(f"the map lacks {', '.join(missing[:MOST_NAMED])}")
    return found


def with_map_faults(report: BoardReport, file: str) -> BoardReport:
    """The report on a board's file with the fault of the map beside it, if it has one."""
    beside = Path(file).with_suffix(SUFFIX)
    if report.faults or not beside.is_file():
        return report
    try:
        drawing(load(file))
    except ConfigError as error:
        return report._replace(faults=(BoardFault(None, beside.name, str(error)),))
    return report


def shape_of(feature: JsonObject) -> Shape:
    """A feature of the file; every county is one piece without holes."""
    (ring,) = feature["geometry"]["coordinates"]
    points = [(float(x), float(y)) for x, y in [*ring, feature["properties"]["label"]]]
    if len(ring) < FEWEST_POINTS or not all(isfinite(part) for point in points for part in point):
        raise ValueError
    return Shape(tuple(points[:-1]), points[-1], float(feature["properties"].get("label_scale", 1.0)))


def disc(place: Sequence[float]) -> Shape:
    x, y = map(float, place)
    corners = [
        (x + RADIUS * cos(tau * turn / CORNERS), y + RADIUS * sin(tau * turn / CORNERS)) for turn in range(CORNERS)
    ]
    return Shape((*corners, corners[0]), (x, y - LIFTED), 1.0)


@lru_cache(maxsize=8)
def owners(board: Board) -> dict[Edge, tuple[int, ...]]:
    """The counties at each edge of the map: counties share the points of their border."""
    found: dict[Edge, tuple[int, ...]] = {}
    for county, shape in enumerate(drawing(board).shapes):
        for start, end in zip(shape.ring, shape.ring[1:], strict=False):
            edge = (start, end) if start < end else (end, start)
            found[edge] = (*found.get(edge, ()), county)
    return found


def links(board: Board) -> list[tuple[int, int]]:
    """The neighbours that a graph joins by lines."""
    return [(one, other) for one, near in enumerate(board.neighbours) for other in near if one < other]


def graph_lines(board: Board) -> Iterator[Edge]:
    """The lines of a graph; none on a map."""
    if drawing(board).is_graph:
        yield from (link(board, *pair) for pair in links(board))


def link(board: Board, one: int, other: int) -> Edge:
    """The line between two counties of a graph, from one's edge to the other's."""
    (x1, y1), (x2, y2) = (drawing(board).shapes[county].label for county in (one, other))
    part = RADIUS / max(hypot(x2 - x1, y2 - y1), 1.0)
    dx, dy = (x2 - x1) * part, (y2 - y1) * part
    return (x1 + dx, y1 + dy + LIFTED), (x2 - dx, y2 - dy + LIFTED)


def lines(board: Board) -> BorderPaths:
    inner, between, around = list[Edge](), list[Edge](), list[Edge]()
    for edge, near in owners(board).items():
        if len(near) == 1:
            around.append(edge)
        elif board.region[near[0]] == board.region[near[1]]:
            inner.append(edge)
        else:
            between.append(edge)
    return BorderPaths(*("".join(map(path_of, chains(edges))) for edges in (inner, between, around)))


def touching(board: Board) -> set[frozenset[int]]:
    """The pairs of counties with a border in the drawing."""
    if drawing(board).is_graph:
        return set(map(frozenset, links(board)))
    return {frozenset(near) for near in owners(board).values() if len(near) > 1}


def common_border(board: Board, one: int, other: int) -> list[list[Point]]:
    """The lines between two counties; none if they do not touch."""
    if drawing(board).is_graph:
        return [list(link(board, one, other))]
    return chains(edge for edge, near in owners(board).items() if set(near) == {one, other})


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
LINE: Final = 1.1  # from one of its lines to the next, in letters
LONG: Final = 11  # a longer name may be broken after its hyphen
DRAWN: Final = listed(__package__, "map.toml")


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
    drawn, shapes = lines(board), drawing(board).shapes
    light = [path_of(shapes[county].ring, closed=True) for county in counties if board.light_border[county]]
    return element(
        "svg",
        definitions(),
        surroundings(drawn.coast) if drawing(board).is_empire else blank(board),
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
    patterns = [pattern(tone, path, 1.7) for tone, path in PATTERNS.items()]
    buildings = [element("path", d=path, id=f"mark-{name}") for name, path in DRAWN["buildings"].items()]
    clip = element("clipPath", element("rect", width=SIZE, height=SIZE, rx=10), id="frame")
    return element("defs", patterns, buildings, clip)


def surroundings(coast: str) -> Html:
    """Seas, islands, names abroad, and the shade of the empire's edge; the counties are drawn over them."""
    ground = Html(packaged(__package__, "surroundings.svg"))
    return element("g", ground, element("path", d=coast, class_="shade"), clip_path="url(#frame)")


def blank(board: Board) -> Html:
    """Ground for a map without surroundings, with the lines of a graph."""
    joined = links(board) if drawing(board).is_graph else []
    inner = [path_of(link(board, *pair)) for pair in joined if len({board.region[county] for county in pair}) == 1]
    between = [path_of(link(board, *pair)) for pair in joined if len({board.region[county] for county in pair}) == 2]
    ground = element("rect", width=SIZE, height=SIZE, rx=10, class_="ground")
    paths = [element("path", d="".join(lines), class_=name) for name, lines in (("link", between), ("link own", inner))]
    return element("g", ground, paths if joined else None)


def land(board: Board, county: int, colour: str) -> Html:
    ring = drawing(board).shapes[county].ring
    name = element("title", board.names[county])
    return element("path", name, d=path_of(ring, closed=True), class_=f"land {colour}", id=f"land-{county}")


def words(board: Board, county: int, things: Content) -> Html:
    shape = drawing(board).shapes[county]
    parts = name_lines(board.names[county])
    x, y = shape.label
    places = [f"{LINE * (place + 1 - len(parts)):.2g}em" for place in range(len(parts))]
    texts = [element("text", part, y=place, class_="name") for place, part in zip(places, parts, strict=True)]
    below = element("g", things, id=f"things-{county}", class_="things")
    name = element("g", texts, font_size=f"{LETTERS * shape.scale:.1f}")
    return element("g", name, below, transform=f"translate({x:.0f} {y:.0f})", class_="county")


def name_lines(name: str) -> tuple[str, ...]:
    first, hyphen, second = name.partition("-")
    broken = (first + hyphen, second) if hyphen and len(name) > LONG else (name,)
    return tuple(DRAWN["syllables"].get(name, broken))
