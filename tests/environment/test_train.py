"""`examples/train.py`: it learns, saves its weights, and what it has learned enters a tournament."""

import json
import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from wallenstein.cli import main

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[2] / "examples" / "train.py"


@pytest.mark.parametrize(("game", "bots"), [("wallenstein", "random,random"), ("sixteen-thirty", "random,banker")])
def test_what_was_learned_plays_a_tournament(
    game: str, bots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    script = ModuleType("train")
    script.__dict__.update(runpy.run_path(str(SCRIPT), run_name="train"))
    monkeypatch.setitem(sys.modules, "train", script)
    monkeypatch.setitem(script.train.__globals__, "GAMES", 1)
    monkeypatch.setattr(sys, "argv", ["train.py", "--minutes", "0.001", "--jobs", "1", "--game", game, "--bots", bots])
    script.main()
    assert capsys.readouterr().out.endswith(
        "games; what was learned plays in: wallenstein tourney learned/league.toml\n"
    )
    command = ["tourney", "learned/league.toml", "--set", "tourney.blocks=1", "--quiet", "--json", "--jobs", "1"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    (cell,) = json.loads(result.stdout)["cells"]
    assert "learned" in {entrant["name"] for entrant in cell["entrants"]}


@pytest.mark.parametrize(
    ("bots", "text"), [("regnet,random,random", 'did you mean "regent"?'), ("random", "2 players: W1")]
)
def test_bots_that_cannot_play_are_refused_at_once(
    bots: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["train.py", "--bots", bots])
    with pytest.raises(SystemExit):
        runpy.run_path(str(SCRIPT), run_name="train")["main"]()
    assert text in capsys.readouterr().err
