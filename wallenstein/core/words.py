"""Helpers for messages: near matches, counts with their nouns, printable text."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str], most: int = 20, near: int = 3) -> str:
    """A hint such as `did you mean "miller"?` with up to `near` names, or up to `most` known names if none is near."""
    names = sorted(known)
    close = get_close_matches(name, names, n=near)
    if close:
        return "did you mean " + " or ".join(f'"{n}"' for n in close) + "?"
    shown = ", ".join(f'"{n}"' for n in names[:most])
    if len(names) > most:
        shown += f" and {len(names) - most:,} more"
    return f"known: {shown}" if shown else "none are known"


def printable(text: str, longest: int | None = None) -> str:
    """The text with control characters escaped, cut to a length if given."""
    if longest is not None and len(text) > longest:
        text = text[: longest - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def counted(number: int, one: str, many: str = "") -> str:
    """Such as `1 chunk` and `2,000 chunks`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def either(choices: Sequence[object]) -> str:
    """Such as `a, b or c`."""
    words = list(map(str, choices))
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
