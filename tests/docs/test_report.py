"""The commands of the page on reports and replays run, and write what it says."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from wallenstein.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "report.md").read_text("utf-8")


@pytest.mark.long
def test_its_commands_write_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [
        shlex.split(line, comments=True)
        for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
        if line.startswith("wallenstein")
    ]
    assert len(commands) == 15
    for words in commands:
        result = CliRunner().invoke(main, words[1:], prog_name="wallenstein")
        assert result.exit_code == 0, f"{words}: {result.output}"
    (report,) = tmp_path.glob("results/*/report.html")
    assert list(report.with_name("report-games").glob("*.html"))
    pages = ("elsewhere.html", "quickstart-*-3.html", "game.html", "wallenstein-7.html")
    assert all(list(tmp_path.glob(name)) for name in pages)
    assert {path.suffix for path in (tmp_path / "figures").glob("ranking.*")} == {".png", ".svg", ".csv"}
