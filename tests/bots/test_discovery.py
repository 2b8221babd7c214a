"""Bots are found by name and place, and one broken file does not hide the others."""

import os
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from shutil import copytree

import pytest

from tests.bots.bot_files import bot_text, write
from wallenstein.bots import discovery
from wallenstein.bots.bot import source_file
from wallenstein.bots.description import name_of
from wallenstein.bots.discovery import Catalogue, find
from wallenstein.bots.files import reference_folder
from wallenstein.core.errors import ConfigError


def test_reference_bots_are_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find("random").__name__ == "RandomBot"


def test_files_of_folders_and_single_files_are_found(tmp_path: Path) -> None:
    write(tmp_path / "folder" / "one.py", bot_text("one"))
    write(tmp_path / "folder" / "no_bot.py", "raise SystemExit('never run: it registers nothing')".replace("reg", "r"))
    single = write(tmp_path / "single.py", bot_text("single"))
    catalogue = Catalogue(["folder", single], base=tmp_path, defaults=False)
    assert {"one", "single"} <= set(catalogue.names())
    assert catalogue.problems == []
    assert catalogue.find("one")().decide is not None


def test_bots_of_the_working_directory_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "bots" / "here.py", bot_text("here"))
    monkeypatch.chdir(tmp_path)
    assert find("here").__name__ == "Some"


def test_a_clone_as_working_directory_does_not_double_the_reference_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(reference_folder(), tmp_path / "bots")
    monkeypatch.chdir(tmp_path)
    assert source_file(find("random")) == reference_folder() / "random_bot.py"
    changed = tmp_path / "bots" / "random_bot.py"
    changed.write_text(changed.read_text() + "# and more\n")
    with pytest.raises(ConfigError, match=f'the name "random" is registered twice, in .* and in {changed}'):
        find("random")


def test_near_names_are_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match='there is no bot "randon"; did you mean "random"'):
        find("randon")


@pytest.mark.parametrize(("text", "said"), [("", "registers no bot"), (bot_text("anna"), 'registers "anna", not')])
def test_a_file_that_is_called_like_the_bot_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = write(tmp_path / "ana.py", text)
    with pytest.raises(ConfigError) as caught:
        find("ana", [tmp_path])
    assert str(caught.value) == f'{file} {said} "ana"; put @register("ana") above its class'


def test_a_path_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no file or folder .*nowhere"):
        Catalogue([tmp_path / "nowhere"])


@pytest.mark.parametrize(
    ("bot", "text"),
    [("~nobody-here/x.py", "there is no file .*/~nobody-here/x.py"), ("\udcff", 'there is no bot "\udcff"')],
)
def test_a_home_or_a_name_that_cannot_be_is_told(bot: str, text: str) -> None:
    with pytest.raises(ConfigError, match=text):
        find(bot)
    with pytest.raises(ConfigError, match=r"there is no file or folder .*nobody-here"):
        Catalogue(["~nobody-here"])


def test_a_broken_file_is_told_only_to_those_who_ask_for_it(tmp_path: Path) -> None:
    broken = write(tmp_path / "broken.py", bot_text("broken", before="\nx = 1 / 0"))
    write(tmp_path / "whole.py", bot_text("whole"))
    catalogue = Catalogue([tmp_path])
    assert catalogue.find("whole")
    with pytest.raises(ConfigError) as caught:
        catalogue.find("broken")
    assert str(caught.value) == f"the bot file {broken} cannot be loaded: line 4: ZeroDivisionError: division by zero"
    with pytest.raises(ConfigError, match='there is no bot "hole"; did you mean "whole"'):
        catalogue.find("hole")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("register(\n", "line 1: SyntaxError: '(' was never closed"),
        (bot_text("x", before="import sys; sys.exit(3)"), "line 3: SystemExit: 3"),
        (bot_text("x", before="import gone"), "line 3: ModuleNotFoundError: No module named 'gone'"),
        (bot_text("a b"), "line 4: 'a b' cannot be the name of a bot"),
        ("# register\x00", "SyntaxError: source code string cannot contain null bytes"),
    ],
)
def test_every_way_of_breaking_ends_in_a_sentence(tmp_path: Path, text: str, told: str) -> None:
    file = write(tmp_path / "broken.py", text)
    with pytest.raises(ConfigError) as caught:
        find(str(file))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_name_taken_twice_is_refused_and_both_can_be_had_by_place(tmp_path: Path) -> None:
    one = write(tmp_path / "one.py", bot_text("twice"))
    two = write(tmp_path / "two.py", bot_text("twice"))
    catalogue = Catalogue([tmp_path])
    with pytest.raises(ConfigError, match=f'the name "twice" is registered twice, in {one} and in {two}'):
        catalogue.find("twice")
    assert catalogue.find(f"{one}:Some") is not catalogue.find(f"{two}:Some")


