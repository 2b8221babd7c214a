"""The parts of a text for people (`core/reports/page.py`) as HTML."""

from collections.abc import Iterable

from wallenstein.core.reports.page import Grid, Heading, Item, Sentence, Toned, Words, text_of
from wallenstein.pages.html import Content, Html, element, joined
from wallenstein.pages.palette import INKS


def items(shown: Iterable[Item], level: int = 2) -> Html:
    """Items one after the other; the heading of the whole is an `h` of this level."""
    return joined(*(item(one, level) for one in shown))


def item(shown: Item, level: int = 2) -> Html:
    """A heading, a sentence or a table."""
    if isinstance(shown, Heading):
        return element(f"h{min(6, level + shown.level)}", shown.text)
    if isinstance(shown, Sentence):
        return element("p", words(shown.words), class_=f"said depth-{min(3, shown.depth)}")
    return table(shown)


def words(said: Words) -> Html:
    """A sentence's words, toned parts in their colours."""
    return joined(*(word(part) for part in said))


def word(part: str | Toned) -> Content:
    """A part of a sentence in its tone."""
    if isinstance(part, str) or not part.tone:
        return text_of(part)
    if part.tone in INKS:
        return element("span", part.text, class_=f"tone-{part.tone}")
    return element("strong", part.text) if part.tone == "strong" else element("span", part.text, class_=part.tone)


def table(grid: Grid, caption: str | None = None) -> Html:
    """A table that scrolls by itself where it is too wide; its first column of words names the rows."""
    head = [element("th", name, scope="col", class_=side(grid, place)) for place, name in enumerate(grid.head)]
    rows = [element("tr", [cell(grid, place, entry) for place, entry in enumerate(row)]) for row in grid.rows]
    name = element("caption", caption) if caption else None
    inside = element("table", name, element("thead", element("tr", head)), element("tbody", rows))
    return scrolling(inside, caption or ", ".join(filter(None, grid.head)))


def cell(grid: Grid, place: int, entry: str | Toned) -> Html:
    """One entry of a table."""
    if place == min(grid.left, default=-1):
        return element("th", word(entry), scope="row", class_=side(grid, place))
    return element("td", word(entry), class_=side(grid, place))


def side(grid: Grid, place: int) -> str | None:
    """Figures stand to the right."""
    return None if place in grid.left else "figure"


def scrolling(inside: Content, label: str) -> Html:
    """What may be wider than a phone; it can be scrolled with the keyboard, too."""
    return element("div", inside, class_="scroll", tabindex=0, role="region", aria_label=label)
