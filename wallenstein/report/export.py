"""Writes every figure of a report into a folder: PNG and SVG, its values as CSV, its table as LaTeX."""

import csv
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Final

from wallenstein.core.program.packaged import extra_module
from wallenstein.core.reports import Figure

ESCAPED: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "^": r"\textasciicircum{}",
    "_": r"\_", "~": r"\textasciitilde{}", "%": r"\%",
}  # fmt: skip


def export(figures: Iterable[Figure], folder: Path) -> list[Path]:
    """The files that were written. Only this needs matplotlib."""
    drawn = extra_module("wallenstein.report.plots", "report", "report --export").draw
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for figure in figures:
        for ending, text in ((".csv", as_csv(figure)), (".tex", as_latex(figure))):
            path = folder / f"{figure.name}{ending}"
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
        written += drawn(figure, folder)
    return written


def as_csv(figure: Figure) -> str:
    """The bare values, shares as parts of 1."""
    head, rows, _ = figure.chart.table()
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([name or "name" for name in head])
    writer.writerows(rows)
    return text.getvalue()


def as_latex(figure: Figure) -> str:
    """A table for a paper that uses booktabs."""
    table = figure.chart.table().text()
    sides = ["l" if place in table.words else "r" for place in range(len(table.head))]
    lines = [
        "% needs \\usepackage{booktabs}",
        "\\begin{table}",
        f"  \\caption{{{escaped(figure.title)}}}",
        f"  \\label{{tab:{figure.name}}}",
        f"  \\begin{{tabular}}{{{''.join(sides)}}}",
        "    \\toprule",
        f"    {row_of(table.head)}",
        "    \\midrule",
        *(f"    {row_of(row)}" for row in table.rows),
        "    \\bottomrule",
        "  \\end{tabular}",
        "\\end{table}",
    ]
    return "\n".join([*lines, ""])


def row_of(values: tuple[str, ...]) -> str:
    """A row of a table."""
    return " & ".join(map(escaped, values)) + r" \\"


def escaped(text: str) -> str:
    """Text in which nothing is a command."""
    return "".join(ESCAPED.get(character, character) for character in text if character.isprintable())
