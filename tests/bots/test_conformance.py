"""The conformance check finds every offence, and none where there is none."""

import re
import time
from pathlib import Path

import pytest

from tests.bots import ill_mannered
from tests.bots.leftovers import nothing_left_behind
from wallenstein.bots import Bot
from wallenstein.bots.conformance import Conformance, assert_conforms, check
from wallenstein.bots.discovery import find
from wallenstein.bots.isolated import jobs
from wallenstein.core.errors import ConfigError

pytestmark = pytest.mark.slow

CUSTOMS = (
    "options", "alive", "sound", "legal", "in time", "modest", "methods", "silent", "mannered", "view", "random",
    "reproducible", "hash seed",
)  # fmt: skip


def faults(report: Conformance) -> dict[str, str]:
    return {finding.custom: finding.text for finding in report.faults}


def test_random_conforms_and_is_asked_for_every_kind_of_decision() -> None:
    report = check("random", rounds=1)
    assert report.ok
    assert tuple(finding.custom for finding in report.findings) == CUSTOMS
    assert [timing.kind for timing in report.timings] == [
        "draft-card", "draft-group", "march", "move", "plan", "revolt", "tile",
    ]  # fmt: skip
    assert all(timing.asked > 0 and 0 < timing.mean <= timing.longest for timing in report.timings)


@pytest.mark.parametrize(
    ("cls", "custom", "text"),
    [
        (ill_mannered.Crashing, "sound", "KeyError: 'ink' (ill_mannered.py:"),
        (ill_mannered.CrashingAtTheEnd, "sound", "ValueError: 3 players, and I lost"),
        (ill_mannered.PlanningNonsense, "legal", "W23: seat 0 has no card of bremen"),
        (ill_mannered.ChoosingNonsense, "legal", "cannot choose"),
        (ill_mannered.Printing, "silent", "it printed 'good morning'"),
        (ill_mannered.UsingGlobalRandom, "random", "it used the module random"),
        (ill_mannered.UsingNumpyRandom, "random", "it used numpy.random"),
        (ill_mannered.Hashing, "hash seed", "it depends on the order of a set"),
        (ill_mannered.Remembering, "reproducible", "keeps something from game to game"),
        (ill_mannered.Wandering, "mannered", "it changed the working directory"),
        (ill_mannered.Furnishing, "mannered", "it changed the environment"),
        (ill_mannered.ChangingTheBook, "view", "it changed the rule book"),
        (ill_mannered.Misspelt, "methods", 'did you mean "choose"?'),
        (ill_mannered.Leaving, "alive", "its process ended with exit code 3: seat "),
    ],
)
def test_an_offence_is_found(cls: type[Bot], custom: str, text: str) -> None:
    found = faults(check(cls, rounds=1))
    assert text in found[custom]


@pytest.mark.long
def test_a_bot_that_hangs_is_ended_and_its_line_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "OFTEN", 3.5)
    said: list[str] = []
    report = check(ill_mannered.Stuck, rounds=1, seconds=5, say=said.append)
    assert len(said) == 1
    assert re.match(r"seat [02], at decision \d", said[0])
    assert said[0].endswith("; the check gives up after 5 seconds in total")
    assert list(faults(report)) == ["in time"]
    text = faults(report)["in time"]
    assert re.match(
        r"it was not finished within 5 seconds, and was stopped, at ill_mannered.py:\d+ in choose: seat [02]", text
    )


def test_a_bot_that_ignores_the_interruption_is_ended_and_its_line_named() -> None:
    report = check(ill_mannered.Deaf, rounds=1)
    text = faults(report)["in time"]
    assert re.match(
        r"it ignored the interruption when its time was up, at ill_mannered.py:\d+ in choose: seat \d, at dec", text
    )


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with nothing_left_behind(tmp_path, monkeypatch):
        report = check(ill_mannered.Littering, rounds=1)
    assert "it started a process of its own" in faults(report)["mannered"]


def test_options_are_told_and_must_be_given() -> None:
    with pytest.raises(ConfigError, match=r"options\.depth: "):
        check(ill_mannered.Needy)
    report = check(ill_mannered.Needy, {"depth": 2}, rounds=1)
    assert report.ok
    assert report.findings[0].text == "depth (a whole number), haste (a number; 0.5 by default)"


def test_assert_conforms_is_silent_or_lists_the_faults() -> None:
    assert_conforms(find("random"), rounds=1)
    with pytest.raises(AssertionError, match="Leaving does not conform:\nFAULT  alive"):
        assert_conforms(ill_mannered.Leaving, rounds=1)


def test_a_class_that_no_other_process_can_find_is_refused() -> None:
    class Local(Bot):
        pass

    with pytest.raises(ConfigError, match="must be defined at the top level of a file"):
        check(Local)


@pytest.mark.parametrize(
    ("source", "custom", "text"),
    [
        (
            "def plan(view, offer): return 1",
            "methods",
            '"plan" (own.py:5) has one parameter too few; is `self` missing',
        ),
        ("def plan(self, view, offer): return view.armys", "sound", "'armys'; did you mean armies? (own.py:5), "),
    ],
)
def test_what_was_probably_meant_is_named(tmp_path: Path, source: str, custom: str, text: str) -> None:
    own = tmp_path / "own.py"
    head = 'from wallenstein import Bot, register\n@register("own")\nclass Own(Bot):\n    """One."""'
    own.write_text(f"{head}\n    {source}\n")
    assert text in faults(check(str(own), rounds=1))[custom]


@pytest.mark.long
@pytest.mark.parametrize("wait", ["time.sleep(60)", "exec('while True: pass')"])
def test_a_slow_bot_is_stopped_at_its_third_timeout(tmp_path: Path, wait: str) -> None:
    own = tmp_path / "own.py"
    head = 'import time\nfrom wallenstein import Bot, register\n@register("own")\nclass Own(Bot):'
    own.write_text(f"{head}\n    def plan(self, view, offer):\n        {wait}\n")
    begun = time.monotonic()
    found = faults(check(str(own), rounds=1))
    assert time.monotonic() - begun < 40  # 15 on a machine that does nothing else
    assert list(found) == ["in time"]
    assert found["in time"].startswith("plan took more than 5 seconds (own.py:6), three times; first seat 0, at ")
