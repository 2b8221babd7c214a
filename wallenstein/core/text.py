"""Text for people: helpers for messages; headings, sentences and tables, independent of their display."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple, TypeAlias

LONGEST: Final = 60  # characters of a user's text that a message repeats
LONGEST_WORD: Final = 200  # without quotes: most are paths
LONGEST_LINE: Final = 2000
QUOTED: Final = re.compile(r'"([^"]*)"')
WORD: Final = re.compile(r"\S{201,}")


def did_you_mean(name: object, known: Iterable[str], most: int = 20, near: int = 3, are: str = "known") -> str:
    """A hint such as `did you mean "miller"?` with up to `near` names, or up to `most` known names if none is near."""
    names = sorted(known)
    close = get_close_matches(str(name)[:LONGEST_WORD], names, n=near)  # from Python, it may be anything
    if close:
        return "did you mean " + " or ".join(f'"{n}"' for n in close) + "?"
    shown = ", ".join(f'"{n}"' for n in names[:most])
    if len(names) > most:
        shown += f" and {len(names) - most:,} more"
    return f"{are}: {shown}" if shown else f"none are {are}"


def brief(text: str, longest: int = LONGEST) -> str:
    """The text, with its middle left out if it is long."""
    if len(text) <= longest:
        return text
    kept = longest // 2
    return f"{text[:kept]}…{text[kept - longest + 1 :]}"


def brief_line(text: str) -> str:
    """A message with long quotations and words cut short, because users' texts can be thousands of characters long."""
    text = QUOTED.sub(lambda found: found[0] if "/" in found[1] else f'"{brief(found[1])}"', text)  # paths are long
    return brief(WORD.sub(lambda found: brief(found[0], LONGEST_WORD), text), LONGEST_LINE)


def first_line(error: BaseException) -> str:
    """The first line of an error's text, or its name."""
    return next(iter(str(error).splitlines()), "") or type(error).__name__


def printable(text: str, longest: int | None = None) -> str:
    """The text with control characters escaped, cut to a length if given."""
    if longest is not None and len(text) > longest:
        text = text[: longest - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def counted(number: int, one: str, many: str = "") -> str:
    """Such as `1 chunk` and `2,000 chunks`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def either(choices: Sequence[object], last: str = "or") -> str:
    """Such as `a, b or c`."""
    words = list(map(str, choices))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def ordinal(number: int) -> str:
    """Such as 1st, 2nd, 13th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


class Toned(NamedTuple):
    """A part of a sentence with a tone: a player's colour, `strong`, `quiet`; `secret` is hidden from some players."""

    text: str
    tone: str = ""


Words: TypeAlias = tuple[str | Toned, ...]


class Heading(NamedTuple):
    """The heading of the whole (0), of a part (1), or of a part's part (2)."""

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
    return part.text if isinstance(part, Toned) else part


def plain_text(words: Words) -> str:
    return "".join(map(text_of, words))


def listed(parts: Sequence[Words], last: str = " and ") -> Words:
    """The parts with commas between them, and `last` before the last one."""
    joined: list[str | Toned] = []
    for place, part in enumerate(parts):
        if place:
            joined.append(last if place == len(parts) - 1 else ", ")
        joined += part
    return tuple(joined)


def one_or_many(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
