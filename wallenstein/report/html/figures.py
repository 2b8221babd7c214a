"""One figure in a page: its title, its drawing and its values; and the drawings with areas: shaded tables and maps."""

from functools import partial
from typing import Final

from wallenstein.core.reports import (
    PERCENT,
    Against,
    Chart,
    Dots,
    Figure,
    Heat,
    Lines,
    Listing,
    Map,
    Region,
    Stacks,
    show_value,
)
from wallenstein.core.text import Grid
from wallenstein.pages.html import Html, element, joined
from wallenstein.pages.palette import SERIES
from wallenstein.pages.shell import table
from wallenstein.pages.svg import Scale, drawing, line, lying_axis, number, rect, text, title, upright_axis
from wallenstein.report.html.charts import KEY, LETTER, WIDTH, Drawing, brief, dots, gutter, key, lines, stacks, tick

# Drawings with areas: shaded tables and maps; and expectations against what happened.

CELL: Final = 24.0  # the height of a row
WIDE: Final = 25.0  # a cell that is wide enough for its value
DARKEST: Final = 0.62  # words stay readable on it
SQUARE: Final = 330.0
LEAN: Final = 0.67  # how far a slanted name reaches to the right
SHADES: Final = 6  # in the key of a map
FAINT, DEEP = 0.05, 0.85  # how dense the colours of the least and the largest value are


def heat(chart: Heat) -> Drawing:
    """A cell for each row and column; two colours where there is a middle."""
    left = gutter(chart.names)
    longest = LETTER * max((len(brief(name)) for name in chart.columns), default=0)
    width = min(64.0, (WIDTH - left - 4) / max(len(chart.columns), 1))
    slanted = longest > width
    if slanted:  # the last name leans out
        width -= max(0.0, longest * LEAN - width / 2) / len(chart.columns)
    top = 20 + (0.75 * longest if slanted else 0)
    heads = [head(brief(name), left + width * (place + 0.5), top, slanted) for place, name in enumerate(chart.columns)]
    known = [abs(value - (chart.middle or 0)) for row in chart.values for value in row if value is not None]
    most = max(known, default=0) or 1
    rows = []
    for at, (name, values) in enumerate(zip(chart.names, chart.values, strict=True)):
        y = top + CELL * at
        rows.append(text(left - 10, y + CELL / 2 + 4, brief(name), "end"))
        for place, value in enumerate(values):
            if value is not None:
                said = f"{name}, {chart.columns[place]}: {show_value(value, chart.unit)}"
                rows.append(cell(value, said, (left + width * place, y, width), chart, most))
    return Drawing(WIDTH, top + CELL * len(chart.names) + 6, joined(heads, rows))


def head(name: str, x: float, top: float, slanted: bool) -> Html:
    """The name of a column, slanted where there is little room."""
    if not slanted:
        return text(x, top - 7, name, "middle", class_="mark")
    return text(x, top - 7, name, "start", class_="mark", transform=f"rotate(-48 {number(x)} {number(top - 7)})")


def cell(value: float, said: str, place: tuple[float, float, float], chart: Heat, most: float) -> Html:
    """One cell, with its value if there is room."""
    x, y, width = place
    off = value - (chart.middle or 0)
    tone = "red" if chart.middle is not None and off < 0 else "blue"
    shade = f"{DARKEST * abs(off) / most:.2f}"
    area = rect(x + 1, y + 1, width - 2, CELL - 2, title(said), class_=f"fill-{tone}", fill_opacity=shade)
    if width < WIDE:
        return area
    words = f"{100 * value:.0f}" if chart.unit == PERCENT else f"{value:.1f}"
    return joined(area, text(x + width / 2, y + CELL / 2 + 4, words, "middle", class_="value"))


def against(chart: Against) -> Drawing:
    """Dots that lie on the diagonal where what was seen is what was expected."""
    across, up = Scale(0, 1, 50, SQUARE), Scale(0, 1, SQUARE - 40, 32)
    percent = partial(tick, unit=PERCENT)
    axes = (lying_axis(across, SQUARE - 40, percent, grid=SQUARE - 72), upright_axis(up, 50, percent, grid=SQUARE - 50))
    names = (text(SQUARE / 2 + 20, SQUARE - 4, "expected", "middle"), text(8, 16, "seen"))
    diagonal = line(across.start, up.start, across.end, up.end, class_="level")
    most = max(chart.counts, default=1) or 1
    dots = []
    for x, seen, count in zip(chart.expected, chart.seen, chart.counts, strict=True):
        if seen.value is None:
            continue
        at, y = across.at(x), up.at(seen.value)
        said = title(
            f"expected {show_value(x, PERCENT)}, seen {show_value(seen.value, PERCENT)} of {count:,} {chart.what}"
        )
        reach = None if seen.low is None or seen.high is None else line(at, up.at(seen.low), at, up.at(seen.high))
        dot = element("circle", cx=number(at), cy=number(y), r=number(3 + 5 * (count / most) ** 0.5))
        dots.append(element("g", said, reach, dot, class_="interval"))
    return Drawing(SQUARE + 14, SQUARE, joined(axes, names, diagonal, dots), "drawing square")


