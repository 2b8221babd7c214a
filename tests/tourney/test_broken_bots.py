"""Bots that cannot be loaded: the tournament is refused, or played without them; globs stand for all bots of files."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import tests.toy.game  # noqa: F401  (registers the game)
from tests.bots.bot_files import write
from tests.tourney.tournament import played
from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.record.read import Run
from wallenstein.tourney.config import load
from wallenstein.tourney.run import Tournament, prepare

BOT = (
    "from wallenstein.bots import BaseBot, register\n{before}\n@register('{name}')\nclass Some(BaseBot):\n"
    "    def decide(self, view, decision):\n        return decision.options[0]\n"
)
CONFIG = """
[tourney]
name = "class"
seed = 7
blocks = 2
players = 2
[game]
name = "toy"
[bots]
"""
LEAVE_OUT = 'entries = ["bots/*.py"]\non_broken = "leave-out"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three good bots, one of whose files has a neighbour, and three that cannot be loaded."""
    monkeypatch.chdir(tmp_path)
    for name in ("ant", "bee", "cat"):
        write(tmp_path / "bots" / f"{name}.py", BOT.format(name=name, before="from .tools import X" * (name == "bee")))
    write(tmp_path / "bots" / "tools.py", "X = 3  # and no bot to register\n")
    write(tmp_path / "bots" / "exits.py", BOT.format(name="exits", before="import os; os._exit(0)"))
    write(tmp_path / "bots" / "raises.py", BOT.format(name="raises", before="x = 1 / 0"))
    write(tmp_path / "bots" / "typo.py", "register(")
    return tmp_path


def prepared(folder: Path, bots: str) -> Tournament:
    return prepare(write(folder / "class.toml", CONFIG + bots), (), folder / "results")


def test_all_mistakes_are_told_and_the_tournament_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        prepared(folder, 'entries = ["bots/*.py"]\n')
    bots, start = folder / "bots", f"{folder / 'class.toml'}: bots.entries.0: the bot file"
    assert str(caught.value).splitlines() == [
        f"{start} {bots / 'exits.py'} cannot be loaded: its process ended with exit code 0",
        f"{start} {bots / 'raises.py'} cannot be loaded: line 2: ZeroDivisionError: division by zero",
        f"{start} {bots / 'typo.py'} cannot be loaded: line 1: SyntaxError: '(' was never closed",
    ]


def told(folder: Path, text: str) -> list[str]:
    """Each mistake that is told in the first round, without the file, and without what follows a bot's place."""
    file = write(folder / "class.toml", text)
    with pytest.raises(ConfigError) as caught:
        prepare(file, (), folder / "results")
    return [line.removeprefix(f"{file}: ").partition("; ")[0] for line in str(caught.value).splitlines()]


def test_bots_are_looked_for_when_the_rest_is_right(folder: Path) -> None:
    bots = 'entries = ["bots/ant.py", "bots/raises.py", "gnu"]\n'
    lines = told(folder, CONFIG + bots + 'on_brken = "leave-out"\n')
    assert [line.partition(": ")[0] for line in lines] == ["bots.on_brken"]
    lines = told(folder, CONFIG + bots)
    assert [line.partition(": ")[0] for line in lines] == ["bots.entries.1", "bots.entries.2"]


def test_bots_that_are_left_out_are_no_mistakes(folder: Path) -> None:
    (line,) = told(folder, CONFIG + LEAVE_OUT + "[run]\njobs = -1\n")
    assert line.startswith("run.jobs: ")


def test_the_others_play_and_the_log_says_who_was_left_out(folder: Path) -> None:
    tournament = prepared(folder, LEAVE_OUT)
    assert tournament.config.entry_names == ("ant", "bee", "cat")
    assert [reason.partition(" is left out: ")[0] for reason in tournament.bots.remarks] == [
        "exits", "raises", "typo.py",
    ]  # fmt: skip
    outcome = played(folder / "class.toml", folder / "results")
    assert outcome.finished
    log = (outcome.folder / "run.log").read_text()
    assert "raises is left out: the bot file" in log
    assert "line 2: ZeroDivisionError" in log
    assert set(Run(outcome.folder).table("seats").to_pandas()["bot"]) == {"ant", "bee", "cat"}
    shown = CliRunner().invoke(main, ["standings", str(outcome.folder)]).stdout
    assert "raises did not load: the bot file" in " ".join(shown.split())
    words = ["report", str(outcome.folder), "--faults", "returned"]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert "typo.py: did not load" in (outcome.folder / "report.html").read_text()
    assert sorted(path.name for path in Path("returned").iterdir()) == ["exits.md", "raises.md", "typo.md"]
    assert "ZeroDivisionError" in Path("returned/raises.md").read_text()


