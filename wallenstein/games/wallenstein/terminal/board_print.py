"""A board as text, as tables in a terminal, and as JSON."""

import json
from textwrap import wrap
from typing import Final

from wallenstein.games.wallenstein.board import DEFAULT, Board

HEADINGS: Final = ("county", "name", "sites", "grain", "taxes", "neighbours")
NUMBERS: Final = ("sites", "grain", "taxes")
COLOURS: Final = ("red", "blue", "green", "purple", "yellow")  # a file may name others; they stay plain
WIDTH: Final = 100  # of prose that goes to a file
LIGHT: Final = "* light border: left out with 3 players"


def title(board: Board) -> str:
    """What the board is, and whether its values are the printed ones."""
    name = "The board of the package" if board.path == DEFAULT else f"The board of {board.path}"
    if board.printed_data:
        return f"{name}: the printed values, as the file says."
    return f"{name}: a reconstruction; these are not the printed values."


def origin(board: Board) -> str:
    """Where the values come from, as the file tells it."""
    return board.provenance or "The file does not say where its values come from."


def rows(board: Board, region: int) -> list[tuple[str, ...]]:
    """One row for every county of a region, a star at the light-bordered ones."""
    return [
        (
            board.ids[county],
            board.names[county] + ("*" if board.light_border[county] else ""),
            str(board.sites[county]),
            str(board.grain[county]),
            str(board.taxes[county]),
            ", ".join(board.ids[near] for near in board.neighbours[county]),
        )
        for county in range(len(board.ids))
        if board.region[county] == region
    ]


def as_text(board: Board) -> str:
    """Aligned plain text."""
    tables = [rows(board, region) for region in range(len(board.regions))]
    every = [HEADINGS, *(row for table in tables for row in table)]
    widths = [max(len(row[column]) for row in every) for column in range(len(HEADINGS))]
    lines = [title(board), ""]
    lines += [line for paragraph in origin(board).split("\n") for line in wrap(paragraph, WIDTH)]
    for name, table in zip(board.region_names, tables, strict=True):
        lines += ["", name]
        for row in (HEADINGS, *table):
            lines.append("  " + "  ".join(map(_aligned, HEADINGS, row, widths)).rstrip())
    return "\n".join([*lines, "", LIGHT])


def _aligned(heading: str, value: str, width: int) -> str:
    return value.rjust(width) if heading in NUMBERS else value.ljust(width)


def print_tables(board: Board) -> None:
    """Tables for a terminal, one a region."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    console.print(title(board), style="bold")
    console.print(origin(board), style="dim")
    for region, name in enumerate(board.region_names):
        colour = board.region_colours[region]
        console.print(f"\n{name}", style=colour if colour in COLOURS else "bold")
        table = Table(box=None, pad_edge=False, header_style="dim")
        for heading in HEADINGS:
            right, whole = heading in NUMBERS, heading != HEADINGS[-1]  # only neighbours may be broken into lines
            table.add_column(heading, justify="right" if right else "left", no_wrap=whole)
        for row in rows(board, region):
            table.add_row(*row)
        console.print(table)
    console.print(f"\n{LIGHT}")


def as_json(board: Board) -> str:
    """All values; counties and regions by their ids."""
    document = {
        "board": board.path,
        "printed_data": board.printed_data,
        "provenance": board.provenance,
        "content_hash": board.content_hash(),
        "regions": [
            {"id": own, "name": name, "colour": colour}
            for own, name, colour in zip(board.regions, board.region_names, board.region_colours, strict=True)
        ],
        "counties": [
            {
                "id": board.ids[county],
                "name": board.names[county],
                "region": board.regions[board.region[county]],
                "light_border": board.light_border[county],
                "sites": board.sites[county],
                "grain": board.grain[county],
                "taxes": board.taxes[county],
                "neighbours": [board.ids[near] for near in board.neighbours[county]],
            }
            for county in range(len(board.ids))
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
