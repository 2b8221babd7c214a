"""The page of a board has every value, and marks those that are documented."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.games.wallenstein.board.board_texts import changed, in_county
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.replay.map import common_border, touching
from wallenstein.games.wallenstein.terminal.board_page import FIELDS, board_page


class Tables(HTMLParser):
    """The texts of all cells, row by row; a documented one has a mark."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


@pytest.fixture(scope="module")
def page() -> str:
    return board_page("default")


def test_every_county_has_its_values_and_neighbours(page: str) -> None:
    default = board()
    rows = {row[0].rstrip("*"): row[1:] for row in Tables(page).rows if len(row) == 5}
    for county, name in enumerate(default.names):
        values = [str(getattr(default, field)[county]) for field in FIELDS]
        assert [value.removesuffix(" ✓") for value in rows[name][:3]] == values
        near = ", ".join(default.names[other] for other in default.neighbours[county])
        assert rows[name][3].replace(" ✓", "").startswith(near)


def test_what_is_documented_is_marked_and_nothing_else(page: str) -> None:
    marked = [cell for row in Tables(page).rows for cell in row if "✓" in cell]
    assert len(marked) == 4  # a value of Burgund, one of Bremen, a border in two rows
    assert "7 ✓" in marked
    assert "2 ✓" in marked
    assert page.count('class="value sites known"') == 2 + 1  # Bremen's sites and the legend's
    assert len(re.findall(r'class="value (?:grain|taxes) guessed"', page)) == 2 * 45 - 1 + 1  # and the legend's
    assert "known-border" in page


def test_the_border_of_two_counties_is_drawn_where_they_touch() -> None:
    default = board()
    anhalt, kursachsen, tirol = (default.index[name] for name in ("anhalt", "kursachsen", "tirol"))
    assert common_border(default, anhalt, kursachsen)
    assert common_border(default, anhalt, tirol) == []
    assert touching(default) == {frozenset((a, b)) for a, near in enumerate(default.neighbours) for b in near}


def test_a_drawn_board_says_where_it_is_not_the_map(page: str) -> None:
    assert "touch on the map" not in page
    assert "Not neighbours, although they touch on the map: " in board_page("refit:7")


def test_names_of_a_file_are_only_text(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(changed(('name = "Brandenburg"', 'name = "<b>x"'), ('name = "Bremen"', 'name = "<i>y"')), "utf-8")
    made = board_page(str(path))
    assert "<b>x" not in made
    assert "<i>y" not in made
    assert "&lt;i&gt;y" in made


def test_a_value_that_is_not_the_documented_one_is_not_marked(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(in_county("burgund", "taxes = 7", "taxes = 6"), "utf-8")
    made = board_page(str(path))
    assert "Documented: 1 of 135 values, 1 of 112 borders." in made
    assert "7 ✓" not in [cell for row in Tables(made).rows for cell in row]