@pytest.mark.slow
def test_only_those_that_are_left_belong_to_the_identity(folder: Path) -> None:
    with_broken = prepared(folder, LEAVE_OUT)
    for name in ("exits", "typo"):
        (folder / "bots" / f"{name}.py").unlink()
    without = prepared(folder, LEAVE_OUT)
    assert without.config.hash == with_broken.config.hash
    assert without.bots.sources == with_broken.bots.sources
    write(folder / "bots" / "raises.py", BOT.format(name="raises", before=""))
    mended = prepared(folder, LEAVE_OUT)
    assert mended.config.entry_names == ("ant", "bee", "cat", "raises")
    assert mended.config.hash != without.config.hash


def test_too_few_that_are_left(folder: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        prepared(folder, 'entries = ["bots/ant.py", "bots/exits.py"]\non_broken = "leave-out"\n')
    first, second = str(caught.value).splitlines()
    assert "tourney.players: a table of 2 needs 2 bots, and [bots] has 1" in first
    assert "class.toml: exits is left out: the bot file" in second
    with pytest.raises(ConfigError, match="bots: no bot is left"):
        prepared(folder, 'entries = ["bots/exits.py", "bots/raises.py"]\non_broken = "leave-out"\n')


def test_wrong_options_and_missing_bots_are_left_out_too(folder: Path) -> None:
    tournament = prepared(
        folder,
        'entries = ["bots/ant.py", "bots/bee.py", "gnu", {name = "otter", command = ["no-such-program"]}]\n'
        'on_broken = "leave-out"\n[[bots.entry]]\nbot = "bots/cat.py"\noptions = {depth = 3}\n',
    )
    assert tournament.config.entry_names == ("ant", "bee")
    gnu, otter, cat = tournament.bots.remarks
    assert 'there is no bot "gnu"' in gnu
    assert "bots.entries.3.command.0: there is no executable program no-such-program" in otter
    assert "bots.entry.0.options.depth: the bot has no such option" in cat


@pytest.mark.parametrize(
    ("glob", "sentence"),
    [
        ("robots/*.py", '"robots/*.py" matches no Python file in '),
        ("bots/to*.py", 'no file that "bots/to*.py" matches registers a bot; put @register("a-name") above a class'),
    ],
)
def test_a_glob_without_bots_is_a_mistake(folder: Path, glob: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        prepared(folder, f'entries = ["bots/ant.py", "bots/bee.py", "{glob}"]\n')
    assert f"bots.entries.2: {sentence}" in str(caught.value)


def test_two_files_with_one_name(folder: Path) -> None:
    write(folder / "bots" / "dog.py", BOT.format(name="ant", before=""))
    with pytest.raises(ConfigError) as caught:
        prepared(folder, 'entries = ["bots/???.py"]\n')
    bots = folder / "bots"
    assert (
        f'there are two bots "ant", in {bots / "ant.py"} and in {bots / "dog.py"}; give one of them another name'
        in str(caught.value)
    )


@pytest.mark.slow
def test_two_files_with_one_name_are_told_apart_where_broken_ones_are_left_out(folder: Path) -> None:
    write(folder / "bots" / "dog.py", BOT.format(name="ant", before=""))
    write(folder / "bots" / "my elk.py", BOT.format(name="ant", before=""))
    tournament = prepared(folder, 'entries = ["bots/???.py", "bots/my*.py"]\non_broken = "leave-out"\n')
    assert tournament.config.entry_names == ("ant", "bee", "cat", "ant-dog", "ant-my-elk")
    assert tournament.bots.remarks[0] == (
        f'{folder / "bots" / "dog.py"} registers "ant", the name of another bot of this tournament; '
        'it plays as "ant-dog"'
    )
    outcome = played(folder / "class.toml", folder / "results")
    assert {"ant", "ant-dog", "ant-my-elk"} < set(Run(outcome.folder).table("seats").to_pandas()["bot"])


def test_where_each_has_a_folder_its_name_tells_them_apart(folder: Path) -> None:
    for student in ("ana", "ben"):
        write(folder / "class" / student / "bot.py", BOT.format(name="mine", before=""))
    tournament = prepared(folder, 'entries = ["class/*/bot.py"]\non_broken = "leave-out"\n')
    assert tournament.config.entry_names == ("mine-ana", "mine-ben")


def test_a_bot_that_the_configuration_names_keeps_its_name(folder: Path) -> None:
    write(folder / "class" / "random.py", BOT.format(name="random", before=""))
    write(folder / "class" / "zoe.py", BOT.format(name="zoe", before=""))
    tournament = prepared(folder, 'entries = ["class/*.py", "bots/ant.py", "random"]\non_broken = "leave-out"\n')
    assert tournament.config.entry_names == ("random-class", "zoe", "ant", "random")


def test_the_same_file_twice_stays_a_mistake(folder: Path) -> None:
    with pytest.raises(ConfigError, match='there is a bot "ant" already'):
        prepared(folder, 'entries = ["bots/a*.py", "bots/an*.py", "bots/bee.py"]\non_broken = "leave-out"\n')


@pytest.mark.slow
def test_files_that_have_no_bot_are_told_and_helpers_are_not(folder: Path) -> None:
    write(folder / "bots" / "ana.py", "from wallenstein.bots import BaseBot\nclass Ana(BaseBot):\n    pass\n")
    write(folder / "bots" / "empty.py", "")
    write(folder / "bots" / "words.py", "print('a bot')\n")
    write(folder / "bots" / "_shared.py", "X = 4\n")
    write(folder / "bots" / "test_ant.py", "X = 4\n")
    for bots in (LEAVE_OUT, 'entries = ["bots/[a-d]*.py"]\n'):  # also if every bot must be sound
        told = [one for one in prepared(folder, bots).bots.remarks if "does not take part" in one]
        assert told[0] == 'bots/ana.py does not take part: it registers no bot; put @register("ana") above class Ana'
    told = [one for one in prepared(folder, LEAVE_OUT).bots.remarks if "does not take part" in one]
    assert told[1:] == [
        "bots/empty.py does not take part: it is empty",
        "bots/words.py does not take part: it has no class",
    ]
    result = CliRunner().invoke(main, ["tourney", str(folder / "class.toml"), "--quiet", "--dry-run"])
    assert told[0] in result.stderr.splitlines()


def test_globs_are_kept_in_the_normal_form(folder: Path) -> None:
    tournament = prepared(folder, 'entries = ["bots/???.py"]\n')
    again = prepare(write(folder / "elsewhere" / "class.toml", tournament.config.text), (), folder / "results")
    assert again.config.hash == tournament.config.hash
    assert again.bots.sources == tournament.bots.sources
    with_broken = load(write(folder / "class.toml", CONFIG + LEAVE_OUT)).text
    left = prepare(write(folder / "elsewhere" / "class.toml", with_broken), (), folder / "results")
    assert left.config.entry_names == ("ant", "bee", "cat")


ISOLATED = ("wallenstein.bots.isolated.inside", "wallenstein.table.processes.keeper")


def test_a_bot_runs_in_no_process_that_holds_results(folder: Path) -> None:
    mark = folder / "mark"
    text = f"open({str(mark)!r}, 'a').write(open('/proc/self/cmdline').read() + chr(10))"
    write(folder / "bots" / "ant.py", BOT.format(name="ant", before=text))
    write(folder / "bots" / "unasked.py", BOT.format(name="unasked", before="import os; os._exit(7)"))
    config = write(folder / "class.toml", CONFIG + 'entries = ["bots/ant.py", "bots/bee.py"]\n')
    assert played(config, folder / "results").finished
    processes = mark.read_text().splitlines()
    assert {next((name for name in ISOLATED if name in process), process) for process in processes} == set(ISOLATED)


def test_the_command_says_who_is_left_out_and_why(folder: Path) -> None:
    config = write(folder / "class.toml", CONFIG + LEAVE_OUT)
    result = CliRunner().invoke(main, ["tourney", str(config), "--quiet"])
    assert result.exit_code == 0, result.output
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        f"{name} is left out" for name in ("exits", "raises", "typo.py")
    ]
