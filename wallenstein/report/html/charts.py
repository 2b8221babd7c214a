"""Charts as drawings, for pages and for files."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple

from wallenstein.core import reports
from wallenstein.core.arithmetic import total
from wallenstein.pages.html import Html, element, joined
from wallenstein.pages.palette import SERIES
from wallenstein.pages.svg import Scale, interval, line, lying_axis, number, path, rect, text, title, upright_axis

WIDTH: Final = 390.0  # of a drawing; a phone shows it a little smaller
LETTER: Final = 6.7  # about the width of one
ROW: Final = 26.0
BOTTOM: Final = 26.0  # for the numbers of an axis
KEY: Final = 22.0  # the height of a line of the key
LONGEST: Final = 22  # letters of a name
MOST_LINES: Final = 8  # with a colour, a dash and a name of their own
DASHES: Final = (None, "7 4", "2 4", "10 4 2 4", "5 2", "1 5", "12 5", "8 2 2 2 2 2")  # lines differ without colours
CELL: Final = 24.0  # the height of a row
WIDE: Final = 25.0  # a cell that is wide enough for its value
DARKEST: Final = 0.62  # words stay readable on it
MOST_SLANTED: Final = 12  # names of columns; more are numbers, as before the names of the rows
LEAN: Final = 0.67  # how far a slanted name reaches to the right
SHADES: Final = 6  # in the key of a map
FAINT, DEEP = 0.05, 0.85  # the opacity of the least and the largest value


class Drawing(NamedTuple):
    width: float
    height: float
    inside: Html
    class_: str = "drawing"


Tones = Mapping[str, str]  # the colour of each bot
NO_TONES: Final[Tones] = {}


def dots(chart: reports.Dots, tones: Tones = NO_TONES) -> Drawing:
    """A row for each name: its estimate as a dot, its interval as a line."""
    left, bottom = gutter(chart.names), 6 + ROW * len(chart.names)
    scale = Scale(*limits(chart), left, WIDTH - 14)
    rows = [
        row(name, each, 6 + ROW * (place + 0.5), scale, chart.unit, tones.get(name))
        for place, (name, each) in enumerate(zip(chart.names, chart.estimates, strict=True))
    ]
    ends = [place for place, (one, other) in enumerate(pairwise(chart.groups[: len(chart.names)]), 1) if one != other]
    rows += [line(0, 6 + ROW * place, WIDTH, 6 + ROW * place, class_="apart") for place in ends]
    at = scale.at(chart.reference or 0)
    middle = None if chart.reference is None else line(at, 2, at, bottom, class_="level")
    axis = lying_axis(scale, bottom, partial(tick, unit=chart.unit), grid=bottom - 4)
    return Drawing(WIDTH, bottom + BOTTOM, joined(axis, middle, rows))


def limits(chart: reports.Dots) -> tuple[float, float]:
    values = [value for estimate in chart.estimates for value in estimate if value is not None]
    if chart.reference is not None:
        values.append(chart.reference)
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = 0.04 * ((high - low) or 1.0)
    if chart.unit == reports.PERCENT:
        return max(0.0, low - room), min(1.0, high + room)
    return low - room, high + room


def row(name: str, each: reports.Estimate, y: float, scale: Scale, unit: str, tone: str | None = None) -> Html:
    words = text(scale.start - 10, y + 4, brief(name), "end")
    if each.value is None:
        return element("g", words)
    at = scale.at(each.value)
    low, high = (at if end is None else scale.at(end) for end in (each.low, each.high))
    value, lowest, highest = (reports.show_value(end, unit) for end in each)
    between = "" if each.low is None else f", 95 % {lowest} to {highest}"
    dot = interval(low, high, y, at)
    return element("g", title(f"{name}: {value}{between}"), words, dot, class_=f"of-{tone}" if tone else None)


def lines(chart: reports.Lines, tones: Tones = NO_TONES) -> Drawing:
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
    marked = list(enumerate(chart.places))[::every]
    below = [text(52 + step * place, 252, name, "middle", class_="mark") for place, name in marked]
    last = [next((value for value in reversed(each) if value is not None), 0.0) for each in chart.values[:MOST_LINES]]
    ends = spread([scale.at(value) for value in last])
    drawn = [
        series(place, name, tones, each, points_of(each, scale, step), (right + 6, ends[place] + 4))
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
    tones: Tones,
    values: Sequence[float | None],
    points: Sequence[tuple[float, float]],
    end: tuple[float, float],
) -> Html:
    tone, dash = tones.get(name, SERIES[place % len(SERIES)]), DASHES[place % len(DASHES)]
    marks = [element("circle", cx=number(x), cy=number(y), r=3, class_=f"fill-{tone}") for x, y in points]
    said = "; ".join(reports.show_value(value) for value in values)
    drawn = path(points, class_=f"line stroke-{tone}", stroke_dasharray=dash) if points else None
    return element("g", title(f"{name}: {said}"), drawn, marks, text(*end, brief(name)))


def spread(places: Sequence[float], least: float = 14.0) -> list[float]:
    """Positions of labels that do not overlap."""
    found, before = list(places), -1e9
    for place in sorted(range(len(places)), key=lambda place: places[place]):
        found[place] = before = max(places[place], before + least)
    over = max(0.0, before - 240)
    return [place - over for place in found]


def stacks(chart: reports.Stacks) -> Drawing:
    """A bar for each name, its parts in colours and patterns."""
    left = gutter(chart.names)
    scale = Scale(0, max([total(values) for values in chart.values] or [1]) or 1, left, WIDTH - 14)
    legend, top = key(chart.parts)
    bottom = top + 6 + ROW * len(chart.names)
    rows = []
    for place, (name, values) in enumerate(zip(chart.names, chart.values, strict=True)):
        y = top + 6 + ROW * place
        rows.append(text(left - 10, y + ROW / 2 + 4, brief(name), "end"))
        before = 0.0
        for part, value in enumerate(values):
            said = title(f"{name}, {chart.parts[part]}: {reports.show_value(value, chart.unit)}")
            start, end = scale.at(before), scale.at(before + value)
            fill = f"url(#pattern-{SERIES[part % len(SERIES)]})"
            rows.append(rect(start, y + 3, max(0.0, end - start), ROW - 6, said, fill=fill))
            before += value
    axis = lying_axis(scale, bottom, partial(tick, unit=chart.unit))
    return Drawing(WIDTH, bottom + BOTTOM, joined(legend, axis, rows))


def key(names: Sequence[str], among: Sequence[str] = (), tones: Tones = NO_TONES) -> tuple[Html, float]:
    """The key of the patterns, and its height; some of several names keep their places' patterns."""
    among = among or names
    entries, x, y = [], 0.0, 0.0
    for name in names:
        wide = 20 + LETTER * len(name)
        if x and x + wide > WIDTH:
            x, y = 0.0, y + KEY
        tone = tones.get(name, SERIES[among.index(name) % len(SERIES)])
        entries.append(rect(x, y + 3, 14, 14, fill=f"url(#pattern-{tone})"))
        entries.append(text(x + 20, y + 14, name))
        x += wide + 14
    return joined(entries), y + KEY


