"""The reference tables of the documentation are those of the declarations."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests.docs.reference import FOLDER, KINDS, pages, tables
from tests.toy.game import ToyGame
from wallenstein.cli import main
from wallenstein.core.tables import CODES, LOOSE
from wallenstein.games import GAMES, find_game
from wallenstein.games.sixteen_thirty.rules import KEYS as OTHER_KEYS
from wallenstein.games.wallenstein.options import KEYS
from wallenstein.record.tables import tables_of


@pytest.mark.parametrize("name", list(pages()))
def test_the_tables_are_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == pages()[name], "run `make reference`"


def test_every_table_is_on_a_page() -> None:
    text = "".join(page.read_text("utf-8") for page in FOLDER.parent.rglob("*.md"))
    assert [name for name in pages() if f'\n--8<-- "reference/{name}"\n' not in text] == []


@pytest.mark.parametrize(
    ("page", "line"),
    [("configuration", "| `precision` |"), ("data", "| `tainted` |"), ("sixteen-thirty/rules", "| Austria |")],
)
def test_a_printed_page_has_its_tables(page: str, line: str) -> None:
    printed = CliRunner().invoke(main, ["docs", page]).stdout
    assert f"\n{line}" in printed
    assert "--8<--" not in printed


def test_another_game_has_its_own_tables_behind_those_of_every_game() -> None:
    page = tables([ToyGame.name])
    assert page.index("## timings") < page.index("## turns")
    assert "One row a turn: what was picked, and the die. Only Toy has this table." in page
    assert "Every game has this table." in page


def test_columns_that_are_alike_share_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    (turns,) = ToyGame.tables
    first = replace(turns.columns[-1], name="left_0", text="armies of seat 0", names=())
    columns = (*turns.columns, first, replace(first, name="left_1", text="armies of seat 1"))
    monkeypatch.setattr(ToyGame, "tables", (replace(turns, columns=columns),))
    assert f"| `left_0`, `left_1` | {KINDS[first.kind]} | armies of seat … |" in tables([ToyGame.name])


def test_every_kind_of_column_is_described() -> None:
    assert set(KINDS) == {*CODES, *LOOSE}


def test_every_column_says_what_it_means() -> None:
    for table in (table for name in GAMES for table in tables_of(find_game(name)).values()):
        assert table.text.endswith("."), table.name
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names), table.name
        assert all(column.text for column in table.columns), table.name
        assert names[0] == "game", table.name


@pytest.mark.parametrize(("game", "known"), [("wallenstein", KEYS), ("sixteen-thirty", OTHER_KEYS)])
def test_every_key_of_a_game_is_described(game: str, known: tuple[str, ...]) -> None:
    assert {"name", *find_game(game).schema()} == set(known)