def map_of(chart: Map) -> Drawing:
    """Areas in the colour of their group, darker where the value is larger."""
    groups = chart.order or tuple(dict.fromkeys(group for group in chart.groups if group))
    known = [value for value in chart.values if value is not None] or [0.0]
    least, most = min(known), max(max(known), min(known) + 1e-9)
    areas = []
    for place, (region, value) in enumerate(zip(chart.regions, chart.values, strict=True)):
        group = chart.groups[place] if chart.groups else None
        tone = SERIES[groups.index(group) % len(SERIES)] if group else "blue"
        said = ": ".join(filter(None, (region.name, group, show_value(value, chart.unit))))
        areas.append(area(region, said, tone, ((value or least) - least) / (most - least), bool(groups)))
    names = [text(*region.label, region.name, "middle", class_="place") for region in chart.regions]
    xs, ys = ([point[axis] for region in chart.regions for point in region.outline] for axis in (0, 1))
    wide, high = max(xs) - min(xs) + 12, max(ys) - min(ys) + 12
    seen = [group for group in groups if group in chart.groups]
    legend, top = key(seen, groups) if seen else (None, 0.0)
    scale = shades(top, show_value(least, chart.unit), show_value(most, chart.unit), "quiet" if groups else "blue")
    top, height = top + KEY, WIDTH * high / wide
    box = f"{min(xs) - 6:.0f} {min(ys) - 6:.0f} {wide:.0f} {high:.0f}"
    drawn = element("svg", areas, names, viewBox=box, y=number(top), width=number(WIDTH), height=number(height))
    return Drawing(WIDTH, top + height, joined(legend, scale, drawn), "drawing regions")


def shades(y: float, least: str, most: str, tone: str) -> Html:
    """The key of the shades, from the least value to the largest."""
    left = LETTER * len(least) + 6
    boxes = [
        rect(left + 20 * step, y + 4, 20, 12, class_=f"fill-{tone}", fill_opacity=f"{shade(step / (SHADES - 1)):.2f}")
        for step in range(SHADES)
    ]
    return joined(text(0, y + 14, least), boxes, text(left + 20 * SHADES + 6, y + 14, most))


def shade(part: float) -> float:
    """How dense a colour is, from that of the least value (0) to that of the largest (1)."""
    return FAINT + (DEEP - FAINT) * part


def area(region: Region, said: str, tone: str, part: float, patterned: bool) -> Html:
    """One area; its shade says how large its value is."""
    outline = "M" + " ".join(f"{x:.0f} {y:.0f}" for x, y in region.outline) + "Z"
    fill = {"fill": f"url(#pattern-{tone})"} if patterned else {"class_": f"fill-{tone}"}
    return joined(
        element("path", title(said), d=outline, fill_opacity=f"{shade(part):.2f}", **fill),
        element("path", d=outline, class_="coast"),
    )


# One figure in a page: its title, how to read it, the drawing, and its values as a table to unfold.

MOST_DRAWN = 60  # rows of a drawing; the table has all
MOST_ROWS = 400  # of a table in the page; files of an export have all
FEW_ROWS = 30  # a longer table scrolls by itself


def shown_figure(figure: Figure) -> Html:
    values = values_of(figure)
    picture = draw(shortened(figure.chart))
    label = f"{figure.title}. The table below has the values."
    drawn = picture and drawing(picture.width, picture.height, label, picture.inside, class_=picture.class_)
    names = figure.chart.names if isinstance(figure.chart, Dots | Stacks | Heat) else ()
    some = f"The first {MOST_DRAWN} of {len(names):,}; the table has all."
    return element(
        "figure",
        element("h3", figure.title),
        element("figcaption", figure.text) if figure.text else None,
        drawn,
        element("p", some) if len(names) > MOST_DRAWN else None,
        values if drawn is None else element("details", element("summary", "Values"), values),
        id=figure.name,
        class_="chart wide" if drawn is None else "chart",
    )


def shortened(chart: Chart) -> Chart:
    """A chart of the first names alone if there are very many."""
    if isinstance(chart, Dots):
        return chart._replace(names=chart.names[:MOST_DRAWN], estimates=chart.estimates[:MOST_DRAWN])
    if isinstance(chart, Stacks):
        return chart._replace(names=chart.names[:MOST_DRAWN], values=chart.values[:MOST_DRAWN])
    if isinstance(chart, Heat):
        return chart._replace(names=chart.names[:MOST_DRAWN], values=chart.values[:MOST_DRAWN])
    return chart


def draw(chart: Chart) -> Drawing | None:
    """The drawing of a chart, if it has one."""
    match chart:
        case Dots():
            return dots(chart)
        case Lines():
            return lines(chart)
        case Stacks():
            return stacks(chart)
        case Heat():
            return heat(chart)
        case Against():
            return against(chart)
        case Map():
            return map_of(chart)
        case Listing():
            return None


def values_of(figure: Figure) -> Html:
    head, rows, words = figure.chart.table().text()
    shown = table(Grid(head, rows[:MOST_ROWS], words))
    left_out = len(rows) - MOST_ROWS
    more = element("p", f"{left_out:,} more rows are in the files of --export.") if left_out > 0 else None
    return element("div", shown, more, class_="values long" if len(rows) > FEW_ROWS else "values")
