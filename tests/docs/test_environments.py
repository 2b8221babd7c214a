"""`docs/environments.md`: its code runs, and it says what every index of an observation means."""

import re
from pathlib import Path

import pytest

from wallenstein.environment import numbers

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")


def index(game: str) -> str:
    """The table of all features, as the page has it."""
    lines = ["| entries | feature | axes | highest | meaning |", "| --- | --- | --- | --- | --- |"]
    for row in numbers(game=game).rows():
        where = f"{row['first']}" if row["first"] == row["last"] else f"{row['first']}-{row['last']}"
        axes = " x ".join(str(len(axis)) for axis in row["axes"])
        lines.append(f"| {where} | {row['name']} | {axes} | {row['highest']} | {row['about']} |")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", ["wallenstein", "sixteen-thirty"])
def test_every_index_is_documented(game: str) -> None:
    assert index(game) in PAGE


def test_the_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    exec(compile(code, "docs/environments.md", "exec"), {})
    assert capsys.readouterr().out == "('bremen', 'holstein', 'lueneburg')\n"
