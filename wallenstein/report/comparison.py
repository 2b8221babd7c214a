"""A comparison of cells as plain text."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, Final

from wallenstein.report.plain import aligned

Figures = Mapping[str, Any]
WIDTH: Final = 36  # of what is measured, so that all fits a terminal of 80 columns


def comparison_text(comparison: Figures) -> str:
    """One table per cell, one line per measure."""
    lines = [f"{comparison['name']}: the same seeds in every cell, compared block by block"]
    for place, cell in enumerate(comparison["cells"]):
        rows = [row for line in comparison["lines"] for row in _rows(line, place)]
        blocks = max((line["differences"][place]["blocks"] for line in comparison["lines"]), default=0)
        heads = ("", "there", "more here", f"95 %, {blocks:,} blocks", "")
        lines += ["", cell, f"against {comparison['base']}", *aligned([heads, *rows])]
    lines += ["", _footnote(comparison)]
    return "\n".join(lines)


def _footnote(comparison: Figures) -> str:
    """What a star means: fewer than the intervals that exclude 0, as some of many do so by chance."""
    compared = sum(each["p"] is not None for line in comparison["lines"] for each in line["differences"])
    return (
        f"* differs beyond chance, corrected for {compared:,} comparisons (Holm);\n"
        "  differences of shares are in percentage points"
    )


def _rows(line: Figures, place: int) -> Iterator[tuple[str, ...]]:
    """What is measured, on several lines if it is long, and its figures on the first."""
    first, *more = wrap(line["text"], WIDTH, subsequent_indent="  ")
    yield first, _value(line["base"], line["share"]), *_more(line["differences"][place], line["share"])
    for words in more:
        yield words, "", "", "", ""


def _value(value: float | None, share: bool) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f} %" if share else f"{value:.2f}"


def _more(difference: Figures, share: bool) -> tuple[str, str, str]:
    measure = difference["difference"]
    low, high = measure["low"], measure["high"]
    scale, digits = (100, 1) if share else (1, 2)  # shares change by percentage points
    shown = "-" if measure["value"] is None else f"{scale * measure['value']:+.{digits}f}"
    if low is None or high is None:
        return shown, "-", ""
    interval = f"{scale * low:+.{digits}f} to {scale * high:+.{digits}f}"
    return shown, interval, "*" if difference["differs"] else ""
