"""A picture of a game to send: the board at one step, the standings there, and every seat's chance to win."""

from collections.abc import Iterator
from itertools import pairwise
from textwrap import wrap
from typing import Final, NamedTuple

from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.palette import LETTERS, SHADES, on_white, pattern_defs
from wallenstein.pages.player import Playback, brief
from wallenstein.pages.shell import DRAWING, packaged
from wallenstein.pages.svg import line, number, rect, text

XMLNS: Final = "http://www.w3.org/2000/svg"
FONTS: Final = "Noto Sans, DejaVu Sans, Liberation Sans, Arial, Helvetica, sans-serif"
WIDE, HIGH, MARGIN = 1200, 675, 20
LEFT: Final = HIGH + MARGIN  # of what stands beside the board, which is a square
COLUMN: Final = WIDE - LEFT - MARGIN
ROW: Final = 36
TABLE: Final = 176  # the top of the standings
CURVE: Final = 160  # its height
LONGEST: Final = 26  # letters of a name
LINE: Final = 62  # letters of a line


class Picture(NamedTuple):
    """A board of 1000 by 1000 with its style sheet."""

    drawn: Html
    look: str


def card(play: Playback, picture: Picture, step: int) -> str:
    """The SVG, without anything that only browsers know."""
    sheet = "\n".join([packaged("wallenstein.pages", DRAWING), picture.look, packaged("wallenstein.pages", "card.css")])
    chances, last = chances_at(play, step), step == len(play.steps) - 1
    first = [seat.name for seat, chance in zip(play.seats, chances, strict=True) if chance == max(chances)]
    when = next((jump.label for jump in reversed(play.jumps["part"].every) if jump.step <= step), "")
    won = f"{' and '.join(first)} {'wins' if len(first) == 1 else 'share the win'}"
    words = won if last and max(chances) * len(first) == 1 else f"{when}: {brief(play.steps[step])}"
    return element(
        "svg",
        element("style", Html(on_white(sheet))),
        pattern_defs(),
        element("rect", width="100%", height="100%", class_="sheet"),
        element("svg", picture.drawn, x=MARGIN / 2, y=MARGIN / 2, width=HIGH - MARGIN, height=HIGH - MARGIN),
        text(LEFT, 44, shortened(play.title, 36), class_="title"),
        text(LEFT, 70, shortened(play.about, LINE), class_="quiet"),
        [text(LEFT, 108 + 28 * at, part, class_="now") for at, part in enumerate(wrap(words, 42)[:2])],
        list(standings(play, step, chances)),
        list(curve(play, step)),
        xmlns=XMLNS,
        viewBox=f"0 0 {WIDE} {HIGH}",
        width=WIDE,
        height=HIGH,
        font_family=FONTS,
        class_="card",
    )


def chances_at(play: Playback, step: int) -> list[float]:
    found: list[float] = play.positions[step]["chance"]  # type: ignore[assignment]
    return found


def standings(play: Playback, step: int, chances: list[float]) -> Iterator[Content]:
    """A row for each seat, the likeliest winner first."""
    points: list[int] = [play.positions[step][f"seat{seat}"][0] for seat in range(len(play.seats))]  # type: ignore[index]
    yield text(WIDE - MARGIN - 120, TABLE, "points", "end", class_="quiet")
    yield text(WIDE - MARGIN, TABLE, "to win", "end", class_="quiet")
    for place, seat in enumerate(sorted(range(len(points)), key=lambda seat: (-chances[seat], -points[seat], seat)), 1):
        y = TABLE + ROW * place
        yield chip(LEFT, y - 18, seat, play.seats[seat].tone)
        yield text(LEFT + 36, y, shortened(play.seats[seat].name, LONGEST), class_="row")
        yield text(WIDE - MARGIN - 120, y, str(points[seat]), "end", class_="row")
        yield text(WIDE - MARGIN, y, f"{100 * chances[seat]:.0f} %", "end", class_="row")


def chip(x: float, y: float, seat: int, tone: str, said: str = "", width: float = 24) -> Html:
    """A seat's letter on its colour."""
    letter = text(x + width / 2, y + 18, LETTERS[seat] + said, "middle", class_="chip", style=f"fill:{on(tone)}")
    return element("g", rect(x, y, width, 24, rx=4, class_=f"fill-{tone}"), letter)


def on(tone: str) -> str:
    return SHADES[f"on-{tone}"].light


def curve(play: Playback, step: int) -> Iterator[Content]:
    """Every seat's chance to win over the steps, with lines where parts begin."""
    top, last = HIGH - MARGIN - CURVE, max(1, len(play.steps) - 1)
    every = [chances_at(play, at) for at in range(len(play.steps))]

    def across(at: int) -> float:
        return LEFT + COLUMN * at / last

    def down(chance: float) -> str:
        return number(top + CURVE * (1 - chance))

    yield text(LEFT, top - 10, f"Every player's chance to win; step {step} of {last}", class_="quiet")
    yield rect(LEFT, top, COLUMN, CURVE, rx=4, class_="ground")
    for jump in play.jumps["part"].every:
        yield line(across(jump.step), top, across(jump.step), top + CURVE, class_="part")
    for seat, (_, tone) in enumerate(play.seats):
        moves = [(at, now[seat]) for at, (was, now) in enumerate(pairwise(every), 1) if was[seat] != now[seat]]
        drawn = "".join(f"H{number(across(at))}V{down(chance)}" for at, chance in moves)
        start = f"M{LEFT} {down(every[0][seat])}"
        yield element("path", d=f"{start}{drawn}H{LEFT + COLUMN}", class_=f"curve stroke-{tone}")
    yield line(across(step), top, across(step), top + CURVE, class_="here")


def shortened(words: str, letters: int) -> str:
    return words if len(words) <= letters else f"{words[: letters - 1]}…"


MOST_FRAMES: Final = 60


def frames(play: Playback) -> list[int]:
    """The steps of an animation: where parts begin, fights with what came of them, turning points, the end."""
    last = len(play.steps) - 1
    jumps = [jump.step for found in play.jumps.values() for jump in found.every]
    steps = sorted({min(last, step) for at in jumps for step in (at, at + 1)} | {0, last})
    every = max(1, -(-len(steps) // MOST_FRAMES))
    return [*steps[:-1:every], last]
