"""The time bank: what a seat's decisions of a game may take beyond their limits, wherever its bot runs."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.table.processes.kinds import no_sandbox
from tests.tourney.tournament import faults_of, played, write_config
from wallenstein.cli import main
from wallenstein.table.conditions import Bank
from wallenstein.table.faults import FaultKind

pytestmark = pytest.mark.slow

SANDBOX = pytest.param("sandbox", marks=pytest.mark.skipif(no_sandbox(), reason="no sandbox can be made here"))
ENOUGH_FOR_TWO = ["run.limits.choose=0.1", "run.limits.bank=0.5"]  # of three decisions of 0.3 seconds


def test_a_bank_pays_what_is_beyond_the_limit() -> None:
    bank = Bank(2.0)
    bank.pay(1.0, 0.9)
    assert bank.left == 2.0
    bank.pay(1.0, 1.5)
    assert bank.left == 1.5
    bank.pay(0.0, 9.0)  # there was no limit
    assert bank.left == 1.5
    bank.pay(1.0, 9.0)
    assert bank.left == 0.0


@pytest.mark.parametrize("mode", ["none", "process", SANDBOX])
def test_decisions_are_interrupted_when_limit_and_bank_are_used_up(tmp_path: Path, mode: str) -> None:
    config = write_config(tmp_path, ["overdrawn", "decent"], blocks=1)
    outcome = played(config, tmp_path / "runs", sets=[*ENOUGH_FOR_TWO, f"run.isolation={mode}"])
    faults = faults_of(outcome.folder)
    said = [(fault["bot"], fault["kind"], fault["text"].splitlines()[0]) for fault in faults]
    text = "interrupted when its limit and its time bank were used up"
    assert said == [("overdrawn", FaultKind.TIMEOUT, text)] * 2
    assert [fault["decision"] // 2 for fault in faults] == [2, 2]  # the third of its decisions in each game
    shown = CliRunner().invoke(main, ["verify", str(outcome.folder)]).stdout
    assert "overdrawn thinks by the clock: these games can be replayed from their record" in shown
