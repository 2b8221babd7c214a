"""A comparison of cells as plain text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wallenstein.report.standings import aligned

Figures = Mapping[str, Any]


def comparison_text(comparison: Figures) -> str:
    """A table for each cell, a line for each thing measured."""
    base = comparison["base"]
    lines = [f"{comparison['name']}: the same seeds in every cell, compared block by block with {base}"]
    for place, cell in enumerate(comparison["cells"]):
        lines += ["", *aligned(list(_rows(base, cell, place, comparison["lines"])))]
    lines += ["", "* the interval leaves out zero"]
    return "\n".join(lines)


def _rows(base: str, cell: str, place: int, lines: Sequence[Figures]) -> Iterator[tuple[str, ...]]:
    blocks = max((line["differences"][place]["blocks"] for line in lines), default=0)
    yield cell, _short(base), "more here", f"95 %, {blocks:,} blocks", ""
    for line in lines:
        yield line["text"], _value(line["base"], line["share"]), *_more(line["differences"][place], line["share"])


def _short(cell: str) -> str:
    """The values alone of a cell's label."""
    return " ".join(part.partition("=")[2] or part for part in cell.split(" "))


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
    return shown, interval, "*" if low > 0 or high < 0 else ""
