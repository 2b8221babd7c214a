"""The matrix: any key may vary, every combination is a cell, and cells keep their own rules."""

from pathlib import Path

import pytest

from tests.tourney.config.configs import BLOCKS, FOUR, configured
from wallenstein.core.errors import ConfigError
from wallenstein.tourney.config import load
from wallenstein.tourney.config.matrix import label

TEXT = FOUR + BLOCKS + "[matrix]\n"


def test_nested_and_quoted_keys_are_the_same(tmp_path: Path) -> None:
    nested = configured(tmp_path, TEXT + "game.rounds = [1, 2]\n[matrix.game.die]\nfaces = [3, 5]\n")
    quoted = configured(tmp_path, TEXT + '"game.rounds" = [1, 2]\n"game.die.faces" = [3, 5]\n')
    assert nested.hash == quoted.hash
    assert [cell.label for cell in nested.cells] == [
        "game.rounds=1, game.die.faces=3",
        "game.rounds=1, game.die.faces=5",
        "game.rounds=2, game.die.faces=3",
        "game.rounds=2, game.die.faces=5",
    ]
    assert [cell.rules.faces for cell in nested.cells] == [3, 5, 3, 5]


def test_a_long_label_is_cut_short_in_its_middle() -> None:
    """A manifest takes no longer one, and would refuse the run when it is begun."""
    found = label({"bots.entries": [f"{'b' * 36}{number}" for number in range(300, 600)]})
    assert len(found) == 10_000
    assert (found[:14], found[-3:]) == ("bots.entries=b", "599")


def test_without_a_matrix_there_is_one_cell_without_label(tmp_path: Path) -> None:
    (cell,) = configured(tmp_path, FOUR + BLOCKS).cells
    assert (cell.index, cell.label, cell.values) == (0, "", {})


def test_an_option_of_one_bot_may_vary(tmp_path: Path) -> None:
    config = configured(
        tmp_path, TEXT + "bots.entry.e.options.court = [true, false]\n[[bots.entry]]\nname = 'e'\nbot = 'a'"
    )
    assert [dict(config.entries(cell)[4].options) for cell in (0, 1)] == [{"court": True}, {"court": False}]  # type: ignore[union-attr]


def test_cells_with_other_bots_share_one_list_of_names(tmp_path: Path) -> None:
    config = configured(tmp_path, TEXT + "bots.entries = [['a', 'b', 'c', 'd'], ['e', 'b', 'c', 'd']]\n")
    assert config.entry_names == ("a", "b", "c", "d", "e")
    assert [entry and entry.name for entry in config.entries(1)] == [None, "b", "c", "d", "e"]


def test_a_table_is_laid_over_the_files_own(tmp_path: Path) -> None:
    """Keys that belong together vary together; what no value names stays."""
    text = FOUR + "rounds = 4\n" + BLOCKS + "[matrix]\ngame = [{rounds = 1}, {die = {faces = 5}}]\n"
    config = configured(tmp_path, text)
    assert [cell.label for cell in config.cells] == ["game=rounds=1", "game=die=faces=5"]
    assert [(cell.rules.rounds, cell.rules.faces) for cell in config.cells] == [(1, 4), (4, 5)]
    (again := tmp_path / "again.toml").write_text(config.text, encoding="utf-8")
    assert load(again).hash == config.hash


def test_a_key_that_no_table_of_the_matrix_names_can_be_set(tmp_path: Path) -> None:
    text = TEXT + "game = [{rounds = 1}, {rounds = 2}]\n"
    assert [cell.rules.faces for cell in configured(tmp_path, text, "game.die.faces=5").cells] == [5, 5]
    with pytest.raises(ConfigError, match=r"game.rounds: is varied in \[matrix\]; set matrix.game to a list"):
        configured(tmp_path, text, "game.rounds=3")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("run.jobs = [1, 2]", "matrix.run.jobs: cannot be varied: [run] only says how the games are run"),
        ("log.tables = ['all']", "matrix.log.tables: cannot be varied: all cells write the same tables"),
        ("tourney.name = ['x']", "matrix.tourney.name: cannot be varied: all cells belong to one run"),
        ("tourney.seed = [1]", "matrix.tourney.seed: cannot be varied: all cells play on the same seeds, or they "
         "could not be compared"),
        ("rounds = [1, 2]", "matrix.rounds: has no section; write the full key, such as game.rounds"),
        ("game.rounds = 3", "matrix.game.rounds: must be a list of the values to play, not 3"),
        ("game.rounds = []", "matrix.game.rounds: must be a list of the values to play, not []"),
        ("game.rounds = [1, 1]", "matrix.game.rounds: has a value twice"),
        ("game.rounds = [1, '1']", 'matrix: 2 cells would be called "game.rounds=1"; write their values differently'),
        ("game.rounds = [1, 50]", "game.rounds: a whole number from 1 to 20, not 50"),
        ("game.die = [{}]\n'game.die.faces' = [1]", "matrix.game.die.faces: game.die is varied as well, and one "
         "contains the other"),
        ("tourney.seeds = [1]", 'tourney.seeds: there is no such key; did you mean "seed"?'),
        ("tourney.blocks.x = [1]", "matrix: tourney.blocks is a value, not a table, so there is no tourney.blocks.x"),
        ("game.a = " + str(list(range(1001))), "matrix: has more than 1,000 cells; vary fewer keys, or play several "
         "tournaments"),
    ],
)  # fmt: skip
def test_mistake_in_the_matrix(tmp_path: Path, line: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as error:
        configured(tmp_path, TEXT + line)
    assert str(error.value).splitlines()[0] == f"{tmp_path / 'cup.toml'}: {sentence}"


def test_mistake_of_all_cells_is_named_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as error:
        configured(tmp_path, TEXT + "tourney.players = [2, 3]\n", "game.round=3")
    assert str(error.value) == '--set: game.round: there is no such key; did you mean "rounds"?'
