"""A board as a page: on the map and in tables, with marks for documented values."""

from math import fsum
from typing import Final, NamedTuple

from wallenstein.core.documents import parse_toml
from wallenstein.games.wallenstein.board import Board, board, board_text, origin, title
from wallenstein.games.wallenstein.board.faults import Documented, documented
from wallenstein.games.wallenstein.replay.map import common_border, county_map, links, path_of, touching
from wallenstein.games.wallenstein.terminal.board_print import LIGHT
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.shell import main_page, packaged, page, scrolling

FIELDS: Final = ("sites", "grain", "taxes")
GAP: Final = 3.0
SIZE: Final = 17.0  # of the mark of a value
SITE: Final = 10.0  # of a building site
KNOWN_MARK: Final = "✓"


class DocumentedBoard(NamedTuple):
    """A board, and its documented part."""

    board: Board
    facts: Documented

    def value(self, county: int, field: str) -> bool:
        """Whether a value is that of the printed board."""
        known = self.board.printed_data or self.board.is_documented(field)
        return known or (self.board.ids[county], field) in self.facts.values

    def border(self, one: int, other: int) -> bool:
        """Whether a border is that of the printed board."""
        pair = frozenset((self.board.ids[one], self.board.ids[other]))
        return self.board.printed_data or self.board.is_documented("borders") or pair in self.facts.borders


def board_page(name: str) -> str:
    known = DocumentedBoard(board(name), documented(parse_toml(board_text(name))))
    shown = known.board
    drawn = county_map(
        shown,
        "The map of the board; the tables below it have all values",
        lambda county: things(known, county),
        over=borders(known),
    )
    regions = [
        element("section", element("h2", name), table(known, region)) for region, name in enumerate(shown.region_names)
    ]
    first, _, rest = title(shown).partition(": ")
    body = main_page(
        first,
        f"{rest[:1].upper()}{rest[1:]}",
        element("div", element("div", drawn, legend()), element("div", sums(known), class_="told"), class_="board"),
        element("div", regions, class_="regions"),
        foot=LIGHT,
    )
    look = [packaged("wallenstein.games.wallenstein.replay", "map.css"), packaged(__package__, "board_page.css")]
    return page(first, body, styles=look)


def sums(known: DocumentedBoard) -> Content:
    """How much is documented, and the file's own words on its origin."""
    shown = known.board
    counties = range(len(shown.ids))
    values = [known.value(county, field) for county in counties for field in FIELDS].count(True)
    pairs = links(shown)
    found = [known.border(*pair) for pair in pairs].count(True)
    text = f"Documented: {values} of {len(counties) * len(FIELDS)} values, {found} of {len(pairs)} borders."
    paragraphs = [element("p", paragraph) for paragraph in origin(shown).split("\n")]
    return [element("p", text, class_="lead"), paragraphs, otherwise(shown)]


def otherwise(shown: Board) -> Content:
    """The neighbours that differ from those of the drawing, which may be that of another board."""
    drawn, listed = touching(shown), set(map(frozenset, links(shown)))

    def listed_pairs(pairs: set[frozenset[int]]) -> str:
        return "; ".join(sorted(" and ".join(sorted(shown.names[county] for county in pair)) for pair in pairs))

    more, fewer = listed - drawn, drawn - listed
    return [
        element("p", f"Neighbours that do not touch on the map: {listed_pairs(more)}.") if more else None,
        element("p", f"Not neighbours, although they touch on the map: {listed_pairs(fewer)}.") if fewer else None,
    ]


def legend() -> Html:
    items = []
    for name, drawn in (
        ("building site", mark("sites", "", True)),
        ("grain", mark("grain", "3", True)),
        ("taxes", mark("taxes", "6", True)),
        (f"documented: filled; a border: drawn thick; {KNOWN_MARK} in the tables", mark("taxes", "7", True)),
        ("reconstructed: dashed", mark("taxes", "7", False)),
    ):
        box = element(
            "svg", drawn, viewBox="-1 -1 19 19", width=19, height=19, aria_hidden="true", class_="mark-sample"
        )
        items.append(element("li", box, name))
    return element("ul", items, class_="legend")


def things(known: DocumentedBoard, county: int) -> list[Html]:
    """The values of a county below its name: sites, then grain, then taxes."""
    shown = known.board
    parts = [mark("sites", "", known.value(county, "sites"))] * shown.sites[county]
    parts.append(mark("grain", str(shown.grain[county]), known.value(county, "grain")))
    parts.append(mark("taxes", str(shown.taxes[county]), known.value(county, "taxes")))
    widths = [SITE] * shown.sites[county] + [SIZE] * 2
    x = -(fsum(widths) + GAP * (len(parts) - 1)) / 2
    placed = []
    for part, width in zip(parts, widths, strict=True):
        placed.append(element("g", part, transform=f"translate({x:.1f} 6)"))
        x += width + GAP
    return placed


def mark(field: str, value: str, known: bool) -> Html:
    """A value of the board: a square for each site, grain in a box, taxes on a coin."""
    look = f"value {field} {'known' if known else 'guessed'}"
    if field == "sites":
        return element("rect", width=SITE, height=SITE, y=3.5, rx=1.5, class_=look)
    if field == "grain":
        shape = element("rect", width=SIZE, height=SIZE, rx=4, class_=look)
    else:
        shape = element("circle", cx=SIZE / 2, cy=SIZE / 2, r=SIZE / 2, class_=look)
    number = element("text", value, x=SIZE / 2, y=12.8, class_=f"number {'known' if known else 'guessed'}")
    return element("g", shape, number)


def borders(known: DocumentedBoard) -> Html:
    shown = known.board
    if shown.printed_data:
        return element("g")
    pairs = [pair for pair in links(shown) if known.border(*pair)]
    lines = [path_of(line) for pair in pairs for line in common_border(shown, *pair)]
    return element("g", element("path", d="".join(lines), class_="known-border") if lines else None)


def table(known: DocumentedBoard, region: int) -> Html:
    shown = known.board
    heads = [
        element("th", head, scope="col", class_="figure" if head in FIELDS else None)
        for head in ("county", *FIELDS, "neighbours")
    ]
    rows = [row(known, county) for county, where in enumerate(shown.region) if where == region]
    inside = element("table", element("thead", element("tr", heads)), element("tbody", rows))
    return scrolling(inside, shown.region_names[region])


def row(known: DocumentedBoard, county: int) -> Html:
    shown = known.board
    name = shown.names[county] + ("*" if shown.light_border[county] else "")
    figures = [show_known(str(getattr(shown, field)[county]), known.value(county, field)) for field in FIELDS]
    values = [element("td", figure, class_="figure") for figure in figures]
    near = [show_known(shown.names[other], known.border(county, other)) for other in shown.neighbours[county]]
    spread = [part for neighbour in near for part in (", ", neighbour)][1:]
    return element("tr", element("th", name, scope="row"), values, element("td", spread))


def show_known(text: str, known: bool) -> Html:
    if not known:
        return element("span", text, class_="guessed")
    return element("strong", text, " ", element("span", KNOWN_MARK, title="documented"), class_="known")
