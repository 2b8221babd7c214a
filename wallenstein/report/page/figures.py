"""One figure in a page: its title, how to read it, the drawing, and its values as a table to unfold."""

from wallenstein.core.reports.figures import Against, Chart, Dots, Figure, Heat, Lines, Listing, Map, Stacks
from wallenstein.core.reports.page import Grid
from wallenstein.pages.html import Html, element
from wallenstein.pages.text import table
from wallenstein.report.page.areas import against, heat, map_of
from wallenstein.report.page.charts import dots, lines, stacks

MOST_DRAWN = 60  # rows of a drawing; the table has all
MOST_ROWS = 400  # of a table in the page; files of an export have all
FEW_ROWS = 30  # a longer table scrolls by itself


def shown_figure(figure: Figure) -> Html:
    """The whole figure."""
    values = values_of(figure)
    drawn = picture(shortened(figure.chart), f"{figure.title}. The table below has the values.")
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
    match chart:
        case Dots():
            return chart._replace(names=chart.names[:MOST_DRAWN], estimates=chart.estimates[:MOST_DRAWN])
        case Stacks():
            return chart._replace(names=chart.names[:MOST_DRAWN], values=chart.values[:MOST_DRAWN])
        case Heat():
            return chart._replace(names=chart.names[:MOST_DRAWN], values=chart.values[:MOST_DRAWN])
        case _:
            return chart


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
    head, rows, words = figure.chart.table().text()
    shown = table(Grid(head, rows[:MOST_ROWS], words))
    left_out = len(rows) - MOST_ROWS
    more = element("p", f"{left_out:,} more rows are in the files of --export.") if left_out > 0 else None
    return element("div", shown, more, class_="values long" if len(rows) > FEW_ROWS else "values")
