"""The examples of `docs/configuration.md` can be played; its keys are in tests of the reference."""

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
from wallenstein.games.wallenstein.board.values import packaged_text
from wallenstein.tourney.config import load

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text("utf-8")
LEFT_OUT: dict[str, Any] = {  # what the page's examples leave out of a whole configuration
    "tourney": {"blocks": 1},
    "bots": {
        "entries": ["weaver", "random", "settler", "miller", "regent"],
        "entry": [{"bot": "miller", "name": "bold-miller"}],
    },
}
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


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
