"""`--set key=value` stands in place of the file's value, and is checked as strictly."""

from pathlib import Path

import pytest

from tests.tourney.config.configs import BLOCKS, FOUR, configured
from wallenstein.core.errors import ConfigError

TEXT = FOUR + BLOCKS
NAMED = '[game]\nname = "toy"\n[[bots.entry]]\nname = "x"\nbot = "a"\n[[bots.entry]]\nbot = "b"\n'


def test_value_is_read_as_toml_or_else_as_text(tmp_path: Path) -> None:
    config = configured(tmp_path, TEXT, "tourney.blocks=50", "tourney.name=spring-cup", 'bots.entries=["a", "b"]',
                        "tourney.players=2", "game.die={faces = 2}", "run.limits.pick = 0.5")  # fmt: skip
    assert config.name == "spring-cup"
    assert config.cells[0].pairings.blocks == 50
    assert config.entry_names == ("a", "b")
    assert config.cells[0].options == {"name": "toy", "rounds": 3, "die": {"faces": 2}}
    assert config.run.limits.kinds == {"pick": 0.5}


def test_games_take_the_place_of_blocks(tmp_path: Path) -> None:
    assert configured(tmp_path, TEXT, "tourney.games=9").cells[0].pairings.blocks == 3
    with pytest.raises(ConfigError, match="both are given"):
        configured(tmp_path, TEXT + "games = 9\n")


def test_entry_is_found_by_name_or_number(tmp_path: Path) -> None:
    sets = ["bots.entry.x.options.depth=3", "bots.entry.1.name=y", "tourney.players=2"]
    x, y = configured(tmp_path, NAMED + BLOCKS, *sets).cells[0].entries
    assert (x.name, x.bot, dict(x.options)) == ("x", "a", {"depth": 3})
    assert (y.name, y.bot) == ("y", "b")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tourney.blocks", "--set tourney.blocks: must be key=value, such as tourney.blocks=50"),
        ("=3", "--set =3: must be key=value, such as tourney.blocks=50"),
        ("tourney..x=3", '--set tourney..x=3: "tourney..x" is not a key; write a key such as tourney.seed'),
        ("tourney.blocks=many", '--set: tourney.blocks: must be a whole number from 1 to 1,000,000,000, not "many"'),
        ("tourney.block=3", '--set: tourney.block: there is no such key; did you mean "blocks"?'),
        ("tourney.blocks.x=3", "--set tourney.blocks.x=3: tourney.blocks is a value, not a table, so there is no "
         "tourney.blocks.x"),
        ("bots.entries.7=e", '--set bots.entries.7=e: bots.entries has 4 entries and none is "7"; entries are '
         "counted from 0"),
        ("game.rounds=1\nx=2", "--set 'game.rounds=1\\nx=2': contains characters that are not valid text"),
    ],
)  # fmt: skip
def test_mistake_names_the_option(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as error:
        configured(tmp_path, TEXT, text)
    assert str(error.value) == sentence


def test_varied_key_cannot_be_set_beside_its_axis(tmp_path: Path) -> None:
    text = TEXT + "[matrix]\ngame.rounds = [1, 2]\n"
    with pytest.raises(ConfigError, match=r"game\.rounds: is varied in \[matrix\]; set matrix\.game\.rounds"):
        configured(tmp_path, text, "game.rounds=3")
    assert len(configured(tmp_path, text, "matrix.game.rounds=[1, 2, 3]").cells) == 3


def test_a_key_of_a_section_that_was_replaced_is_told_as_given_by_hand(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^--set: tourney\.sprt: was replaced: write \[tourney\.betting\]"):
        configured(tmp_path, TEXT, "tourney.sprt.s0=0.5")
