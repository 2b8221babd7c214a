"""The check of a bot in its own process: misspelt methods are found, and harm ends with a finding."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bots.bot_files import write
from tests.bots.leftovers import nothing_left_behind
from wallenstein.bots import BaseBot, Bot
from wallenstein.bots.check.process import misspelt
from wallenstein.bots.conformance import check
from wallenstein.bots.discovery import find
from wallenstein.table.processes.confine import SCOPES, landlock_version


class Chose(Bot):
    def chose(self, view: Any, choice: Any) -> Any: ...


class Private(Bot):
    def _plan(self, view: Any, offer: Any) -> Any: ...


class Capital(Bot):
    def Plan(self, view: Any, offer: Any) -> Any: ...


class AtStart(Bot):
    def on_start(self, setup: Any) -> None: ...


class Heir(Chose):
    def start(self, setup: Any) -> None: ...


class Static(BaseBot):
    @staticmethod
    def decyde(view: Any, decision: Any) -> Any: ...


@pytest.mark.parametrize(
    ("cls", "name", "meant"),
    [
        (Chose, "chose", "choose"),
        (Private, "_plan", "plan"),
        (Capital, "Plan", "plan"),
        (AtStart, "on_start", "start"),
        (Heir, "chose", "choose"),
        (Static, "decyde", "decide"),
    ],
)
def test_a_misspelt_method_is_found(cls: type, name: str, meant: str) -> None:
    (said,) = misspelt(cls)
    assert said.startswith(f'nothing calls its method "{name}" (test_process.py:')
    assert said.endswith(f'); did you mean "{meant}"?')


class Calling(Bot):
    def choose(self, view: Any, choice: Any) -> Any:
        return self.chosen(choice) or [self.starts() for _ in ()]

    def chosen(self, choice: Any) -> Any: ...
    def starts(self) -> Any: ...


class ByName(Bot):
    def plan(self, view: Any, offer: Any) -> Any:
        return getattr(self, "plans")()  # noqa: B009

    def plans(self) -> Any: ...


class Asked(Bot):
    @property
    def plans(self) -> Any:
        return self.rng

    def choosers(self) -> Any: ...


class Helping(Bot):
    def worth(self) -> Any: ...
    def best_march(self) -> Any: ...
    def __repr__(self) -> str:
        return ""


def outside(bot: Asked) -> Any:
    """Calls a method of a bot in its module."""
    return bot.choosers()


@pytest.mark.parametrize("cls", [Calling, ByName, Asked, Helping, Bot, BaseBot], ids=lambda cls: cls.__name__)
def test_helpers_and_what_is_called_are_left_alone(cls: type) -> None:
    assert misspelt(cls) == []


@pytest.mark.parametrize(
    "name", ["envoy", "generalissimo", "marshal", "miller", "random", "regent", "seer", "settler", "veteran", "warlord"]
)
def test_reference_bots_are_spelt_well(name: str) -> None:
    assert misspelt(find(name)) == []


pytestmark = pytest.mark.slow

TEXT = """import json, os, signal, sys, time
from wallenstein import Bot, register

@register("hostile")
class Hostile(Bot):
    def choose(self, view, choice):
        {deed}
        return choice.default
"""
SENT: dict[str, Any] = {
    "games": [{"digest": "", "faults": []}], "again": [], "kinds": [], "offences": {}, "seconds": {}
}  # fmt: skip
FORGED = "it wrote into the answer of its process: seat "
FORGERIES = {
    "numbers": dict.fromkeys(SENT, 5),
    "no games": {**SENT, "games": []},
    "more games": {**SENT, "games": SENT["games"] * 1000},
    "faults": {**SENT, "games": [{"digest": "", "faults": [[0, "boredom", 1, "it yawned"]]}]},
    "no seconds": {**SENT, "seconds": {"plan": []}},
    "endless seconds": {**SENT, "seconds": {"plan": [float("inf")]}},
    "an error": {"error": 5},
}
DEEDS = {
    "kills itself": ("os.kill(os.getpid(), signal.SIGSEGV)", "its process was ended by SIGSEGV: seat "),
    "exits": ("os._exit(0)", "its process ended with exit code 0: seat "),
    "forges": ("os.write(3, b'\\n{}'); os._exit(0)", "it wrote into the answer of its process: seat "),
    **{
        f"forges {name}": (f"os.write(3, b'\\n' + {json.dumps(sent).encode()!r}); os._exit(0)", FORGED)
        for name, sent in FORGERIES.items()
    },
    "floods": ("os.write(3, bytes(1 << 27))", "it wrote into the answer of its process: seat "),
}


if landlock_version() < SCOPES:  # otherwise signals reach only its own processes
    DEEDS["kills its parent"] = "os.kill(os.getppid(), signal.SIGKILL); time.sleep(9)", "it ended the process that had"


@pytest.mark.parametrize("name", DEEDS)
def test_a_trial_that_is_ended_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    deed, sentence = DEEDS[name]
    file = write(tmp_path / "hostile.py", TEXT.format(deed=deed))
    with nothing_left_behind(tmp_path, monkeypatch):
        report = check(str(file), rounds=1)
    (fault,) = report.faults
    assert fault.custom == "alive"
    assert fault.text.startswith(sentence)


def test_results_in_other_words_are_read_alike(tmp_path: Path) -> None:
    """A fault with the names of its parts, and seconds as text: only a bot that sends results itself writes so."""
    fault = {"seat": 0, "kind": "crash", "decision": 1, "text": "it says so"}
    sent = {**SENT, "games": [{"digest": "", "faults": [fault]}], "seconds": {"plan": ["0.5"]}}
    deed = f"os.write(3, b'\\n' + {json.dumps(sent).encode()!r}); os._exit(0)"
    report = check(str(write(tmp_path / "hostile.py", TEXT.format(deed=deed))), rounds=1)
    assert [(found.custom, found.text[:10]) for found in report.faults] == [("sound", "it says so")]
    assert [(timing.kind, timing.longest) for timing in report.timings] == [("plan", 0.5)]


def test_a_bot_that_replaces_what_the_check_uses_is_checked_all_the_same(tmp_path: Path) -> None:
    file = write(tmp_path / "hostile.py", TEXT.format(deed="json.dumps = os._exit = sys.exit = lambda *a: '{}'"))
    assert check(str(file), rounds=1).ok


@pytest.mark.long
def test_output_without_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "hostile.py", TEXT.format(deed="os.system('head -c 300000000 /dev/zero')"))
    with nothing_left_behind(tmp_path, monkeypatch):
        report = check(str(file), rounds=1)
    assert "silent" in {fault.custom for fault in report.faults}
