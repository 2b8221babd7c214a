"""The Python code of the documents runs; the guide of bots has a test of its own."""

import re
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from examples import lottery
from examples.coin import Coin
from tests.tourney.tournament import played
from wallenstein.games.conformance import check_game
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
    (code,) = blocks("docs/tower.md")
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


def test_a_lottery_shows_a_cycle_and_does_not_see_copies(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def found(shares: dict[str, float], games: int = 10) -> dict[str, float]:
        rows = [
            {"game": f"{pair} {game}", "seed": game, "bot": name, "rank": 1 + (won != (name == pair[0]))}
            for pair, share in shares.items()
            for game in range(games)
            for won in [game < round(share * games)]
            for name in pair
        ]
        run = SimpleNamespace(read=lambda table, columns: pd.DataFrame(rows)[columns])
        monkeypatch.setattr(lottery, "load", lambda folder: run)
        names, met = lottery.meetings("results/quickstart")
        lottery.main("results/quickstart")
        for line in capsys.readouterr().out.splitlines():
            part, low, high = map(int, re.findall(r"(\d+)%", line))
            assert low <= part <= high
        return dict(zip(names, lottery.lottery(*met).tolist(), strict=True))

    cycle = {"ab": 0.7, "bc": 0.7, "ca": 0.7}
    assert found(cycle) == pytest.approx(dict.fromkeys("abc", 1 / 3))
    copied = found({**cycle, "ad": 0.5, "db": 0.7, "cd": 0.7})
    assert [copied["a"] + copied["d"], copied["b"], copied["c"]] == pytest.approx([1 / 3] * 3)
    assert found({"ab": 0.9, "bc": 0.5, "ac": 0.8}) == pytest.approx({"a": 1, "b": 0, "c": 0})


def test_the_code_of_the_page_on_figures_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks("docs/statistics.md")
    exec(compile(code, "docs/statistics.md", "exec"), {})
    assert "ann 0.5" in capsys.readouterr().out


def test_the_least_game_conforms() -> None:
    check_game(Coin())


@pytest.mark.slow
def test_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in blocks("docs/python.md"):
        exec(compile(code, "docs/python.md", "exec"), names)
    assert "regent" in capsys.readouterr().out
