"""The Python code of the documents runs; the guide of bots has a test of its own."""

import json
import re
from math import exp
from pathlib import Path
from typing import Any

import pytest

from tests.tourney.tournament import played
from wallenstein.games.wallenstein.tower.loading import make_tower

ROOT = Path(__file__).parents[2]
RUN = """
[tourney]
name = "quickstart"
seed = 1
blocks = 1
format = "list"
tables = [["random", "settler", "random"]]
[bots]
entries = ["random", "settler"]
"""


def blocks(name: str, heading: str = "") -> list[str]:
    """The Python blocks of a document, or of what stands under one of its headings."""
    text = (ROOT / name).read_text("utf-8")
    if heading:
        text = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_architecture(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks("docs/architecture.md")
    exec(compile(code, "docs/architecture.md", "exec"), {})
    assert "Placing(seat=3" in capsys.readouterr().out


def test_a_tower_of_ones_own(tmp_path: Path) -> None:
    (code,) = blocks("docs/rules.md")
    (tmp_path / "towers.py").write_text(code)
    model = make_tower({"model": f"{tmp_path}/towers.py:Leaky", "keeps": 4})
    assert model.drop(lambda: 0.5, [4, 3], [4, 0]) == [6, 3]


def test_analysing_in_pandas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "quickstart.toml"
    config.write_text(RUN)
    folder = played(config, tmp_path).folder
    (code,) = blocks("README.md", "Look at the results")
    assert '"results/quickstart"' in code
    exec(compile(code.replace("results/quickstart", str(folder.parent / "quickstart")), "README.md", "exec"), {})
    assert "settler" in capsys.readouterr().out


def test_rankings_by_pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a cycle all are alike; who beats all is first; two stay in the ratio exp((population - 1) u)."""
    code = blocks("docs/statistics.md", "Beyond one strength")[0]
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "results" / "quickstart" / "summary.json"
    file.parent.mkdir(parents=True)

    def found(shares: dict[str, float]) -> dict[str, Any]:
        bots = sorted({name for pair in shares for name in pair})
        both = [*shares.items(), *((pair[::-1], 1 - share) for pair, share in shares.items())]
        pairs = [{"name": pair[0], "other": pair[1], "share": {"value": share}} for pair, share in both]
        file.write_text(json.dumps({"cells": [{"entrants": [{"name": bot} for bot in bots], "pairs": pairs}]}))
        names: dict[str, Any] = {}
        exec(compile(code, "docs/statistics.md", "exec"), names)
        return names

    cycle = found({"ab": 0.7, "bc": 0.7, "ca": 0.7})
    assert cycle["copeland"] == pytest.approx([1, 1, 1])
    assert cycle["borda"] == pytest.approx([0.5, 0.5, 0.5])
    assert cycle["alpha_rank"] == pytest.approx([1 / 3] * 3)
    best = found({"ab": 0.9, "bc": 0.5, "ac": 0.8})
    assert best["copeland"] == pytest.approx([2, 0.5, 0.5])
    assert best["borda"] == pytest.approx([0.85, 0.3, 0.35])
    assert best["alpha_rank"][0] > 0.99
    one, two = found({"ab": 0.505})["alpha_rank"]
    assert one / two == pytest.approx(exp(49 * 10 * 0.005))


def test_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in blocks("docs/python.md"):
        exec(compile(code, "docs/python.md", "exec"), names)
    assert "regent" in capsys.readouterr().out
