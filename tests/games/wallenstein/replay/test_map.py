"""The drawing has every county, and its borders are those of the shapes."""

import re
from xml.etree import ElementTree

import pytest

from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.replay.map import chains, county_map, lines, name_lines, shapes


def edges(path: str) -> int:
    """How many edges the text of a path draws."""
    return sum(len(part.split()) // 2 - 1 for part in path.split("M") if part)


def test_every_county_has_a_shape() -> None:
    assert set(shapes()) == set(board().ids)
    assert all(shape.ring[0] == shape.ring[-1] for shape in shapes().values())


def test_lines_are_every_edge_once() -> None:
    drawn = lines({name: board().region[county] for county, name in enumerate(board().ids)})
    found = {
        frozenset((start, end))
        for shape in shapes().values()
        for start, end in zip(shape.ring, shape.ring[1:], strict=False)
    }
    assert edges(drawn.counties) + edges(drawn.regions) + edges(drawn.coast) == len(found)
    assert min(edges(drawn.counties), edges(drawn.regions), edges(drawn.coast)) > 100


def test_edges_become_long_lines() -> None:
    a, b, c, d = (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)
    assert sorted(map(sorted, chains([(c, d), (a, b), (b, c)]))) == [[a, b, c, d]]
    assert [len(chain) for chain in chains([(a, b), (b, c), (c, a)])] == [4]  # a ring ends where it began


def test_the_map_names_every_county_and_nothing_else() -> None:
    drawn = county_map(board(), "The map", things=lambda county: f"<{county}>")
    tree = ElementTree.fromstring(drawn)
    assert len(tree.findall(".//path[@class][@id]")) == 45
    assert {title.text for title in tree.findall(".//title")} == set(board().names)
    assert [group.text for group in tree.findall(".//g[@class='things']")] == [f"<{c}>" for c in range(45)]


def test_a_county_may_be_coloured_by_anything() -> None:
    drawn = county_map(board(), "Fights", colour=lambda county: f"heat-{county % 3}")
    assert re.findall(r'class="land (heat-\d)"', drawn) == [f"heat-{county % 3}" for county in range(45)]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Bremen", ("Bremen",)),
        ("Hessen-Darmstadt", ("Hessen-", "Darmstadt")),
        ("Oberösterreich", ("Ober-", "österreich")),
        ("A-B", ("A-B",)),
    ],
)
def test_long_names_take_two_lines(name: str, parts: tuple[str, ...]) -> None:
    assert name_lines(name) == parts