def test_the_same_file_under_two_names_counts_once(tmp_path: Path) -> None:
    file = write(tmp_path / "one.py", bot_text("linked"))
    os.symlink(file, tmp_path / "two.py")
    assert Catalogue([tmp_path, file, tmp_path]).find("linked")


def test_what_a_file_prints_and_where_it_goes_does_no_harm(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    here = Path.cwd()
    file = write(
        tmp_path / "loud.py",
        bot_text("loud", before="import os; print('hello'); os.system('echo there'); os.chdir('/')"),
    )
    find(str(file))
    assert capfd.readouterr() == ("", "hello\nthere\n")
    assert Path.cwd() == here


def test_neighbours_are_imported_from_beside_the_file(tmp_path: Path) -> None:
    write(tmp_path / "wisdom.py", "DEPTH = 5\n")
    write(tmp_path / "wise.py", bot_text("wise", before="from .wisdom import DEPTH", body="depth = DEPTH"))
    assert vars(find(str(tmp_path / "wise.py")))["depth"] == 5
    assert "wisdom" not in sys.modules


def test_a_file_that_could_not_be_loaded_is_tried_again(tmp_path: Path) -> None:
    file = write(tmp_path / "early.py", bot_text("early", before="from .late import DEPTH", body="depth = DEPTH"))
    with pytest.raises(ConfigError, match="line 3: ModuleNotFoundError"):
        find(str(file))
    write(tmp_path / "late.py", "DEPTH = 3\n")
    assert vars(find(str(file)))["depth"] == 3


def test_an_edited_file_is_loaded_anew(tmp_path: Path) -> None:
    file = write(tmp_path / "edited.py", bot_text("edited", body="depth = 1"))
    first = Catalogue([file]).find("edited")
    assert Catalogue([file]).find("edited") is first
    write(file, bot_text("renamed", body="depth = 2"))
    catalogue = Catalogue([file])
    assert vars(catalogue.find("renamed"))["depth"] == 2
    assert "edited" not in catalogue.names()


@pytest.mark.parametrize("stem", ["my-bot", "my.bot", "class", "1st", "mühle"])
def test_any_file_name_will_do(tmp_path: Path, stem: str) -> None:
    assert find(str(write(tmp_path / f"{stem}.py", bot_text("odd")))).name == "odd"


def test_module_and_class() -> None:
    assert find("tests.bots.ill_mannered:Crashing").__name__ == "Crashing"
    with pytest.raises(ConfigError, match='there is no class Crushing; did you mean "Crashing"'):
        find("tests.bots.ill_mannered:Crushing")
    with pytest.raises(ConfigError, match="find is not a subclass of Bot; the module has no bot"):
        find("wallenstein.bots.discovery:find")
    with pytest.raises(ConfigError, match="os is not a subclass of Bot"):
        find("tests.bots.ill_mannered:os")
    with pytest.raises(ConfigError, match=r"no.where cannot be imported: ModuleNotFoundError: No module named 'no'"):
        find("no.where:Class")


def test_modules_of_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "league" / "strong.py", bot_text("strong", "Strong"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert find("league.strong:Strong").name == "strong"


def test_a_file_with_several_bots_must_be_asked_for_one(tmp_path: Path) -> None:
    file = write(tmp_path / "pair.py", bot_text("left", "Left") + bot_text("right", "Right") + "class Mute(Left): pass")
    with pytest.raises(ConfigError, match=r"has 2 bots; choose one: .*pair.py:left, .*pair.py:right"):
        find(str(file))
    assert find(f"{file}:right") is find(f"{file}:Right")
    assert name_of(find(f"{file}:Left")) == "left"
    assert name_of(find(f"{file}:Mute")) == "Mute"
    with pytest.raises(ConfigError, match="there is no file"):
        find(str(tmp_path / "gone.py"))
    with pytest.raises(ConfigError, match="registers no bot"):
        find(str(write(tmp_path / "empty.py", "")))


def test_bots_of_installed_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("packaged", "tests.bots.ill_mannered:Printing", discovery.GROUP),
        EntryPoint("absent", "tests.bots.nothing:Nothing", discovery.GROUP),
        EntryPoint("function", "tests.bots.bot_files:bot_text", discovery.GROUP),
    ]
    monkeypatch.setattr(discovery, "installed_bots", discovery.installed_bots.__wrapped__)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [p for p in points if p.group == group])
    catalogue = Catalogue()
    assert catalogue.find("packaged").__name__ == "Printing"
    with pytest.raises(ConfigError, match=r"tests\.bots\.nothing cannot be imported: ModuleNotFoundError"):
        catalogue.find("absent")
    with pytest.raises(ConfigError, match="bot_text is not a subclass of Bot"):
        catalogue.find("function")
