"""The design: all levels as often, worlds that depend on nothing but seed and number, and who plays in them."""

from collections import Counter
from pathlib import Path

from tests.extras.study.small import CONFIG, setting_in
from wallenstein.extras.study.setting import is_in, read_setting, strategies, tournament, world
from wallenstein.tourney.config.sections import PlacedEntry
from wallenstein.tourney.formats.fixed import ListSection


def test_all_levels_have_as_many_blocks(tmp_path: Path) -> None:
    setting = setting_in(tmp_path)
    for axis in setting.axes:
        levels = Counter(world(setting, number).levels[axis.name] for number in range(60))
        assert set(levels.values()) == {30}


BOARDS = """[[study.axis]]
name = "board"
levels = [
    { name = "one", game = { board = "refit" } },
    { name = "some", share = 5, game = { board = { sample = 20, around = "refit" } } },
]

[[study.strategy]]
name = "s"
bot = "miller"
text = "is a miller"

[[study.question]]
name = "q"
title = "?"
strategies = ["s"]
"""


def test_a_level_has_its_share_and_its_boards_as_often(tmp_path: Path) -> None:
    file = tmp_path / "boards.toml"
    file.write_text(f'[study]\ntitle = "t"\nblocks = 48\nbase = "regent"\n{BOARDS}')
    setting = read_setting(file)
    levels = Counter(world(setting, number).levels["board"] for number in range(48))
    assert levels == {0: 8} | dict.fromkeys(range(1, 21), 2)
    assert Counter(is_in(setting, {"board": ["some"]}, world(setting, number)) for number in range(6)) == {
        True: 5,
        False: 1,
    }


def test_levels_of_different_axes_meet_at_random(tmp_path: Path) -> None:
    setting = setting_in(tmp_path)
    met = Counter(tuple(world(setting, number).levels.values()) for number in range(800))
    assert len(met) == 8
    assert min(met.values()) > 60


def test_a_world_depends_on_the_seed_and_its_number_alone(tmp_path: Path) -> None:
    setting = setting_in(tmp_path)
    longer = setting_in(tmp_path, CONFIG.replace("blocks = 60", "blocks = 600"))
    other = setting_in(tmp_path, CONFIG.replace("seed = 5", "seed = 6"))
    numbers = range(40)
    assert [world(setting, number) for number in numbers] == [world(longer, number) for number in numbers]
    assert [world(setting, number) for number in numbers] != [world(other, number) for number in numbers]


def test_strategies_play_where_and_as_often_as_the_file_says(tmp_path: Path) -> None:
    setting = setting_in(tmp_path)
    for number in range(12):
        here = world(setting, number)
        names = {one.name for one in strategies(setting, here)}
        assert ("none" in names) == (here.levels["rounds"] == 1)
        assert ("same" in names) == (number % 2 == 0)


def test_all_strategies_sit_among_the_same_company(tmp_path: Path) -> None:
    text = CONFIG.replace("players = 3 }]", 'players = 3, company = ["random", "picker"] }]')
    setting = setting_in(tmp_path, text)
    here = next(each for number in range(9) if (each := world(setting, number)).levels["players"] == 1)
    spec = tournament(setting, here, setting.section.strategy)
    assert isinstance(spec.tourney, ListSection)
    assert spec.tourney.tables is not None
    assert spec.tourney.tables[0] == ["picker", "random", "picker"]
    assert all(table[1:] == ["random", "picker"] for table in spec.tourney.tables)
    bots = [one for one in spec.bots.entries if isinstance(one, PlacedEntry)]
    assert [(one.bot, one.key) for one in bots[:2]] == [("picker", "study.base"), ("random", "study.axis")]
    assert spec.bots.paths == ["picker.py"]
    assert spec.tourney.blocks == 1


def test_each_block_has_a_seed_of_its_own(tmp_path: Path) -> None:
    setting = setting_in(tmp_path)
    seeds = {tournament(setting, world(setting, number), ()).tourney.seed for number in range(50)}
    assert len(seeds) == 50
