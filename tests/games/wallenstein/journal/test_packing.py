"""Rows of throws packed in pieces, against rows packed value by value."""

import pytest

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.journal.throws import PACK_THROW, SEATS, THROWS, of_colours

HEAD = tuple(range(-1, 17))  # the columns ahead of cubes by colour


def by_colour(cubes: tuple[int, ...]) -> list[int]:
    """One number for each seat that a table can have, then the peasants."""
    seats = len(cubes) - 1
    return [*cubes[:seats], *[0] * (SEATS - seats), cubes[seats]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cubes_of_all_colours_are_packed_as_one_by_one(players: int) -> None:
    tray, inside, out = (tuple(range(start, start + players + 1)) for start in (1, 20, 40))
    colours = of_colours(tray, inside, out)
    assert list(colours) == [*by_colour(tray), *by_colour(inside), *by_colour(out)]
    rows = Rows(THROWS)
    rows.add(*HEAD, *by_colour(tray), *by_colour(inside), *by_colour(out), 2, 7, True, 0.25)
    assert PACK_THROW(*HEAD, colours, 2, 7, True, 0.25) == rows.packed[0]
