"""What a told game is made of: headings, sentences and tables, free of any way to show them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias


class Piece(NamedTuple):
    """A part of a sentence with a tone: a player's colour, `county`, `win`, `loss` or `quiet`."""

    text: str
    tone: str = ""


Words: TypeAlias = tuple[str | Piece, ...]


class Heading(NamedTuple):
    """The game (0), a season (1), or a slot (2)."""

    text: str
    level: int


class Sentence(NamedTuple):
    """A line of the story, indented by its depth."""

    words: Words
    depth: int = 0


class Grid(NamedTuple):
    """A table; the first `left` columns are words, the others figures."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | Piece, ...], ...]
    left: int = 1


Item: TypeAlias = Heading | Sentence | Grid
Items: TypeAlias = Iterator[Item]


def text_of(part: str | Piece) -> str:
    """The bare text of a word or piece."""
    return part.text if isinstance(part, Piece) else part


def plain_text(words: Words) -> str:
    """The bare text of a sentence."""
    return "".join(map(text_of, words))


def listed(parts: Sequence[Words], last: str = " and ") -> Words:
    """The parts with commas between them, and `last` before the last one."""
    joined: list[str | Piece] = []
    for place, part in enumerate(parts):
        if place:
            joined.append(last if place == len(parts) - 1 else ", ")
        joined += part
    return tuple(joined)


def several(count: int, one: str, many: str) -> str:
    """The count with its noun."""
    return f"{count} {one if count == 1 else many}"


def armies(count: int) -> str:
    """So many armies."""
    return several(count, "army", "armies")


def peasants(count: int) -> str:
    """So many peasants."""
    return several(count, "peasant", "peasants")
