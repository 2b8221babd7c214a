"""`wallenstein init` writes a folder in which everything works as it is."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wallenstein.cli import main
from wallenstein.tourney.run import prepare


def written(folder: Path, *words: str) -> str:
    told = CliRunner().invoke(main, ["init", str(folder), *words])
    assert told.exit_code == 0, told.output
    return told.stdout


OTHER = pytest.param(("--game", "sixteen-thirty", "--bot", "envoy-2"), marks=pytest.mark.long, id="other")


@pytest.mark.slow
@pytest.mark.parametrize("words", [pytest.param((), id="wallenstein"), OTHER])
def test_its_tournament_its_bot_and_its_notebook_work(
    tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "league"
    text = written(folder, *words)
    bot = "weaver" if not words else "envoy-2"
    monkeypatch.chdir(folder)
    shrunk = CliRunner().invoke(main, ["config", "show", "tournament", "--set", "tourney.blocks=1"])
    assert shrunk.exit_code == 0, shrunk.output
    Path("tournament.toml").write_text(shrunk.stdout)
    notebook = json.loads(Path("notebook.ipynb").read_text())
    code = "\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
    names: dict[str, Any] = {}
    exec(compile(code, "notebook.ipynb", "exec"), names)
    assert bot in str(names["run"])
    for line in text.splitlines()[:4]:
        assert (tmp_path / line.partition(": ")[0]).is_file()
    commands = [line.removeprefix("Try it:").split() for line in text.splitlines()[4:]]
    played = CliRunner().invoke(main, [*commands[2][1:], "--seed", "1"])
    assert played.exit_code == 0, played.output


@pytest.mark.parametrize(("words", "games"), [((), 300), (("--game", "sixteen-thirty"), 80)])
def test_its_tournament_has_enough_games_to_tell_random_from_others(
    tmp_path: Path, words: tuple[str, ...], games: int
) -> None:
    written(tmp_path / "league", *words)
    assert prepare(tmp_path / "league" / "tournament.toml", (), tmp_path).schedule.total == games


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    written(tmp_path)
    before = (tmp_path / "tournament.toml").read_text()
    told = CliRunner().invoke(main, ["init", str(tmp_path)])
    assert told.exit_code == 2
    assert "already exists; choose another folder" in told.stderr
    assert (tmp_path / "tournament.toml").read_text() == before
