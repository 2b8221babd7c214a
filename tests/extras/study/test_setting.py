"""Reading a study: every mistake is reported, and values that stand for several become levels."""

from pathlib import Path

import pytest

from tests.extras.study.small import CONFIG, setting_in, written
from wallenstein.core.errors import ConfigError, ConfigErrors
from wallenstein.extras.study.play import check_study
from wallenstein.extras.study.setting import read_setting
from wallenstein.tourney.config import load

MISTAKES = (
    ('strategies = ["two", ', 'strategies = ["too", ', 'study.question.0.strategies: there is no "too"; did you mean'),
    ('axis = "rounds"', 'axis = "round"', 'study.question.1.axis: there is no "round"; did you mean "rounds"'),
    ('against = "three', 'against = "four', 'study.question.1.against: there is no "four rounds"'),
    ('{ rounds = ["six', '{ rounds = ["ten', 'study.strategy.1.where.rounds: there is no "ten rounds"'),
    ('{ players = ["3', '{ seats = ["3', 'study.question.2.where: there is no "seats"'),
    ('name = "same"', 'name = "two"', 'study.strategy: there are two called "two"'),
    ('name = "same"', 'name = "picker"', 'study.strategy: there are two called "picker"'),
    ('"six rounds", game', '"three rounds", game', 'study.axis: two levels are called "three rounds"'),
    ('measures = ["points ahead in seat 0", "points ahead in seat 2"]', "", "study.question.2: asks nothing"),
    ('name = "2 players"', 'name = "four faces"', 'study.axis: two levels are called "four faces"'),
    ("pilot = 4", "pilots = 4", "study.pilots: there is no such key"),
    ("blocks = 60", "", "study.blocks: is missing"),
    ("see = 0.5", "see = -1.0", "study.see: must be "),
    ("[game]", "[tourney]\nseed = 1\n[game]", "tourney: cannot be set in a study"),
)


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES, ids=lambda text: text[:30])
def test_mistakes_are_sentences(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert CONFIG.count(old) >= 1
    with pytest.raises(ConfigErrors) as caught:
        setting_in(tmp_path, CONFIG.replace(old, new, 1))
    assert any(said in line for line in caught.value.lines), caught.value.lines


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('bot = "picker"', 'bot = "piker"', 'study.strategy.0: there is no bot "piker"; did you mean "picker"?'),
        ("options = { pick = 2 }", "options = { pik = 2 }", "study.strategy.0.options.pik: the bot has no such option"),
        ('base = "picker"', 'base = "piker"', 'study.base: there is no bot "piker"; did you mean "picker"?'),
        ("blocks = 60", "blocks = 60\ntables = ['picks']", 'study.tables: there is no table "picks"; known: '),
        ("players = 3 }", 'players = 3, company = ["x"] }', 'study.axis: there is no bot "x"'),
    ],
)
def test_mistakes_in_bots_and_tables_have_the_keys_of_the_study(tmp_path: Path, old: str, new: str, said: str) -> None:
    setting = setting_in(tmp_path, CONFIG.replace(old, new, 1))
    with pytest.raises(ConfigErrors) as caught:
        check_study(setting)
    assert any(f"small.toml: {said}" in line for line in caught.value.lines), caught.value.lines


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = CONFIG.replace('strategies = ["two"', 'strategies = ["too"').replace('axis = "rounds"', 'axis = "round"')
    with pytest.raises(ConfigErrors) as caught:
        setting_in(tmp_path, text)
    assert len(caught.value.lines) == 2


def test_a_file_without_a_study_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"has no section \[study\]; see docs/study.md"):
        read_setting(written(tmp_path, "[tourney]\nseed = 1\n"))


def test_a_study_is_no_tournament(tmp_path: Path) -> None:
    path = written(tmp_path)
    with pytest.raises(ConfigError, match=r"has a section \[study\], so it is not a tournament; run: wallenstein"):
        load(path)


def test_a_key_of_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    assert read_setting(written(tmp_path), ["study.blocks=9"]).section.blocks == 9


def test_drawn_boards_become_levels_of_one_kind(tmp_path: Path) -> None:
    path = tmp_path / "boards.toml"
    path.write_text(
        '[study]\ntitle = "t"\nblocks = 4\nbase = "regent"\n'
        '[[study.axis]]\nname = "board"\n'
        'levels = [{ name = "one", game = { board = "refit" } },\n'
        '{ name = "some", share = 3, game = { setup = "draft", board = { sample = 3 } } }]\n'
        '[[study.strategy]]\nname = "s"\nbot = "miller"\ntext = "is a miller"\n'
        '[[study.question]]\nname = "q"\ntitle = "?"\nstrategies = ["s"]\n'
    )
    (axis,) = read_setting(path).axes
    assert [level.name for level in axis.levels] == ["one", "refit:1", "refit:2", "refit:3"]
    assert axis.levels[2].game == {"setup": "draft", "board": "refit:2"}
    assert dict(axis.kinds) == {"one": range(1), "some": range(1, 4)}
    assert axis.drawn == (1, 2, 3)
