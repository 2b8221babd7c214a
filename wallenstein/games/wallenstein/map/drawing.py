"""The map as SVG. Scripts find a county's area as `#land-NUMBER`, and what lies in it as `#things-NUMBER`."""

from collections.abc import Callable
from typing import Final

from wallenstein.games.wallenstein.board import Board
from wallenstein.games.wallenstein.map.shapes import SIZE, lines, path_of, shapes
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.palette import PATTERNS, pattern
from wallenstein.pages.shell import packaged

LETTERS: Final = 13.5  # the size of a county's name
LINE: Final = 15.0  # from one of its lines to the next
LONG: Final = 11  # a name that is longer may be broken after its hyphen
SYLLABLES: Final = {"Oberösterreich": ("Ober-", "österreich"), "Niederösterreich": ("Nieder-", "österreich")}

# What lies around, for the look of it: the counties are drawn over it.
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
    """The map's style sheet."""
    return packaged(__package__, "map.css")


def county_map(
    board: Board,
    label: str,
    things: Callable[[int], Content] = lambda county: None,
    colour: Callable[[int], str] | None = None,
    over: Content = None,
) -> Html:
    """The map of a board. `things` draws below a county's name, `over` over everything.

    `colour` names the class of a county's area, otherwise that of its region's tint.
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
    """A county's area, with its name under the pointer."""
    ring = shapes()[board.ids[county]].ring
    name = element("title", board.names[county])
    return element("path", name, d=path_of(ring, closed=True), class_=f"land {colour}", id=f"land-{county}")


def words(board: Board, county: int, things: Content) -> Html:
    """A county's name, and below it what lies there."""
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
    """A county's name in one line or two."""
    if name in SYLLABLES:
        return SYLLABLES[name]
    first, hyphen, second = name.partition("-")
    return (first + hyphen, second) if hyphen and len(name) > LONG else (name,)
