"""One figure in a page: its title, how to read it, the drawing, and its values as a table to unfold."""

from typing import Final

from wallenstein.core.reports import Chart, Dots, Figure, Heat, Stacks
from wallenstein.core.text import Grid
from wallenstein.pages.html import Html, element
from wallenstein.pages.shell import table
from wallenstein.pages.svg import drawing
from wallenstein.report.html.charts import NO_TONES, Tones, draw

MOST_DRAWN: Final = 60  # rows of a drawing; the table has all
MOST_ROWS: Final = 400  # of a table in the page; files of an export have all
FEW_ROWS: Final = 30  # a longer table scrolls by itself


def shown_figure(figure: Figure, tones: Tones = NO_TONES) -> Html:
    values = values_of(figure)
    picture = draw(shortened(figure.chart), tones)
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


def values_of(figure: Figure) -> Html:
    head, rows, words = figure.chart.table().text()
    shown = table(Grid(head, rows[:MOST_ROWS], words))
    left_out = len(rows) - MOST_ROWS
    more = element("p", f"{left_out:,} more rows are in the files of --export.") if left_out > 0 else None
    return element("div", shown, more, class_="values long" if len(rows) > FEW_ROWS else "values")
