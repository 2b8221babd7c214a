"""`wallenstein record` as a user calls it: what it writes, the referee plays to the recorded end."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.tourney.tournament import played, write_config
from wallenstein.cli import main
from wallenstein.record.read import Run

CONFIG = """
[tourney]
name = "short"
seed = 5
blocks = 2
format = "list"
tables = [["random", "settler", "random"]]
[game]
setup = "{setup}"
edition = "{edition}"
[bots]
entries = ["random", "settler"]
[log]
tables = {tables}
"""


def run(folder: Path, setup: str = "default", edition: str = "second", tables: str = '"all"') -> Run:
    config = folder / "short.toml"
    config.write_text(CONFIG.format(setup=setup, edition=edition, tables=tables))
    return Run(played(config, folder).folder)


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("setup", ["default", "draft"])
def test_the_referee_plays_the_recorded_game_to_its_end(tmp_path: Path, setup: str, edition: str) -> None:
    kept = run(tmp_path, setup, edition)
    written = tmp_path / "game.json"
    assert call("record", kept.folder, 4, "--out", written).exit_code == 0
    told = call("referee", written)
    assert told.exit_code == 0, told.stderr
    seats = [row for row in kept.table("seats").to_pylist() if row["game"] == 4]
    result = json.loads(told.stdout)["result"]
    assert result == [{"seat": row["seat"], "rank": row["rank"], "vp": row["score"]} for row in seats]


def test_a_game_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    told = call("record", run(tmp_path).folder, 6)
    assert told.exit_code == 2
    assert "has no game 6; its games are 0 to 5" in told.stderr


def test_without_decisions_no_game_is_kept(tmp_path: Path) -> None:
    told = call("record", run(tmp_path, tables='["throws"]').folder, 0)
    assert told.exit_code == 2
    assert "so its games cannot be replayed" in told.stderr


def test_a_game_of_other_rules_is_a_sentence(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path), tmp_path).folder
    config = folder / "config.toml"
    config.write_text(config.read_text().replace("faces = 4", "faces = 2").replace("rounds = 3", "rounds = 2"))
    told = call("record", folder, 0)
    assert told.exit_code != 0
    assert len(told.stderr.splitlines()) == 1
