"""The board that the rules use, and how an owner's file becomes one."""

import pickle
from pathlib import Path

import pytest

from tests.games.wallenstein.board.board_texts import changed, in_county
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.board import board, board_text
from wallenstein.games.wallenstein.board.values import packaged_text


def own_board(folder: Path, text: str) -> Path:
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_w3_nine_counties_a_region() -> None:
    default = board()
    assert len(default.ids) == 45
    assert [default.region.count(region) for region in range(5)] == [9] * 5
    assert set(default.sites) == {1, 2, 3}


def test_w3_three_players_leave_the_light_bordered_counties_out() -> None:
    default = board()
    left_out = [county for county in range(45) if county not in default.in_play(3)]
    assert [default.ids[county] for county in left_out] == [
        "bremen", "holstein", "steiermark", "tirol", "fm-bayern", "konstanz", "luettich", "burgund",
    ]  # fmt: skip
    assert default.in_play(4) == default.in_play(5) == tuple(range(45))
    near = default.neighbours_in_play(3)
    assert all(near[county] == () for county in left_out)
    assert not any(county in left_out for counties in near for county in counties)
    assert default.neighbours_in_play(5) == default.neighbours


def test_documented_values_are_there() -> None:
    default = board()
    assert default.taxes[default.index["burgund"]] == 7
    assert default.sites[default.index["bremen"]] == 2
    assert default.index["kursachsen"] in default.neighbours[default.index["anhalt"]]


def test_neighbours_are_symmetric_and_ascending() -> None:
    default = board()
    for county, near in enumerate(default.neighbours):
        assert list(near) == sorted(near)
        assert all(county in default.neighbours[other] for other in near)


def test_default_is_loaded_once_and_survives_pickling() -> None:
    assert board() is board("default")
    assert pickle.loads(pickle.dumps(board())) == board()


def test_provenance_says_what_is_documented_and_what_is_not() -> None:
    assert not board().printed_data
    paragraphs = board().provenance.split("\n")
    assert [paragraph.split(":")[0] for paragraph in paragraphs] == ["Documented", "Reviews", "Reconstruction"]


def test_own_file_with_other_values(tmp_path: Path) -> None:
    own = board(own_board(tmp_path, in_county("anhalt", "grain = 5", "grain = 2")))
    assert own.grain[own.index["anhalt"]] == 2
    assert own.content_hash() != board().content_hash()


def test_file_changed_between_two_loads_is_read_again(tmp_path: Path) -> None:
    path = own_board(tmp_path, packaged_text())
    first = board(path).content_hash()
    own_board(tmp_path, in_county("anhalt", "taxes = 3", "taxes = 4"))
    assert board(path).content_hash() != first


def test_order_of_the_file_and_spelling_do_not_change_the_game(tmp_path: Path) -> None:
    head, *counties = changed(('name = "Bremen"', 'name = "Bremem"')).split("[[county]]")
    shuffled = "[[county]]".join([head, *(county + "\n" for county in reversed(counties))])
    shuffled = shuffled.replace('["bremen", "lueneburg", "mecklenburg"]', '["mecklenburg", "lueneburg", "bremen"]')
    own = board(own_board(tmp_path, shuffled))
    assert own.ids == board().ids
    assert own.names[0] == "Bremem"
    assert own.content_hash() == board().content_hash()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sites = 2", "sites = 3"),
        ("grain = 3", "grain = 4"),
        ("taxes = 6", "taxes = 5"),
    ],
)
def test_content_hash_covers_every_value(tmp_path: Path, old: str, new: str) -> None:
    own = board(own_board(tmp_path, in_county("bremen", old, new)))
    assert own.content_hash() != board().content_hash()


def test_content_hash_covers_borders(tmp_path: Path) -> None:
    text = changed(
        ('neighbours = ["holstein", "lueneburg", "osnabrueck"]', 'neighbours = ["lueneburg", "osnabrueck"]'),
        ('neighbours = ["bremen", "lueneburg", "mecklenburg"]', 'neighbours = ["lueneburg", "mecklenburg"]'),
    )
    assert board(own_board(tmp_path, text)).content_hash() != board().content_hash()


def test_faulty_board_is_refused_with_its_first_faults_and_the_command(tmp_path: Path) -> None:
    text = packaged_text().replace("grain = 5", "grain = 0")
    path = own_board(tmp_path, text)
    with pytest.raises(ConfigError) as refusal:
        board(path)
    message = str(refusal.value)
    assert message.count("grain: must be 1 to 9, not 0") == 3
    assert f"{path}:" in message
    assert "; and 4 more; all faults: wallenstein board check " in message


def test_text_of_a_board_is_its_file(tmp_path: Path) -> None:
    path = own_board(tmp_path, "faulty as can be")
    assert board_text(path) == "faulty as can be"
    assert board_text() == packaged_text()
