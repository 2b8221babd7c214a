"""A told game in a terminal: colours for the players, sentences wrapped under their own beginning."""

from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from wallenstein.core.words import printable
from wallenstein.games.wallenstein.story.page import Grid, Heading, Item, Piece, Words, text_of

STYLES: Final = {
    "red": "bright_red",
    "blue": "bright_blue",
    "yellow": "yellow",
    "purple": "magenta",
    "cyan": "cyan",
    "green": "green",
    "county": "bold",
    "quiet": "dim",
}
INDENT: Final = 2
RULES: Final = "═─"  # across the terminal, for the game and for a season


def show(console: Console, item: Item) -> None:
    """Prints one item."""
    if isinstance(item, Heading):
        show_heading(console, item)
    elif isinstance(item, Grid):
        console.print(Padding(table(item), (1, 0, 0, 0)))
    else:
        # what does not fit into the line goes on a little further in
        hang = INDENT * (item.depth + 1)
        for place, line in enumerate(styled(item.words).wrap(console, max(20, console.width - hang))):
            line.rstrip()
            console.print(Text(" " * (hang if place else hang - INDENT)).append_text(line), soft_wrap=True)


def show_heading(console: Console, item: Heading) -> None:
    """A line across the terminal; a slot's heading is only bold."""
    console.print()
    if item.level < len(RULES):
        console.print(Rule(Text(item.text, "bold"), align="left", style="dim", characters=RULES[item.level]))
    else:
        console.print(Text(item.text, "bold"))


def table(item: Grid) -> Table:
    """A table without a frame."""
    grid = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for column, name in enumerate(item.head):
        grid.add_column(name, justify="left" if column < item.left else "right")
    for row in item.rows:
        grid.add_row(*(styled((cell,)) for cell in row))
    return grid


def styled(words: Words) -> Text:
    """Words and pieces as one text; nothing in them is markup."""
    text = Text()
    for word in words:
        tone = word.tone if isinstance(word, Piece) else ""
        text.append(printable(text_of(word)), STYLES.get(tone, ""))
    return text
