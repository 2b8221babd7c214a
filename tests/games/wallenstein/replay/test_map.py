"""The drawing has every county, and its borders are those of the shapes."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.board.check import check
from wallenstein.games.wallenstein.board.values import packaged_text
from wallenstein.games.wallenstein.replay.layout import crossings, layout
from wallenstein.games.wallenstein.replay.map import (
    RADIUS,
    SIZE,
    chains,
    county_map,
    drawing,
    lines,
    links,
    name_lines,
    with_map_faults,
)


def edges(path: str) -> int:
    """How many edges the text of a path draws."""
    return sum(len(part.split()) // 2 - 1 for part in path.split("M") if part)


def test_every_county_has_a_shape() -> None:
    shapes = drawing(board()).shapes
    assert len(shapes) == len(board().ids)
    assert all(shape.ring[0] == shape.ring[-1] for shape in shapes)


def test_lines_are_every_edge_once() -> None:
    drawn = lines(board())
    found = {
        frozenset((start, end))
        for shape in drawing(board()).shapes
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


def test_a_board_without_a_map_is_drawn_as_a_graph_of_all_its_borders() -> None:
    shogun = board("shogun-sun")
    places = layout(shogun.neighbours)
    apart = np.sqrt(((places[:, None] - places) ** 2).sum(axis=2)) + 1000 * np.eye(45)
    assert apart.min() > 2 * RADIUS
    assert places.min() >= RADIUS
    assert places.max() <= SIZE - RADIUS
    assert (layout(shogun.neighbours) == places).all()
    drawn = county_map(shogun, "The map")
    tree = ElementTree.fromstring(drawn)
    assert (
        sum(path.attrib["d"].count("M") for path in tree.iter("path") if "link" in path.attrib.get("class", "")) == 98
    )
    assert {title.text for title in tree.findall(".//title")} == set(shogun.names)
    assert "Nordsee" not in drawn


@pytest.mark.parametrize("name", ["refit", "refit:1", "refit:2", "refit:3"])
def test_planar_borders_do_not_cross(name: str) -> None:
    planar = board(name)
    assert crossings(layout(planar.neighbours), np.array(links(planar))) == 0


def test_a_map_lies_beside_its_board(tmp_path: Path) -> None:
    own = tmp_path / "my.toml"
    own.write_text(packaged_text("shogun-sun"), "utf-8")
    assert drawing(board(own)).is_graph
    rings = {name: [[c, 0], [c + 1, 0], [c + 1, 9], [c, 0]] for c, name in enumerate(board(own).ids)}
    features: list[dict[str, object]] = [
        {"id": name, "geometry": {"coordinates": [ring]}, "properties": {"label": [ring[0][0], 5]}}
        for name, ring in rings.items()
    ]
    own.with_suffix(".geojson").write_text(json.dumps({"features": features}), "utf-8")
    drawing.cache_clear()
    found = drawing(board(own))
    assert (found.is_graph, found.is_empire) == (False, False)
    assert found.shapes[3].label == (3.0, 5.0)
    assert with_map_faults(check(packaged_text("shogun-sun")), str(own)).faults == ()
    for wrong, fault in ((features[1:], "the map lacks aki"), ([{"id": "aki"}], "the map is not GeoJSON")):
        own.with_suffix(".geojson").write_text(json.dumps({"features": wrong}), "utf-8")
        drawing.cache_clear()
        (told,) = with_map_faults(check(packaged_text("shogun-sun")), str(own)).faults
        assert told.sentence("my.toml").startswith(f"my.toml: my.geojson: {fault}")


def test_boards_with_the_packaged_counties_have_a_packaged_map(tmp_path: Path) -> None:
    own = tmp_path / "my.toml"
    own.write_text(packaged_text(), "utf-8")
    assert drawing(board(own)) == drawing(board())
    assert drawing(board("refit")) == drawing(board("refit:2")) != drawing(board())
