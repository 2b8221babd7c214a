"""A board as text, or as tables in a terminal; and the packaged boards as a list."""

from itertools import islice
from textwrap import wrap
from typing import Final

from wallenstein.core.text import Grid
from wallenstein.games.wallenstein.board import DEFAULT, PACKAGED, Board, board, origin, title
from wallenstein.games.wallenstein.board.faults import documented
from wallenstein.games.wallenstein.board.values import RECONSTRUCTION, packaged_document
from wallenstein.report.plain import aligned

HEADINGS: Final = ("county", "name", "sites", "grain", "taxes", "neighbours")
WORDS: Final = (0, 1, 5)  # columns; the others are figures
COLOURS: Final = ("red", "blue", "green", "purple", "yellow")  # a file may name others; they stay plain
WIDTH: Final = 100  # of prose in a file
LIGHT: Final = "* light border: left out with 3 players"


def county_rows(board: Board, region: int) -> list[tuple[str, ...]]:
    """One row for every county of a region, with a star for light-bordered ones."""
    return [
        (
            board.ids[county],
            board.names[county] + ("*" if board.light_border[county] else ""),
            *map(str, (board.sites[county], board.grain[county], board.taxes[county])),
            ", ".join(board.ids[near] for near in board.neighbours[county]),
        )
        for county in range(len(board.ids))
        if board.region[county] == region
    ]


def as_text(board: Board) -> str:
    tables = [county_rows(board, region) for region in range(len(board.regions))]
    head, *every = aligned([HEADINGS, *(row for table in tables for row in table)], WORDS)
    lines = [title(board), ""]
    lines += [line for paragraph in origin(board).split("\n") for line in wrap(paragraph, WIDTH)]
    counties = iter(every)
    for name, table in zip(board.region_names, tables, strict=True):
        lines += ["", name, *(f"  {line}" for line in (head, *islice(counties, len(table))))]
    return "\n".join([*lines, "", LIGHT])


def print_tables(board: Board) -> None:
    from rich.console import Console

    from wallenstein.report.terminal import show

    console = Console(highlight=False, markup=False)
    console.print(title(board), style="bold")
    console.print(origin(board), style="dim")
    for region, name in enumerate(board.region_names):
        colour = board.region_colours[region]
        console.print(f"\n{name}", style=colour if colour in COLOURS else "bold")
        show(console, Grid(HEADINGS, tuple(county_rows(board, region)), WORDS))
    console.print(f"\n{LIGHT}")


# The packaged boards, and the known facts about them.


def boards_as_text() -> str:
    lines = []
    for name in PACKAGED:
        shown = RECONSTRUCTION if name == DEFAULT else name
        lines.append(f"{shown}, the default:" if name == DEFAULT else f"{shown}:")
        for fields, kind, source in board(name).origins:
            listed = f"{kind}: {', '.join(fields).replace('_', ' ')}" + (f" ({source})" if source else "")
            lines += wrap(listed, WIDTH, initial_indent="  ", subsequent_indent="    ")
        values, borders = documented(packaged_document(name))
        single = [
            *(f"{field} of {county}" for county, field in sorted(values)),
            *map(" and ".join, map(sorted, borders)),
        ]
        lines += [f"  documented besides: {', '.join(single)}"] if single else []
    return "\n".join(lines)
