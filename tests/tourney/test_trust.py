"""The code of a run is not imported, unless this user's own configuration names the same, or trusts the run."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result

from tests.record.forging import lines_of, write_lines
from tests.tourney.tournament import played
from wallenstein import analysis
from wallenstein.cli import main
from wallenstein.core.program import own_code
from wallenstein.record.read import Run
from wallenstein.record.write import hash_of
from wallenstein.tourney.run import prepare

TOWER = """
from pathlib import Path

Path({ran!r}).touch()


class Mine:
    def drop(self, random, falling, inside):
        return [thrown + (random() < 0.5) * stuck for thrown, stuck in zip(falling, inside)]
"""
CONFIG = """
[tourney]
name = "towers"
seed = 1
blocks = 1
rotation = "none"
[game]
tower = "tower.py:Mine"
[bots]
entries = ["random", "settler", "miller", "warlord"]
"""


class Stranger(NamedTuple):
    """A run with a tower of its own, whose code leaves the file `ran` when it is imported."""

    ran: Path
    config: Path
    run: Path


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Stranger:
    folder = tmp_path_factory.mktemp("stranger")
    ran, config = folder / "ran", folder / "author" / "towers.toml"
    config.parent.mkdir()
    (folder / "author" / "tower.py").write_text(TOWER.format(ran=str(ran)))
    config.write_text(CONFIG)
    run = played(config, folder / "results").folder
    assert ran.exists()
    return Stranger(ran, config, run)


@pytest.fixture
def stranger(author: Stranger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stranger:
    """A copy of the run, as if another user looks at it, in a new process."""
    monkeypatch.chdir(tmp_path)
    author.ran.unlink(missing_ok=True)
    own_code.OWN.clear()
    for name in [name for name in sys.modules if name.startswith("wallenstein_tower_")]:
        del sys.modules[name]
    config = shutil.copytree(author.config.parent, tmp_path / "author") / "towers.toml"
    return Stranger(author.ran, config, shutil.copytree(author.run, tmp_path / "results" / author.run.name))


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


NEEDS_RULES = {
    "verify": ("verify",),
    "verify-jobs": ("verify", "--jobs", "2"),
    "record": ("record", 0),
    "replay": ("replay", 0, "--out", "page.html"),
    "report": ("report", "--out", "page.html"),
}


@pytest.mark.parametrize("words", NEEDS_RULES.values(), ids=list(NEEDS_RULES))
def test_a_strangers_tower_runs_only_with_trust(stranger: Stranger, words: tuple[object, ...]) -> None:
    command, *rest = words
    told = call(command, stranger.run, *rest)
    assert told.exit_code in (1, 2), told.output
    assert not stranger.ran.exists()
    assert "would run" in told.output
    assert "tower.py, code of the run that your own configuration does not name" in told.output
    assert "--trust" in told.output
    assert isinstance(told.exception, SystemExit)
    told = call(command, stranger.run, *rest, "--trust")
    assert told.exit_code == 0, told.output
    assert stranger.ran.exists()


@pytest.mark.parametrize("command", ["standings", "watch", "why"])
def test_figures_need_no_code_of_the_run(stranger: Stranger, command: str) -> None:
    told = call(command, stranger.run, *(["miller"] if command == "why" else []))
    assert told.exit_code == 0, told.output
    assert not stranger.ran.exists()


def test_tables_are_loaded_without_code_and_choices_are_decoded_with_trust(stranger: Stranger) -> None:
    frames = analysis.load(stranger.run)
    assert len(frames.games()) == 1
    with pytest.raises(own_code.Untrusted, match="trust=True"):
        frames.decoded()
    assert not stranger.ran.exists()
    assert len(analysis.load(stranger.run, trust=True).decoded())
    assert stranger.ran.exists()


def test_the_same_file_of_ones_own_configuration_is_run_from_its_own_place(stranger: Stranger) -> None:
    """So a neighbour that only the run has is not imported either."""
    own = shutil.copytree(stranger.config.parent, stranger.config.parents[1] / "own")
    prepare(own / "towers.toml", (), own / "results")
    stranger.ran.unlink()
    from wallenstein.tourney.recorded_games import config_of

    rules = config_of(Run(stranger.run)).cells[0].rules
    assert dict(rules.tower_options)["model"] == f"{own / 'tower.py'}:Mine"
    assert not stranger.ran.exists()
    (own / "tower.py").write_text((own / "tower.py").read_text() + "# changed\n")
    with pytest.raises(own_code.Untrusted):
        config_of(Run(stranger.run))
    assert not stranger.ran.exists()


def test_a_run_that_is_resumed_or_reported_in_its_tournament_needs_no_trust(stranger: Stranger) -> None:
    (stranger.run / "report.html").unlink(missing_ok=True)
    (copy,) = (stranger.run / "inputs").rglob("tower.py")
    told = call("tourney", stranger.config, "--results", stranger.run.parent, "--quiet")
    assert told.exit_code == 0, told.output
    assert (stranger.run / "report.html").exists()
    assert str(copy.parent) not in [path for module in sys.modules.values() for path in getattr(module, "__path__", ())]


def reconfigured(run: Path, change: Callable[[str], str]) -> None:
    """Puts another configuration into a run, with its right hash."""
    config = run / "config.toml"
    config.write_text(change(config.read_text()))
    first, *others = lines_of(run)
    first["run"]["config"] = hash_of(config.read_bytes())
    write_lines(run, [first, *others])


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("evil_module:Mine", "would run the module evil_module"),
        ("../../evil_module.py:Mine", "evil_module.py, code of the run"),
        ("{folder}/evil_module.py:Mine", "evil_module.py, code of the run"),
    ],
)
def test_neither_modules_nor_files_elsewhere_are_run(
    stranger: Stranger, monkeypatch: pytest.MonkeyPatch, place: str, sentence: str
) -> None:
    folder = stranger.config.parents[1]
    (folder / "evil_module.py").write_text(TOWER.format(ran=str(stranger.ran)))
    monkeypatch.syspath_prepend(str(folder))
    named = place.format(folder=folder)
    reconfigured(stranger.run, lambda text: text.replace("inputs/0-tower/tower.py:Mine", named))
    told = call("verify", stranger.run)
    assert told.exit_code == 1
    assert sentence in told.output
    assert not stranger.ran.exists()
    assert "evil_module" not in sys.modules


@pytest.mark.parametrize("name", ["{folder}/secret.toml", "../../secret.toml"])
def test_a_board_outside_the_run_is_not_read(stranger: Stranger, name: str) -> None:
    secret = stranger.config.parents[1] / "secret.toml"
    secret.write_text("password = 1\n")
    name = name.format(folder=secret.parent)
    reconfigured(stranger.run, lambda text: text.replace("inputs/0-tower/tower.py:Mine", "sieve"))
    reconfigured(stranger.run, lambda text: text.replace('board = "default"', f'board = "{name}"'))
    told = call("verify", stranger.run)
    assert told.exit_code == 1
    assert "secret.toml is not in the folder of the run, so it is not read" in told.output


def test_the_identity_has_the_content_and_no_folder(stranger: Stranger, tmp_path: Path) -> None:
    other = shutil.copytree(stranger.config.parent, tmp_path / "elsewhere" / "author")
    run = played(other / "towers.toml", tmp_path / "there").folder
    assert run.name == stranger.run.name
    assert Run(run).header["hash"] == Run(stranger.run).header["hash"]
    for each in (run, stranger.run):
        assert str(tmp_path) not in json.dumps(Run(each).header)


def test_bots_of_a_run_are_not_run(stranger: Stranger) -> None:
    """Neither their files, nor commands, nor files that a pattern finds."""
    bot = stranger.run / "bot.py"
    bot.write_text(TOWER.format(ran=str(stranger.ran)))
    for said in (f'bot = "{bot}:Mine"', f'command = ["touch", "{stranger.ran}"]'):
        reconfigured(stranger.run, lambda text: text.replace("inputs/0-tower/tower.py:Mine", "sieve"))

        def named(text: str, said: str = said) -> str:
            return text.replace('bot = "random"', said)

        reconfigured(stranger.run, named)
        for command in (("verify",), ("replay", 0, "--out", "page.html"), ("report", "--out", "page.html")):
            told = call(command[0], stranger.run, *command[1:])
            assert told.exit_code in (0, 1, 2), told.output
            assert not stranger.ran.exists()


def test_a_tower_without_end_is_not_read(stranger: Stranger) -> None:
    (copy,) = (stranger.run / "inputs").rglob("tower.py")
    with copy.open("ab") as file:
        file.truncate(2**40)
    told = call("verify", stranger.run)
    assert told.exit_code == 1
    assert "too large for a program" in told.output
