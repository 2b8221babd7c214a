"""With the expansions, too, an illegal choice is refused, names its rule, and changes nothing."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.properties.expansions import EXPANDED, name_of
from tests.properties.junk import junk_for
from tests.properties.photo import photo
from tests.properties.players import Table, moments
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.decision import Decision
from wallenstein.games.wallenstein.plan import Plan

RULE_OF = {
    "plan": {"W23", "W24", "C3"},
    "favor": {"C5"},
    "favor-event": {"C6"},
    "favor-calm": {"C6"},
    "favor-garrison": {"C6"},
    "favor-build": {"C6"},
    "benefit": {"L2"},
}


def legal(decision: Decision, choice: Any) -> bool:
    """Whether it may be chosen after all."""
    if decision.kind == "plan":
        return type(choice) is Plan and decision.options.check(choice) is None
    if decision.kind == "favor-event" and type(choice) is bool:
        return True
    return (choice is None or type(choice) is int) and choice in decision.options


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_an_illegal_choice_is_refused_and_changes_nothing(table: Table) -> None:
    rng = Random(1)
    provoked = Counter[str]()
    for seed in range(6):
        for state in moments(table, seed, every=1):
            decision = state.decision
            assert decision is not None
            if decision.kind not in RULE_OF or provoked[decision.kind] == 2:
                continue
            provoked[decision.kind] += 1
            before = photo(state)
            for choice in junk_for(decision, rng):
                if legal(decision, choice):
                    continue
                with pytest.raises(RuleError) as refusal:
                    state.apply(choice)
                assert refusal.value.rule in RULE_OF[decision.kind]
                assert re.match(r"[WCL]\d+: ", str(refusal.value))
                assert "\n" not in str(refusal.value)
                assert len(str(refusal.value)) < 300
                assert state.decision is decision
            assert photo(state) == before
    expected = {"plan"} | ({"favor", "favor-build"} if "emperors-court" in table[0].expansions else set())
    assert expected | ({"benefit"} if "landsknechte" in table[0].expansions else set()) <= set(provoked)
