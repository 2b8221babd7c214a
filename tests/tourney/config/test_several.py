"""Values of `[game]` that stand for several, such as drawn boards: each is a cell of its own."""

from pathlib import Path

import pytest

from tests.tourney.config.configs import BLOCKS, FOUR, configured
from wallenstein.core.errors import ConfigError
from wallenstein.tourney.config import load

MATRIX = FOUR + BLOCKS + "[matrix]\n"
BOARDS = '[tourney]\nseed = 7\nblocks = 1\n[bots]\nentries = ["random", "settler", "miller", "warlord"]\n'


def rounds(folder: Path, text: str, *sets: str) -> list[int]:
    return [cell.rules.rounds for cell in configured(folder, text, *sets).cells]


def test_a_key_of_the_game_becomes_an_axis(tmp_path: Path) -> None:
    config = configured(tmp_path, FOUR + "rounds = {up_to = 3}\n" + BLOCKS)
    assert [cell.label for cell in config.cells] == ["game.rounds=1", "game.rounds=2", "game.rounds=3"]
    (again := tmp_path / "again.toml").write_text(config.text, encoding="utf-8")
    assert load(again).hash == config.hash


def test_a_value_in_a_matrix_is_written_out_in_its_place(tmp_path: Path) -> None:
    assert rounds(tmp_path, MATRIX + "game.rounds = [5, {up_to = 2}]\n") == [5, 1, 2]
    assert rounds(tmp_path, MATRIX + '"game.rounds" = {up_to = 2}\n') == [1, 2]
    assert rounds(tmp_path, MATRIX + "game = [{rounds = {up_to = 2}, die = {faces = 3}}, {rounds = 4}]\n") == [1, 2, 4]


def test_the_command_line_may_name_several(tmp_path: Path) -> None:
    assert rounds(tmp_path, FOUR + BLOCKS, "game.rounds={up_to = 2}") == [1, 2]
    assert rounds(tmp_path, FOUR + BLOCKS, "game.rounds={up_to = 1}") == [1]
    with pytest.raises(ConfigError, match=r"game.rounds: is varied in \[matrix\]"):
        rounds(tmp_path, MATRIX + "game.rounds = [5, 6]\n", "game.rounds={up_to = 2}")


def test_a_mistake_in_it_is_told_like_any_other(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cup.toml: game.rounds.up_to"):
        rounds(tmp_path, FOUR + "rounds = {up_to = 'x'}\n" + BLOCKS)


def test_drawn_boards_are_cells_with_their_names(tmp_path: Path) -> None:
    config = configured(tmp_path, BOARDS + "[game]\nboard = {sample = 2}\n")
    assert [cell.label for cell in config.cells] == ["game.board=refit:1", "game.board=refit:2"]
    assert len({cell.game.fingerprint(cell.rules) for cell in config.cells}) == 2
    for wrong in ("{sample = 0}", "{sample = 2, first = 0}", "{boards = 2}"):
        with pytest.raises(ConfigError, match=r"game.board.(sample|first|boards): "):
            configured(tmp_path, BOARDS + f"[game]\nboard = {wrong}\n")
