"""A page in a terminal: players in colour, sentences wrapped with their indent."""

from typing import Final

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from wallenstein.core.text import Grid, Heading, Item, Toned, Words, printable, text_of

STYLES: Final = {
    "red": "bright_red", "blue": "bright_blue", "yellow": "yellow", "purple": "magenta", "cyan": "cyan",
    "green": "green", "strong": "bold", "quiet": "dim",
}  # fmt: skip
INDENT: Final = 2
RULES: Final = "═─"  # across the terminal, for the whole and for a part; the heading of a part's part is only bold


def show(console: Console, item: Item) -> None:
    if isinstance(item, Heading):
        console.print()
        if item.level < len(RULES):
            console.print(Rule(Text(item.text, "bold"), align="left", style="dim", characters=RULES[item.level]))
        else:
            console.print(Text(item.text, "bold"))
    elif isinstance(item, Grid):
        console.print()
        console.print(_table(item, console.width), crop=False)
    else:
        # wrapped lines are indented a little more
        hang = INDENT * (item.depth + 1)
        for place, line in enumerate(_styled(item.words).wrap(console, max(20, console.width - hang))):
            line.rstrip()
            console.print(Text(" " * (hang if place else hang - INDENT)).append_text(line), soft_wrap=True)


def _table(item: Grid, width: int) -> Table:
    """A table without a frame. Only words in its last column are wrapped: the terminal breaks lines that are longer."""
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, INDENT, 0, 0))
    for column, name in enumerate(item.head):
        justify, last = "left" if column in item.left else "right", column == len(item.head) - 1
        texts = [name] if last and justify == "left" else [text_of(row[column]) for row in (item.head, *item.rows)]
        table.add_column(name, justify=justify, no_wrap=not last, min_width=max(map(len, texts)))  # type: ignore[arg-type]
    least = sum(column.min_width or 0 for column in table.columns) + INDENT * (len(item.head) - 1)
    table.width = least if least > width else None
    for row in item.rows:
        table.add_row(*(_styled((entry,)) for entry in row))
    return table


def _styled(words: Words) -> Text:
    text = Text()
    for word in words:
        tone = word.tone if isinstance(word, Toned) else ""
        text.append(printable(text_of(word)), STYLES.get(tone, ""))
    return text
