"""Drawing in inline SVG: scales, axes, bars, lines, intervals, all coloured by the classes of the palette."""

from collections.abc import Callable, Iterable
from math import ceil, floor, log10
from typing import Final, NamedTuple

from wallenstein.pages.html import Attribute, Content, Html, element

STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)  # between the numbers of an axis, times a power of ten
TICK: Final = 4.0
CAP: Final = 3.0  # half the height of an interval's ends


class Scale(NamedTuple):
    """From values to places in a drawing; an upright scale has `start` below `end`, at the larger number."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        span = self.high - self.low
        return self.start + (self.end - self.start) * ((value - self.low) / span if span else 0.5)

    def ticks(self, about: int = 5) -> tuple[float, ...]:
        """Round values from low to high, at most `about` plus one."""
        span = self.high - self.low
        if span <= 0:
            return (self.low,)
        power = 10.0 ** floor(log10(span / about))
        step = next(step * power for step in STEPS if span / (step * power) <= about)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return tuple(round(place * step, 10) for place in range(first, last + 1))


def number(value: float) -> str:
    """A place with at most one decimal, so that pages stay small."""
    return f"{value:.1f}".removesuffix(".0")


def drawing(width: float, height: float, label: str, *inside: Content, class_: str = "drawing") -> Html:
    """A picture that shrinks with its page; screen readers read its label."""
    w, h = number(width), number(height)
    box = f"0 0 {w} {h}"
    return element("svg", *inside, viewBox=box, width=w, height=h, role="img", aria_label=label, class_=class_)


def text(x: float, y: float, said: Content, anchor: str = "start", **attributes: Attribute) -> Html:
    """Text at a place; `anchor` is start, middle or end."""
    return element("text", said, x=number(x), y=number(y), text_anchor=anchor, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Attribute) -> Html:
    return element("line", x1=number(x1), y1=number(y1), x2=number(x2), y2=number(y2), **attributes)


def rect(x: float, y: float, width: float, height: float, *inside: Content, **attributes: Attribute) -> Html:
    """A bar or a cell; `inside` may be a `title` that shows under the pointer."""
    return element("rect", *inside, x=number(x), y=number(y), width=number(width), height=number(height), **attributes)


def path(points: Iterable[tuple[float, float]], **attributes: Attribute) -> Html:
    places = " ".join(f"{number(x)} {number(y)}" for x, y in points)
    return element("path", d=f"M{places}", **{"class_": "line", **attributes})


def interval(low: float, high: float, y: float, at: float) -> Html:
    """A horizontal interval with ends, and a dot at its estimate."""
    ends = [line(x, y - CAP, x, y + CAP) for x in (low, high)]
    dot = element("circle", cx=number(at), cy=number(y), r=4)
    return element("g", line(low, y, high, y), ends, dot, class_="interval")


def lying_axis(scale: Scale, y: float, named: Callable[[float], str] = "{:g}".format, grid: float = 0) -> Html:
    """An axis at the bottom, its numbers below it; lines of a grid are `grid` high."""
    marks: list[Content] = []
    for x, words in ((scale.at(value), named(value)) for value in scale.ticks()):
        marks.append(line(x, y - grid, x, y + TICK, class_="grid" if grid else None))
        marks.append(text(x, y + 16, words, "middle"))
    return element("g", line(scale.start, y, scale.end, y), marks, class_="axis")


def upright_axis(scale: Scale, x: float, named: Callable[[float], str] = "{:g}".format, grid: float = 0) -> Html:
    """An axis at the left, its numbers left of it; lines of a grid are `grid` wide."""
    marks: list[Content] = []
    for y, words in ((scale.at(value), named(value)) for value in scale.ticks()):
        marks.append(line(x - TICK, y, x + grid, y, class_="grid" if grid else None))
        marks.append(text(x - 7, y + 4, words, "end"))
    return element("g", line(x, scale.start, x, scale.end), marks, class_="axis")


def title(said: str) -> Html:
    return element("title", said)
