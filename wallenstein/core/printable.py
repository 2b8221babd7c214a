"""Text that came from outside, fit for one line of a terminal."""


def printable(text: str, longest: int | None = None) -> str:
    """The text with escapes for what a terminal would obey or break lines at, cut to a length if asked."""
    if longest is not None and len(text) > longest:
        text = text[: longest - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
