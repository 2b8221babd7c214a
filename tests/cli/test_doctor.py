"""`wallenstein doctor`: what this machine has, and that copies of a bot are alike."""

from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wallenstein.cli import doctor as module
from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.core.reports import Estimate
from wallenstein.python import run
from wallenstein.record.read import Run
from wallenstein.table.processes.sandbox import NoSandbox, sandbox_kind
from wallenstein.tourney import bench


def doctor(*words: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *words])


@pytest.mark.slow
def test_a_healthy_machine_plays_the_same_games_everywhere() -> None:
    found = doctor("--blocks", "3")
    assert found.exit_code == 0, found.output
    lines = found.output.splitlines()
    assert lines[0].startswith("wallenstein ")
    assert lines[1].startswith("Python 3.")
    kinds = [line.split(":")[0] for line in lines if line.startswith("isolation ")]
    assert kinds == ["isolation none", "isolation process", "isolation sandbox"]
    try:
        sandbox_kind()
    except NoSandbox:
        assert "isolation sandbox: not here, because " in found.output
    assert "They play as on every machine." in lines
    assert "The games are the same in all of them." in lines
    assert lines[-1] == "No copy is shown to be better than another, as it should be."


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the games of the signature."""
    monkeypatch.setattr(bench, "signature", lambda: bench.SIGNATURE)


@pytest.mark.usefixtures("quick")
def test_rules_that_play_otherwise_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SIGNATURE", "another")
    monkeypatch.setattr(bench, "signature", lambda: "this")
    monkeypatch.setattr(module, "_played", lambda config, folder: (cell(False), [1]))
    found = doctor()
    assert found.exit_code == 1
    assert "They do not play as on other machines" in found.output


def cell(differs: bool) -> SimpleNamespace:
    entrants = [SimpleNamespace(win_share=Estimate(0.25))] * 4
    return SimpleNamespace(entrants=entrants, pairs=[SimpleNamespace(differs=each) for each in (False, differs)])


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("digests", "differs", "said"),
    [
        ({"none": [1, 2], "process": [1, 2], "sandbox": [1, 3]}, False, "The games differ between kinds of isolation."),
        ({"none": [1], "process": [1], "sandbox": [1]}, True, "A copy is called better"),
    ],
)
def test_what_is_wrong_is_said(
    monkeypatch: pytest.MonkeyPatch, digests: dict[str, list[object]], differs: bool, said: str
) -> None:
    def played(config: dict[str, Any], folder: object) -> tuple[SimpleNamespace, list[object]]:
        return cell(differs), digests[config["run"]["isolation"]]

    monkeypatch.setattr(module, "_played", played)
    found = doctor()
    assert found.exit_code == 1
    assert said in found.output


@pytest.mark.usefixtures("quick")
def test_an_isolation_that_does_not_work_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(config: dict[str, Any], folder: object) -> tuple[SimpleNamespace, list[object]]:
        if config["run"]["isolation"] == "sandbox":
            raise ConfigError("there is no bubblewrap")
        return cell(False), [1, 2]

    monkeypatch.setattr(module, "_played", played)
    found = doctor()
    assert found.exit_code == 0
    assert "isolation sandbox: not here, because there is no bubblewrap" in found.output


@pytest.mark.parametrize(("bot", "different"), [("random", 4), ("settler", 1)])
def test_copies_that_draw_play_another_game_in_each_rotation(tmp_path: Any, bot: str, different: int) -> None:
    entries = [{"name": f"copy-{number}", "bot": bot} for number in range(4)]
    config = {"tourney": {"seed": 1, "blocks": 2}, "bots": {"entry": entries}, "run": {"isolation": "none"}}
    played = Run(run(config, {"run.report": False}, tmp_path, jobs=1).folder).table("games", ["digest", "block"])
    for block in (0, 1):
        rows = played.to_pylist()
        assert len({row["digest"] for row in rows if row["block"] == block}) == different
