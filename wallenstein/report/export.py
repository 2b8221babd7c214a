"""Writes pictures: every figure of a report as SVG, PNG and CSV; a game as PNG or GIF."""

import csv
from collections.abc import Callable, Iterable
from io import BytesIO, StringIO
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import extra_module
from wallenstein.core.reports import Figure, Listing
from wallenstein.pages.card import FONTS, XMLNS, card, frames
from wallenstein.pages.game_pages import GamePages
from wallenstein.pages.html import Html, element
from wallenstein.pages.palette import on_white, pattern_defs
from wallenstein.pages.player import Playback
from wallenstein.pages.shell import DRAWING, packaged
from wallenstein.pages.svg import number, text
from wallenstein.report.html.charts import draw

MARGIN: Final = 12
LINE: Final = 19  # the height of a line of the title
LONGEST: Final = 46  # letters of such a line
DENSITY: Final = 3  # points of a PNG for one of the SVG
SHARP, SMALL = 2, 0.75  # of a card, of one that moves
COLOURS: Final = 128
EACH, LAST = 500, 4000  # milliseconds that a frame is shown


def new_drawer(command: str) -> Callable[..., bytes]:
    """A function from SVG and `zoom` to PNG."""
    draw_png: Callable[..., bytes] = extra_module("resvg_py", "report", command).svg_to_bytes
    words = element("svg", text(0, 9, "x", font_family=FONTS), xmlns=XMLNS, width=9, height=9)
    if draw_png(words) == draw_png(words.replace(">x<", "><")):
        raise ConfigError(f"{command} found no font for the words of drawings; install one, such as fonts-dejavu")
    return draw_png


def write_cards(
    pages: GamePages[Any], play: Playback, book: Any, step: int, still: Path | None, moving: Path | None
) -> None:
    """A picture of the game at a step as PNG, or SVG, and one that moves as GIF."""
    if still is not None and still.suffix == ".svg":
        still.write_text(card(play, pages.picture(play, book, step), step), "utf-8")
    elif still is not None:
        draw_png = new_drawer("replay --card")
        still.write_bytes(draw_png(card(play, pages.picture(play, book, step), step), zoom=SHARP))
    if moving is not None:
        images, draw_png = extra_module("PIL.Image", "report", "replay --gif"), new_drawer("replay --gif")
        drawn = [draw_png(card(play, pages.picture(play, book, at), at), zoom=SMALL) for at in frames(play)]
        last = images.open(BytesIO(drawn[-1])).convert("RGB").quantize(COLOURS, dither=0)
        rest = [images.open(BytesIO(png)).convert("RGB").quantize(palette=last, dither=0) for png in drawn[:-1]]
        first, *more = [*rest, last]  # with the same colours, so that a frame has only what changes
        seconds = [*[EACH] * len(more), LAST]
        first.save(moving, save_all=True, append_images=more, duration=seconds, loop=0, optimize=True)


def export(figures: Iterable[Figure], folder: Path) -> list[Path]:
    """The files that were written. Only this needs resvg."""
    draw_png = new_drawer("report --export")
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for figure in figures:
        files = {"csv": as_csv(figure).encode()}
        if svg := as_svg(figure):
            files |= {"svg": svg.encode(), "png": draw_png(svg, zoom=DENSITY)}
        for ending, data in files.items():
            written.append(folder / f"{figure.name}.{ending}")
            written[-1].write_bytes(data)
    return written


def as_svg(figure: Figure) -> str | None:
    """The drawing with its title and its styles, on white; None if the figure has no drawing."""
    chart, drawing = figure.chart, draw(figure.chart)
    if drawing is None or isinstance(chart, Listing):
        return None
    title = wrap(figure.title, LONGEST)
    top = MARGIN + LINE * len(title) + LINE
    width, height = drawing.width + 2 * MARGIN, top + drawing.height + MARGIN
    return element(
        "svg",
        element("style", Html(on_white(packaged("wallenstein.pages", DRAWING)))),
        pattern_defs(),
        element("rect", width="100%", height="100%", fill="#ffffff"),
        [text(MARGIN, MARGIN + LINE * line, part, class_="title") for line, part in enumerate(title, 1)],
        text(MARGIN, top - 4, chart.what, class_="mark"),
        element("g", drawing.inside, transform=f"translate({MARGIN} {top})"),
        xmlns=XMLNS,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        font_family=FONTS,
        class_="chart",
    )


def as_csv(figure: Figure) -> str:
    """The bare values, shares as parts of 1."""
    head, rows, _ = figure.chart.table()
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([name or "name" for name in head])
    writer.writerows(rows)
    return text.getvalue()
