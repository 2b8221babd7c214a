"""Drawn boards as a list: their names, their hashes, and what differs from the reconstruction."""

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from wallenstein.games.wallenstein.board import Board, board
from wallenstein.games.wallenstein.board.sample import sample_name
from wallenstein.report.plain import aligned

HEADINGS: Final = ("board", "hash", "sites", "grain", "taxes", "regions", "borders")
NOTE: Final = "how many counties have other values or another region, and how many borders are elsewhere, of"


class Drawn(NamedTuple):
    """A drawn board, and in how many counties or borders it is not the reconstruction."""

    name: str
    hash: str
    sites: int
    grain: int
    taxes: int
    regions: int
    borders: int


def drawn(count: int, spread: float) -> Iterator[Drawn]:
    """The boards 1 to `count`."""
    packaged = board()
    for number in range(1, count + 1):
        name = sample_name(number, spread)
        yield _compared(name, board(name), packaged)


def _compared(name: str, one: Board, packaged: Board) -> Drawn:
    def differ(values: tuple[int, ...], others: tuple[int, ...]) -> int:
        return sum(value != other for value, other in zip(values, others, strict=True))

    near = zip(one.neighbours, packaged.neighbours, strict=True)
    return Drawn(
        name=name,
        hash=one.content_hash(),
        sites=differ(one.sites, packaged.sites),
        grain=differ(one.grain, packaged.grain),
        taxes=differ(one.taxes, packaged.taxes),
        regions=differ(one.region, packaged.region),
        borders=sum(len(set(new) - set(old)) for new, old in near) // 2,
    )


def as_text(count: int, spread: float) -> str:
    """An aligned table."""
    rows = [(each.name, each.hash[:8], *map(str, each[2:])) for each in drawn(count, spread)]
    borders = sum(map(len, board().neighbours)) // 2
    return "\n".join([*aligned([HEADINGS, *rows], (0, 1)), "", f"{NOTE} 45 counties and {borders} borders"])


def as_json(count: int, spread: float) -> str:
    """The list with whole hashes."""
    return json.dumps([each._asdict() for each in drawn(count, spread)], indent=2)
