"""The page of a game that has no page of its own: its text."""

from collections.abc import Iterable

from wallenstein.core.reports.page import Heading, Item
from wallenstein.pages.shell import main_page, page
from wallenstein.pages.text import items


def told_page(title: str, told: Iterable[Item]) -> str:
    """A game as its narrator tells it, below a title of its own."""
    shown = [item for item in told if not (isinstance(item, Heading) and item.level == 0)]
    return page(title, main_page(title, None, items(shown, level=1)))
