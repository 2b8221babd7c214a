"""`wallenstein config`: the schema, the normal form, and mistakes on standard error."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from tests.tourney.config.configs import BLOCKS, FOUR, write
from wallenstein.cli import main


def test_show_prints_a_configuration_that_reads_back(tmp_path: Path) -> None:
    path = write(tmp_path, FOUR + BLOCKS)
    result = CliRunner().invoke(main, ["config", "show", str(path), "--set", "tourney.blocks=9"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert tomllib.loads(result.stdout)["tourney"]["blocks"] == 9
    path.write_text(result.stdout)
    assert CliRunner().invoke(main, ["config", "show", str(path)]).stdout == result.stdout


def test_show_says_which_seed_was_drawn(tmp_path: Path) -> None:
    path = write(tmp_path, FOUR + "[tourney]\nblocks = 5\n")
    result = CliRunner().invoke(main, ["config", "show", str(path)])
    seed = tomllib.loads(result.stdout)["tourney"]["seed"]
    assert result.stderr == f"the seed {seed} was chosen at random; set tourney.seed to keep it\n"


def test_every_mistake_is_a_line(tmp_path: Path) -> None:
    path = write(tmp_path, FOUR + "[tourney]\nblocks = 5\nsead = 3\n[run]\njob = 3\n")
    result = CliRunner().invoke(main, ["config", "show", str(path)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        f'wallenstein: {path}: tourney.sead: there is no such key; did you mean "seed"?',
        f'wallenstein: {path}: run.job: there is no such key; did you mean "jobs"?',
    ]


def test_schema_knows_keys_choices_and_descriptions() -> None:
    result = CliRunner().invoke(main, ["config", "schema"])
    document = json.loads(result.stdout)
    assert list(document["properties"]) == ["tourney", "game", "bots", "run", "log", "matrix", "tune", "study"]
    assert document["additionalProperties"] is False
    tourney = document["$defs"]["TourneySection"]["properties"]
    assert tourney["format"]["enum"] == ["round-robin", "gauntlet", "duel", "list", "sample", "ladder", "swiss"]
    sections = list(document["$defs"].items())
    sections += [("game", branch) for branch in document["$defs"]["GameSection"]["anyOf"]]
    for name, section in sections:
        for key, value in section["properties"].items():
            assert value.get("description") or "const" in value, f"{name}.{key} has no description"


SOUND = [{}, {"edition": "first"}, {"name": "wallenstein", "setup": "draft"}, {"name": "sixteen-thirty", "data": "a"}]
WRONG = [{"data": "a"}, {"name": "sixteen-thirty", "edition": "first"}, {"name": "chess"}, {"edition": "third"}]


@pytest.mark.parametrize(("game", "valid"), [*((game, True) for game in SOUND), *((game, False) for game in WRONG)])
def test_the_schema_has_the_keys_of_every_game(game: dict[str, Any], valid: bool) -> None:
    schema = json.loads(CliRunner().invoke(main, ["config", "schema"]).stdout)
    document = {"tourney": {"blocks": 1}, "bots": {"entries": ["random"]}, "game": game}
    assert Draft202012Validator(schema).is_valid(document) is valid


def test_the_schema_of_one_game() -> None:
    schema = json.loads(CliRunner().invoke(main, ["config", "schema", "-g", "sixteen-thirty"]).stdout)
    assert list(schema["$defs"]["GameSection"]["properties"]) == ["name", "data"]
    limits = schema["$defs"]["LimitsSection"]["propertyNames"]["enum"]
    assert "lobby" in limits
    assert "march" not in limits


def test_a_configuration_is_checked_with_its_bots(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('[tourney]\nblocks = 2\nplayers = 3\n[bots]\nentries = ["random", "settler", "miller"]\n')
    result = CliRunner().invoke(main, ["config", "check", str(file)])
    assert result.stdout == f"{file}: no mistakes; 6 games between 3 bots\n"
    wrong = CliRunner().invoke(main, ["config", "check", str(file), "--set", "tourney.blokcs=3"])
    assert wrong.exit_code == 2
    assert "blokcs" in wrong.stderr
