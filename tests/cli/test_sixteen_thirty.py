"""Tournaments of Sixteen Thirty Something as a user calls them: cells with other rules, or with other tables."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wallenstein.cli import main

CONFIG = """
[tourney]
name = "{name}"
seed = 1630
blocks = {blocks}
rotation = "none"
[game]
name = "sixteen-thirty"
[bots]
entries = [{bots}]
[matrix]
{matrix}
"""
SWITCH = "league_bonus_needs_influence = false"  # R17


def call(*words: object, code: int = 0) -> Result:
    """A command with its output."""
    told = CliRunner().invoke(main, [str(word) for word in words])
    assert told.exit_code == code, told.output
    return told


def tournament(folder: Path, name: str, matrix: str, bots: int, blocks: int) -> Path:
    """Plays a tournament of `random` bots by the command line; the folder of its run."""
    entries = ", ".join(f'{{name = "r{number}", bot = "random"}}' for number in range(bots))
    file = folder / f"{name}.toml"
    file.write_text(CONFIG.format(name=name, matrix=matrix, bots=entries, blocks=blocks))
    call("tourney", file, "--results", folder / "results")
    (found,) = (folder / "results").glob(f"{name}-*")
    return found


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with a cell for each number of players."""
    folder = tmp_path_factory.mktemp("tables")
    return tournament(folder, "tables", '"tourney.players" = [3, 4, 5, 6]', 6, 1)


def cells_of(told: Result) -> dict[str, Any]:
    """The figures of each cell."""
    return {cell["cell"]: cell for cell in json.loads(told.stdout)["cells"]}


def differences(told: Result) -> dict[str, float]:
    """The difference of the one cell from the other, by measure."""
    lines = json.loads(told.stdout)["lines"]
    return {line["text"]: line["differences"][0]["difference"]["value"] for line in lines if line["differences"]}


def test_a_matrix_over_the_number_of_players(tables: Path) -> None:
    cells = cells_of(call("standings", tables, "--json"))
    assert list(cells) == [f"tourney.players={players}" for players in (3, 4, 5, 6)]
    tables_of_six = {3: 20, 4: 15, 5: 6, 6: 1}  # every choice of so many of six bots
    assert [cell["games"] for cell in cells.values()] == list(tables_of_six.values())
    assert "42 of 42 games replayed" in call("verify", tables).stdout


def test_its_cells_are_compared(tables: Path) -> None:
    told = call("compare", tables, "--against", "tourney.players=6").stdout
    for players in (3, 4, 5):
        assert f"tourney.players={players}\nagainst tourney.players=6\n" in told
    for measure in ("lobbies per game", "wars per game", "leagues per game", "victory points per seat"):
        assert told.count(measure) >= 3
    refused = call("compare", tables, "--against", "tourney.players=7", code=2)
    assert 'did you mean "tourney.players=' in refused.stderr


def test_two_cells_with_other_figures_play_the_same_seeds(tmp_path: Path) -> None:
    text = (files("wallenstein.games.sixteen_thirty") / "data/sixteen-thirty.toml").read_text(encoding="utf-8")
    assert SWITCH in text
    (tmp_path / "strict.toml").write_text(text.replace(SWITCH, SWITCH.replace("false", "true")))
    run = tournament(tmp_path, "rulings", '"game.data" = ["default", "strict.toml"]', 4, 6)
    here = differences(call("compare", run, "--json"))
    there = differences(call("compare", run, "--json", "--against", "game.data=strict.toml"))
    assert here["turns per game"] == here["lobbies per game"] == 0  # these bots look at no points
    assert here["victory points per seat"] < 0  # a bonus that needs influence is had less often
    assert here["victory points per seat"] == pytest.approx(-there["victory points per seat"])
    assert "12 of 12 games replayed" in call("verify", run).stdout


def test_a_recorded_game_of_a_cell_is_played_by_the_referee(tables: Path, tmp_path: Path) -> None:
    scenario = call("record", tables, 41).stdout
    file = tmp_path / "game.json"
    file.write_text(scenario)
    reached = json.loads(call("referee", file).stdout)
    assert (reached["players"], reached["phase"]) == (6, "over")
