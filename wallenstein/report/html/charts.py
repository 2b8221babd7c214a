"""Figures as drawings: dots with intervals, lines, bars made of parts."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from wallenstein.core.reports import PERCENT, Dots, Estimate, Lines, Stacks, show_value
from wallenstein.pages.html import Html, element, joined
from wallenstein.pages.palette import SERIES
from wallenstein.pages.svg import (
    Scale,
    interval,
    line,
    lying_axis,
    number,
    path,
    rect,
    text,
    title,
    upright_axis,
)

WIDTH: Final = 390.0  # of a drawing; a phone shows it a little smaller
LETTER: Final = 6.7  # about the width of one
ROW: Final = 26.0
BOTTOM: Final = 26.0  # for the numbers of an axis
KEY: Final = 22.0  # the height of a line of the key
LONGEST: Final = 22  # letters of a name
MOST_LINES: Final = 8  # with a colour, a dash and a name of their own
DASHES: Final = (None, "7 4", "2 4", "10 4 2 4", "5 2", "1 5", "12 5", "8 2 2 2 2 2")  # lines differ without colours


class Drawing(NamedTuple):
    """A chart, to be put into a page or into a file of its own."""

    width: float
    height: float
    inside: Html
    class_: str = "drawing"


def dots(chart: Dots) -> Drawing:
    """A row for each name: its estimate as a dot, its interval as a line."""
    left, bottom = gutter(chart.names), 6 + ROW * len(chart.names)
    scale = Scale(*limits(chart), left, WIDTH - 14)
    named = enumerate(zip(chart.names, chart.estimates, strict=True))
    rows = [row(name, each, 6 + ROW * (place + 0.5), scale, chart.unit) for place, (name, each) in named]
    at = scale.at(chart.reference or 0)
    middle = None if chart.reference is None else line(at, 2, at, bottom, class_="level")
    axis = lying_axis(scale, bottom, partial(tick, unit=chart.unit), grid=bottom - 4)
    return Drawing(WIDTH, bottom + BOTTOM, joined(axis, middle, rows))


def limits(chart: Dots) -> tuple[float, float]:
    values = [value for estimate in chart.estimates for value in estimate if value is not None]
    if chart.reference is not None:
        values.append(chart.reference)
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = 0.04 * ((high - low) or 1.0)
    if chart.unit == PERCENT:
        return max(0.0, low - room), min(1.0, high + room)
    return low - room, high + room


def row(name: str, each: Estimate, y: float, scale: Scale, unit: str) -> Html:
    words = text(scale.start - 10, y + 4, brief(name), "end")
    if each.value is None:
        return element("g", words)
    at = scale.at(each.value)
    low, high = (at if end is None else scale.at(end) for end in (each.low, each.high))
    between = "" if each.low is None else f", 95 % {show_value(each.low, unit)} to {show_value(each.high, unit)}"
    return element("g", title(f"{name}: {show_value(each.value, unit)}{between}"), words, interval(low, high, y, at))


def lines(chart: Lines) -> Drawing:
    """A line for each name, its name at its end; of many names, those after the first are thin and have none."""
    values = [value for each in chart.values for value in each if value is not None]
    named = chart.names[:MOST_LINES]
    right = WIDTH - 10 - LETTER * max((len(brief(name)) for name in named), default=0)
    low, high = min([0.0, *values]), max([*values, 1e-9])
    scale = Scale(low, high * 1.04, 230, 10)
    axis = upright_axis(scale, 46, partial(tick, unit=chart.unit), grid=right - 46)
    step = (right - 56) / max(len(chart.places) - 1, 1)
    longest = LETTER * max((len(name) for name in chart.places), default=0)
    every = max(1, ceil(longest / step)) if step else 1
    below = [
        text(52 + step * place, 252, name, "middle", class_="mark")
        for place, name in enumerate(chart.places)
        if place % every == 0
    ]
    last = [next((value for value in reversed(each) if value is not None), 0.0) for each in chart.values[:MOST_LINES]]
    ends = spread([scale.at(value) for value in last])
    drawn = [
        series(place, name, each, points_of(each, scale, step), (right + 6, ends[place] + 4))
        for place, (name, each) in enumerate(zip(named, chart.values, strict=False))
    ]
    others = [
        element("g", title(name), path(points, class_="line other"))
        for name, each in zip(chart.names[MOST_LINES:], chart.values[MOST_LINES:], strict=True)
        if (points := points_of(each, scale, step))
    ]
    note = f"The first {MOST_LINES} have names; the other {len(chart.names) - MOST_LINES} are thin lines."
    below += [text(0, 276, note, class_="mark")] if others else []
    return Drawing(WIDTH, 282 if others else 262, joined(axis, below, others, drawn))


def points_of(values: Sequence[float | None], scale: Scale, step: float) -> list[tuple[float, float]]:
    return [(52 + step * place, scale.at(value)) for place, value in enumerate(values) if value is not None]


def series(
    place: int,
    name: str,
    values: Sequence[float | None],
    points: Sequence[tuple[float, float]],
    end: tuple[float, float],
) -> Html:
    """One line, with marks at its points and its name at the end."""
    tone, dash = SERIES[place % len(SERIES)], DASHES[place % len(DASHES)]
    marks = [element("circle", cx=number(x), cy=number(y), r=3, class_=f"fill-{tone}") for x, y in points]
    said = "; ".join(show_value(value) for value in values)
    drawn = path(points, class_=f"line stroke-{tone}", stroke_dasharray=dash) if points else None
    return element("g", title(f"{name}: {said}"), drawn, marks, text(*end, brief(name)))


def spread(places: Sequence[float], least: float = 14.0) -> list[float]:
    """Places of labels so far apart that none covers another."""
    found, before = list(places), -1e9
    for place in sorted(range(len(places)), key=lambda place: places[place]):
        found[place] = before = max(places[place], before + least)
    over = max(0.0, before - 240)
    return [place - over for place in found]


def stacks(chart: Stacks) -> Drawing:
    """A bar for each name, its parts in colours and patterns."""
    left = gutter(chart.names)
    scale = Scale(0, max([sum(values) for values in chart.values] or [1]) or 1, left, WIDTH - 14)
    legend, top = key(chart.parts)
    bottom = top + 6 + ROW * len(chart.names)
    rows = []
    for place, (name, values) in enumerate(zip(chart.names, chart.values, strict=True)):
        y = top + 6 + ROW * place
        rows.append(text(left - 10, y + ROW / 2 + 4, brief(name), "end"))
        before = 0.0
        for part, value in enumerate(values):
            said = title(f"{name}, {chart.parts[part]}: {show_value(value, chart.unit)}")
            start, end = scale.at(before), scale.at(before + value)
            fill = f"url(#pattern-{SERIES[part % len(SERIES)]})"
            rows.append(rect(start, y + 3, max(0.0, end - start), ROW - 6, said, fill=fill))
            before += value
    axis = lying_axis(scale, bottom, partial(tick, unit=chart.unit))
    return Drawing(WIDTH, bottom + BOTTOM, joined(legend, axis, rows))


def key(names: Sequence[str], among: Sequence[str] = ()) -> tuple[Html, float]:
    """The meaning of the patterns, and the height it needs; some of several names keep their places' patterns."""
    among = among or names
    entries, x, y = [], 0.0, 0.0
    for name in names:
        wide = 20 + LETTER * len(name)
        if x and x + wide > WIDTH:
            x, y = 0.0, y + KEY
        entries.append(rect(x, y + 3, 14, 14, fill=f"url(#pattern-{SERIES[among.index(name) % len(SERIES)]})"))
        entries.append(text(x + 20, y + 14, name))
        x += wide + 14
    return joined(entries), y + KEY


def gutter(names: Sequence[str]) -> float:
    """The room for names at the left."""
    return 18 + LETTER * max((len(brief(name)) for name in names), default=0)


def brief(name: str) -> str:
    """A name that is not too long."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def tick(value: float, unit: str) -> str:
    return f"{100 * value:g} %" if unit == PERCENT else f"{value:g}"
