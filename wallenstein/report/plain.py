"""A page as plain text, one fact per line, for pipes and files."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from wallenstein.core.text import Grid, Heading, Item, plain_text, printable, text_of

INDENT: Final = "  "
GAP: Final = "  "
RULES: Final = "=-"  # under the headings of the whole and of a part
WIDTH: Final = 80  # of a terminal of unknown width
NOT_BROKEN: Final = "\N{NO-BREAK SPACE}%"


def lines(item: Item) -> Iterator[str]:
    """The lines of one item; sentences are not wrapped, so that they can be searched."""
    if isinstance(item, Heading):
        yield from ("",) if item.level else ()
        yield item.text
        if item.level < len(RULES):
            yield RULES[item.level] * len(item.text)
    elif isinstance(item, Grid):
        yield ""
        yield from aligned([[printable(text_of(entry)) for entry in row] for row in (item.head, *item.rows)], item.left)
    else:
        yield INDENT * item.depth + printable(plain_text(item.words))


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> Iterator[str]:
    """Aligned columns: words to the left, figures to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = enumerate(zip(row, widths, strict=True))
        texts = (text.ljust(width) if column in left else text.rjust(width) for column, (text, width) in cells)
        yield GAP.join(texts).rstrip()


def wrapped(sentences: Iterable[str], width: int = WIDTH) -> Iterator[str]:
    for sentence in sentences:
        kept = sentence.replace(" %", NOT_BROKEN)
        for line in wrap(kept, width, subsequent_indent=INDENT, break_long_words=False, break_on_hyphens=False):
            yield line.replace(NOT_BROKEN, " %")