def gutter(names: Sequence[str]) -> float:
    return 18 + LETTER * max((len(brief(name)) for name in names), default=0)


def brief(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def tick(value: float, unit: str) -> str:
    return f"{100 * value:g} %" if unit == reports.PERCENT else f"{value:g}"


def heat(chart: reports.Heat) -> Drawing:
    """A cell for each row and column; two colours if there is a middle."""
    numbered = len(chart.columns) > MOST_SLANTED and chart.columns == chart.names
    named = [brief(f"{place} {name}") for place, name in enumerate(chart.names, 1)] if numbered else chart.names
    columns = [str(place) for place in range(1, len(named) + 1)] if numbered else list(map(brief, chart.columns))
    left = gutter(named)
    longest = LETTER * max(map(len, columns), default=0)
    width = min(64.0, (WIDTH - left - 4) / max(len(chart.columns), 1))
    slanted = longest > width and not numbered
    if slanted:  # the last name leans out
        width -= max(0.0, longest * LEAN - width / 2) / len(chart.columns)
    top = 20 + (0.75 * longest if slanted else 0)
    step = ceil((longest + 2) / width) if numbered else 1  # as many numbers as fit
    shown = list(enumerate(columns))[::step]
    heads = [head(name, left + width * (place + 0.5), top, slanted) for place, name in shown]
    known = [abs(value - (chart.middle or 0)) for row in chart.values for value in row if value is not None]
    most = max(known, default=0) or 1
    rows = []
    for at, (name, values) in enumerate(zip(chart.names, chart.values, strict=True)):
        y = top + CELL * at
        rows.append(text(left - 10, y + CELL / 2 + 4, named[at] if numbered else brief(name), "end"))
        for place, value in enumerate(values):
            if value is not None:
                said = f"{name}, {chart.columns[place]}: {reports.show_value(value, chart.unit)}"
                rows.append(cell(value, said, (left + width * place, y, width), chart, most))
    return Drawing(WIDTH, top + CELL * len(chart.names) + 6, joined(heads, rows))


def head(name: str, x: float, top: float, slanted: bool) -> Html:
    """The name of a column, slanted where there is little room."""
    if not slanted:
        return text(x, top - 7, name, "middle", class_="mark")
    return text(x, top - 7, name, "start", class_="mark", transform=f"rotate(-48 {number(x)} {number(top - 7)})")


def cell(value: float, said: str, place: tuple[float, float, float], chart: reports.Heat, most: float) -> Html:
    x, y, width = place
    off = value - (chart.middle or 0)
    tone = "red" if chart.middle is not None and off < 0 else "blue"
    shade = f"{DARKEST * abs(off) / most:.2f}"
    area = rect(x + 1, y + 1, width - 2, CELL - 2, title(said), class_=f"fill-{tone}", fill_opacity=shade)
    if width < WIDE:
        return area
    words = f"{100 * value:.0f}" if chart.unit == reports.PERCENT else f"{value:.1f}"
    return joined(area, text(x + width / 2, y + CELL / 2 + 4, words, "middle", class_="value"))


def map_of(chart: reports.Map, tones: Tones = NO_TONES, bare: bool = False) -> Drawing:
    """Areas in the colour of their group, darker where the value is larger; `bare` is the map without key and names."""
    groups = chart.order or tuple(dict.fromkeys(group for group in chart.groups if group))
    known = [value for value in chart.values if value is not None] or [0.0]
    least, most = min(known), max(max(known), min(known) + 1e-9)
    areas = []
    for place, (region, value) in enumerate(zip(chart.regions, chart.values, strict=True)):
        group = chart.groups[place] if chart.groups else None
        tone = tones.get(group, SERIES[groups.index(group) % len(SERIES)]) if group else "blue"
        said = ": ".join(filter(None, (region.name, group, reports.show_value(value, chart.unit))))
        areas.append(area(region, said, tone, ((value or least) - least) / (most - least), bool(groups)))
    names = [text(*region.label, region.name, "middle", class_="place") for region in chart.regions]
    xs, ys = ([point[axis] for region in chart.regions for point in region.outline] for axis in (0, 1))
    wide, high = max(xs) - min(xs) + 12, max(ys) - min(ys) + 12
    seen = [group for group in groups if group in chart.groups]
    legend, top = key(seen, groups, tones) if seen else (None, 0.0)
    faintest, deepest = (reports.show_value(end, chart.unit) for end in (least, most))
    scale = shades(top, faintest, deepest, "quiet" if groups else "blue")
    top, height = 0 if bare else top + KEY, WIDTH * high / wide
    box = f"{min(xs) - 6:.0f} {min(ys) - 6:.0f} {wide:.0f} {high:.0f}"
    lines = [
        element("path", d=f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}", class_="link") for (x1, y1), (x2, y2) in chart.links
    ]
    shown = lines or None, areas, None if bare else names
    drawn = element("svg", *shown, viewBox=box, y=number(top), width=number(WIDTH), height=number(height))
    inside = drawn if bare else joined(legend, scale, drawn)
    return Drawing(WIDTH, top + height, inside, "drawing regions")


def shades(y: float, least: str, most: str, tone: str) -> Html:
    left = LETTER * len(least) + 6
    each = [(left + 20 * step, f"{shade(step / (SHADES - 1)):.2f}") for step in range(SHADES)]
    boxes = [rect(x, y + 4, 20, 12, class_=f"fill-{tone}", fill_opacity=opacity) for x, opacity in each]
    return joined(text(0, y + 14, least), boxes, text(left + 20 * SHADES + 6, y + 14, most))


def shade(part: float) -> float:
    """The opacity of a colour, from that of the least value (0) to that of the largest (1)."""
    return FAINT + (DEEP - FAINT) * part


def area(region: reports.Region, said: str, tone: str, part: float, patterned: bool) -> Html:
    outline = "M" + " ".join(f"{x:.0f} {y:.0f}" for x, y in region.outline) + "Z"
    fill = {"fill": f"url(#pattern-{tone})"} if patterned else {"class_": f"fill-{tone}"}
    shaded = element("path", title(said), d=outline, fill_opacity=f"{shade(part):.2f}", **fill)
    return joined(shaded, element("path", d=outline, class_="coast"))


def draw(chart: reports.Chart, tones: Tones = NO_TONES) -> Drawing | None:
    drawn: Mapping[type, Callable[..., Drawing]] = {
        reports.Dots: partial(dots, tones=tones), reports.Lines: partial(lines, tones=tones), reports.Heat: heat,
        reports.Map: partial(map_of, tones=tones), reports.Stacks: stacks,
    }  # fmt: skip
    return None if isinstance(chart, reports.Listing) else drawn[type(chart)](chart)
