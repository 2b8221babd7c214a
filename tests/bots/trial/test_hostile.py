"""Whatever a bot does in its trial games: the check ends with a finding, and nothing is left behind."""

from pathlib import Path

import pytest

from tests.bots.bot_files import write
from tests.bots.leftovers import nothing_left_behind
from wallenstein.bots.conformance import check

pytestmark = pytest.mark.slow

TEXT = """import json, os, signal, sys, time
from wallenstein import Bot, register

@register("hostile")
class Hostile(Bot):
    def choose(self, view, choice):
        {deed}
        return choice.default
"""
DEEDS = {
    "kills its parent": ("os.kill(os.getppid(), signal.SIGKILL); time.sleep(9)", "it ended the process that had"),
    "kills itself": ("os.kill(os.getpid(), signal.SIGSEGV)", "its process was ended by SIGSEGV: seat "),
    "exits": ("os._exit(0)", "its process ended with exit code 0: seat "),
    "forges": ("os.write(3, b'\\n{}'); os._exit(0)", "it wrote into the answer of its process: seat "),
    "floods": ("os.write(3, bytes(1 << 27))", "it wrote into the answer of its process: seat "),
}


@pytest.mark.parametrize("name", DEEDS)
def test_a_trial_that_is_ended_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    deed, sentence = DEEDS[name]
    file = write(tmp_path / "hostile.py", TEXT.format(deed=deed))
    with nothing_left_behind(tmp_path, monkeypatch):
        report = check(str(file), rounds=1)
    (fault,) = report.faults
    assert fault.custom == "alive"
    assert fault.text.startswith(sentence)


def test_a_bot_that_replaces_what_the_check_uses_is_checked_all_the_same(tmp_path: Path) -> None:
    file = write(tmp_path / "hostile.py", TEXT.format(deed="json.dumps = os._exit = sys.exit = lambda *a: '{}'"))
    assert check(str(file), rounds=1).ok


@pytest.mark.long
def test_output_without_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "hostile.py", TEXT.format(deed="os.system('head -c 300000000 /dev/zero')"))
    with nothing_left_behind(tmp_path, monkeypatch):
        report = check(str(file), rounds=1)
    assert "silent" in {fault.custom for fault in report.faults}
