"""A told game as plain text: a line a fact, for pipes and files."""

from collections.abc import Iterator
from typing import Final

from wallenstein.core.words import printable
from wallenstein.games.wallenstein.story.page import Grid, Heading, Item, Piece, plain_text, text_of

INDENT: Final = "  "
GAP: Final = "  "
RULES: Final = "=-"  # under the headings of the game and of a season


def lines(item: Item) -> Iterator[str]:
    """The lines of one item; sentences are not wrapped, so that each can be searched for."""
    if isinstance(item, Heading):
        yield from heading(item)
    elif isinstance(item, Grid):
        yield from table(item)
    else:
        yield INDENT * item.depth + printable(plain_text(item.words))


def heading(item: Heading) -> Iterator[str]:
    """A heading with a line under it, a slot's without."""
    if item.level:
        yield ""
    yield item.text
    if item.level < len(RULES):
        yield RULES[item.level] * len(item.text)


def table(item: Grid) -> Iterator[str]:
    """Columns of equal width, after an empty line."""
    rows: list[tuple[str | Piece, ...]] = [item.head, *item.rows]
    texts = [[printable(text_of(cell)) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in texts) for column in range(len(item.head))]
    yield ""
    for row in texts:
        cells = [
            cell.ljust(width) if column < item.left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield GAP.join(cells).rstrip()
