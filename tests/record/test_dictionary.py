"""The data dictionary in the documentation is that of the schemas."""

from pathlib import Path

from wallenstein.core.tables import CODES, LOOSE
from wallenstein.games import find_game
from wallenstein.record.common_tables import tables_of
from wallenstein.record.dictionary import KINDS, dictionary

PAGE = Path(__file__).parents[2] / "docs" / "data.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == dictionary(), (
        "run `python -m wallenstein.record.dictionary > docs/data.md`"
    )


def test_every_kind_of_column_is_described() -> None:
    assert set(KINDS) == {*CODES, *LOOSE}


def test_every_column_says_what_it_means() -> None:
    for table in tables_of(find_game("wallenstein")).values():
        assert table.text.endswith("."), table.name
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names), table.name
        assert all(column.text for column in table.columns), table.name
        assert names[0] == "game", table.name
