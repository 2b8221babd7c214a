"""The parts of a text for people: headings, sentences and tables, independent of how they are shown."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias


class Toned(NamedTuple):
    """A part of a sentence with a tone: a player's colour, `strong`, `quiet`; `secret` is what not all players know."""

    text: str
    tone: str = ""


Words: TypeAlias = tuple[str | Toned, ...]


class Heading(NamedTuple):
    """Of the whole (0), of a part (1), or of a part's part (2)."""

    text: str
    level: int


class Sentence(NamedTuple):
    """A line of text, indented by its depth."""

    words: Words
    depth: int = 0


class Grid(NamedTuple):
    """A table; the columns `left` hold words, the others figures."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | Toned, ...], ...]
    left: tuple[int, ...] = (0,)


Item: TypeAlias = Heading | Sentence | Grid
Items: TypeAlias = Iterator[Item]


def text_of(part: str | Toned) -> str:
    """The bare text of a word or piece."""
    return part.text if isinstance(part, Toned) else part


def plain_text(words: Words) -> str:
    """The bare text of a sentence."""
    return "".join(map(text_of, words))


def listed(parts: Sequence[Words], last: str = " and ") -> Words:
    """The parts with commas between them, and `last` before the last one."""
    joined: list[str | Toned] = []
    for place, part in enumerate(parts):
        if place:
            joined.append(last if place == len(parts) - 1 else ", ")
        joined += part
    return tuple(joined)


def several(count: int, one: str, many: str) -> str:
    """The count with its noun."""
    return f"{count} {one if count == 1 else many}"
