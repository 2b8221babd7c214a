"""`docs/configuration.md` names every key with its default, and what it shows is played."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from click.testing import CliRunner

from tests.bots.bot_files import bot_text, write
from wallenstein.cli import main
from wallenstein.extras.study.play import prepared
from wallenstein.extras.study.setting import read_setting as read_study
from wallenstein.extras.tune.setting import read_setting
from wallenstein.games.sixteen_thirty.rules import KEYS as OTHER_KEYS
from wallenstein.games.wallenstein.board.values import packaged_text
from wallenstein.games.wallenstein.options import KEYS
from wallenstein.tourney.config import load

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text("utf-8")
HEADINGS = {
    "TourneySection": "## [tourney]",
    "BettingSection": "### [tourney.betting]",
    "GameSection": "## [game]",
    "BotsSection": "## [bots]",
    "RunSection": "## [run]",
    "LimitsSection": "### [run.limits]",
    "LogSection": "## [log]",
    "TuneSection": "## [tune]",
    "StudySection": "## [study]",
    "AxisSection": "### [[study.axis]]",
    "LevelSection": "### [[study.axis.levels]]",
    "StrategySection": "### [[study.strategy]]",
    "QuestionSection": "### [[study.question]]",
}
ORDER = ["bot", "command", "files", "folder", "name", "options"]  # of the keys of an entry
TESTED = "toy"  # a game of the tests alone
LEFT_OUT: dict[str, Any] = {  # what the page's examples leave out of a whole configuration
    "tourney": {"blocks": 1},
    "bots": {
        "entries": ["weaver", "random", "settler", "miller", "regent"],
        "entry": [{"bot": "miller", "name": "bold-miller"}],
    },
}
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def schema() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(CliRunner().invoke(main, ["config", "schema"]).stdout)
    return document


def fields(name: str) -> dict[str, Any]:
    """The keys of a section; that of the game has those of every game, the default one's first."""
    found = schema()["$defs"][name]
    branches = [one for one in found.get("anyOf", []) if one["properties"]["name"]["const"] != TESTED]
    branches.sort(key=lambda branch: "required" in branch)
    return {key: field for branch in [*branches, found] for key, field in branch["properties"].items()}


def section(heading: str) -> str:
    """What stands under a heading, up to the next one."""
    return PAGE.partition(f"\n{heading}: ")[2].partition("\n#")[0]


def rows(text: str) -> dict[str, str]:
    """The keys of a section's tables with their defaults."""
    tables = text.split("\n| key | default | meaning |\n")[1:]
    return {
        key: default.strip()
        for table in tables
        for key, default in re.findall(r"^\| `(\w+)` \|(.*?)\|", table.partition("\n\n")[0], re.MULTILINE)
    }


@pytest.mark.parametrize("name", HEADINGS)
def test_every_key_has_a_row(name: str) -> None:
    keys = list(fields(name))
    if name == "BotsSection":
        keys += sorted(schema()["$defs"]["BotEntry"]["properties"], key=ORDER.index)
    assert list(rows(section(HEADINGS[name]))) == keys


def test_every_section_has_a_heading() -> None:
    found = re.findall(r"^## \[(\w+)\]", PAGE, re.MULTILINE)
    assert found == list(schema()["properties"])
    assert {*HEADINGS, "BotEntry"} == set(schema()["$defs"])


def test_the_schema_has_the_keys_of_the_game() -> None:
    assert set(fields("GameSection")) == {*KEYS, *OTHER_KEYS}


@pytest.mark.parametrize("name", HEADINGS)
def test_defaults_are_those_of_the_program(name: str) -> None:
    written = rows(section(HEADINGS[name]))
    for key, field in fields(name).items():
        default = field.get("default")
        if default is None or isinstance(default, dict):
            continue  # its row says in words what is then taken
        shown = written[key].strip("`")
        assert tomllib.loads(f"value = {shown}")["value"] == default, key


@pytest.mark.parametrize("name", HEADINGS)
def test_every_choice_is_named(name: str) -> None:
    for key, field in fields(name).items():
        for choice in set(field.get("enum", [])) - {TESTED}:
            row = next(line for line in section(HEADINGS[name]).splitlines() if line.startswith(f"| `{key}` |"))
            assert f'"{choice}"' in row


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_can_be_played(number: int, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(packaged_text(), "utf-8")
    for name in ("weaver", "miner"):
        write(tmp_path / "bots" / f"{name}.py", bot_text(name))
    file = tmp_path / "league.toml"
    example = tomllib.loads(EXAMPLES[number])
    if "study" in example:
        file.write_text(tomli_w.dumps(example), "utf-8")
        assert prepared(read_study(file), 0).schedule.total
        return
    if "tune" in example:
        file.write_text(tomli_w.dumps(example), "utf-8")
        assert read_setting(file).checked().schedule.total
        return
    file.write_text(tomli_w.dumps(LEFT_OUT | example), "utf-8")
    assert load(file).cells


def test_commands_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("league.toml").write_text(EXAMPLES[0], "utf-8")
    lines = [
        line
        for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
        if "config show" in line
    ]
    assert len(lines) == 2
    for line in lines:
        result = CliRunner().invoke(main, shlex.split(line, comments=True)[1:])
        assert result.exit_code == 0, result.output
