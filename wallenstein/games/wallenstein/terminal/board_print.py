"""A board, or drawn boards as a list: as text, as tables in a terminal, and as JSON."""

import json
from collections.abc import Iterator
from itertools import islice
from operator import ne
from textwrap import wrap
from typing import Final, NamedTuple

from wallenstein.core.text import Grid
from wallenstein.games.wallenstein.board import DEFAULT, PACKAGED, Board, board, has_file
from wallenstein.games.wallenstein.board.faults import documented
from wallenstein.games.wallenstein.board.sample import is_sample, sample_name
from wallenstein.games.wallenstein.board.values import RECONSTRUCTION, packaged_document
from wallenstein.report.plain import aligned

HEADINGS: Final = ("county", "name", "sites", "grain", "taxes", "neighbours")
WORDS: Final = (0, 1, 5)  # columns; the others are figures
COLOURS: Final = ("red", "blue", "green", "purple", "yellow")  # a file may name others; they stay plain
WIDTH: Final = 100  # of prose in a file
LIGHT: Final = "* light border: left out with 3 players"


def title(board: Board) -> str:
    name = "The packaged board" if board.path == DEFAULT else f"The board {board.path}"
    if is_sample(board.path):
        return f"{name}: drawn around a reconstruction; these are not the printed values."
    if has_file(board.path):
        name = f"The board in {board.path}"
    if board.printed_data:
        return f"{name}: the printed values, according to the file."
    return f"{name}: a reconstruction; these are not the printed values."


def origin(board: Board) -> str:
    """The origin of the values, according to the file."""
    return board.provenance or "The file does not say where its values come from."


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


def as_json(board: Board) -> str:
    """All values; counties and regions by their ids."""
    document = {
        "board": board.path,
        "printed_data": board.printed_data,
        "provenance": board.provenance,
        "content_hash": board.content_hash(),
        "origins": [origin._asdict() for origin in board.origins],
        "line_ups": {
            str(len(seats)): [{board.ids[county]: armies for county, armies in seat} for seat in seats]
            for seats in board.line_ups
        },
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


# Drawn boards as a list: their names, their hashes, and their differences from the one in the middle.

SAMPLE_HEADINGS: Final = ("board", "hash", "sites", "grain", "taxes", "regions", "borders")
NOTE: Final = "how many counties have other values or another region, and how many borders are elsewhere, of"


class DrawnBoard(NamedTuple):
    """A drawn board, and the number of counties and borders in which it differs from the reconstruction."""

    name: str
    hash: str
    sites: int
    grain: int
    taxes: int
    regions: int
    borders: int


def draw_boards(count: int, spread: float, around: str) -> Iterator[DrawnBoard]:
    packaged = board(around)
    for number in range(1, count + 1):
        name = sample_name(number, spread, around)
        drawn = board(name)
        sites, grain, taxes, regions = (
            sum(map(ne, getattr(drawn, field), getattr(packaged, field)))  # exact: ints
            for field in ("sites", "grain", "taxes", "region")
        )
        near = zip(drawn.neighbours, packaged.neighbours, strict=True)
        borders = sum(len(set(new) - set(old)) for new, old in near) // 2
        yield DrawnBoard(name, drawn.content_hash(), sites, grain, taxes, regions, borders)


def samples_as_text(count: int, spread: float, around: str) -> str:
    rows = [(each.name, each.hash[:8], *map(str, each[2:])) for each in draw_boards(count, spread, around)]
    borders = sum(map(len, board(around).neighbours)) // 2
    return "\n".join([*aligned([SAMPLE_HEADINGS, *rows], (0, 1)), "", f"{NOTE} 45 counties and {borders} borders"])


def samples_as_json(count: int, spread: float, around: str) -> str:
    return json.dumps([each._asdict() for each in draw_boards(count, spread, around)], indent=2)


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


def boards_as_json() -> str:
    every = [
        {
            "board": name,
            "content_hash": board(name).content_hash(),
            "printed_data": board(name).printed_data,
            "origins": [origin._asdict() for origin in board(name).origins],
        }
        for name in PACKAGED
    ]
    return json.dumps(every, ensure_ascii=False, indent=2)
