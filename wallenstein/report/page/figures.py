"""One figure in a page: its title, how to read it, the drawing, and its values as a table to unfold."""

from wallenstein.core.figures import Against, Chart, Dots, Figure, Heat, Lines, Listing, Map, Raw, Stacks, shown
from wallenstein.core.page import Grid
from wallenstein.pages.html import Html, element
from wallenstein.pages.text import table
from wallenstein.report.page.areas import against, heat, map_of
from wallenstein.report.page.charts import dots, lines, stacks

MOST_ROWS = 400  # of a table in the page; files of an export have all
FEW_ROWS = 30  # a longer table is unfolded


def shown_figure(figure: Figure) -> Html:
    """The whole figure."""
    values = values_of(figure)
    drawn = picture(figure.chart, f"{figure.title}. The table below has the values.")
    folded = drawn is not None or len(figure.chart.table().rows) > FEW_ROWS
    inside = element("details", element("summary", "Values"), values) if folded else values
    return element(
        "figure",
        element("h3", figure.title),
        element("figcaption", figure.text) if figure.text else None,
        drawn,
        inside,
        id=figure.name,
        class_="chart wide" if drawn is None else "chart",
    )


def picture(chart: Chart, label: str) -> Html | None:
    """The drawing of a chart, if it has one."""
    match chart:
        case Dots():
            return dots(chart, label)
        case Lines():
            return lines(chart, label)
        case Stacks():
            return stacks(chart, label)
        case Heat():
            return heat(chart, label)
        case Against():
            return against(chart, label)
        case Map():
            return map_of(chart, label)
        case Listing():
            return None


def values_of(figure: Figure) -> Html:
    """The values as a table."""
    head, rows = figure.chart.table()
    unit = "%" if isinstance(figure.chart, Against) else figure.chart.unit
    words = tuple(place for place in range(len(head)) if any(isinstance(row[place], str) for row in rows))
    entries = tuple(tuple(entry(value, unit) for value in row) for row in rows[:MOST_ROWS])
    return table(Grid(head, entries, words or (0,)))


def entry(value: Raw, unit: str) -> str:
    """A value of a table."""
    return shown(value, unit)
