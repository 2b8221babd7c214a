"""Pages of reports: their parts, and one figure with its title, its drawing, and its values as a table to unfold."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from wallenstein.core.reports import Chart, Dots, Figure, Heat, Stacks
from wallenstein.core.text import Grid
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.palette import pattern_defs
from wallenstein.pages.shell import main_page, packaged, page, table
from wallenstein.pages.svg import drawing
from wallenstein.report.html.charts import NO_TONES, Tones, draw

MOST_DRAWN: Final = 60  # rows of a drawing; the table has all
MOST_ROWS: Final = 400  # of a table in the page; files of an export have all
FEW_ROWS: Final = 30  # a longer table scrolls by itself


class PagePart(NamedTuple):
    """A part of a page: sentences, figures, and anything else. One of many similar parts is folded."""

    name: str
    title: str
    body: Content = None
    sentences: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    folded: bool = False
    text: str = ""  # how to read it

    def draw(self, tones: Tones) -> Html:
        """The part with its heading, which unfolds it if it is folded."""
        drawn = charts(self.figures, tones) if self.figures else None
        text = element("p", self.text) if self.text else None
        body = [text, sentence_list(self.sentences) if self.sentences else None, drawn, self.body]
        inside: Content = [element("h2", self.title), body]
        if self.folded:
            inside = element("details", element("summary", element("h2", self.title)), body)
        return element("section", inside, id=self.name)


def report_page(
    title: str,
    heading: str,
    subtitle: str,
    parts: Sequence[PagePart],
    foot: str,
    first: Content = None,
    index: str | None = None,
    within: Sequence[str] = (),
    tones: Tones = NO_TONES,
) -> str:
    """The page; `index` is the label of links to its parts, and `first` stands before them."""
    patterns = element("svg", pattern_defs(), width=0, height=0, aria_hidden="true", class_="hidden")
    links = [element("li", element("a", part.title, href=f"#{part.name}")) for part in parts if not part.folded]
    jumps = index and element("nav", element("ul", links), class_="parts", aria_label=index)
    body = main_page(heading, subtitle, patterns, jumps, first, *(part.draw(tones) for part in parts), foot=foot)
    return page(title, body, styles=[packaged(__package__, "report.css")], within=within)


def sentence_list(sentences: Iterable[str]) -> Html:
    return element("ul", [element("li", sentence) for sentence in sentences], class_="verdict")


def charts(figures: Iterable[Figure], tones: Tones = NO_TONES) -> Html:
    return element("div", [shown_figure(figure, tones) for figure in figures], class_="charts")


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
