"""Steps of the first edition in positions: declarations, musters and defences that cannot be asked are refused."""

from copy import deepcopy
from typing import Any

import pytest

from tests.games.wallenstein.referee.referee_documents import changed, normal, reached
from tests.rules.referee import FOLDER, read
from wallenstein.core.errors import FormatError


def pending(scenario: str, decisions: int = 0) -> dict[str, Any]:
    """Where a scenario file waits after so many of its decisions."""
    document = read(FOLDER / f"{scenario}.json")["scenario"]
    position = reached(document["position"], decisions=document.get("decisions", [])[:decisions])
    assert position.pop("pending")
    return position


MUSTER = pending("f6_deploy_and_move")
DEFENCE = pending("f7_the_defender_is_asked", 1)
DECLARED = pending("f3_in_the_last_turn_order", 1)


def with_agenda(document: dict[str, Any], *change: tuple[int, int, Any]) -> dict[str, Any]:
    """A copy in which numbers of the steps are others: step, place, value."""
    new = deepcopy(document)
    for step, place, value in change:
        new["agenda"][step][place] = value
    return new


OTHER_SLOT = [*MUSTER["actions"][1:], MUSTER["actions"][0]]
WRONG = [
    (changed(MUSTER, "seats/0/thalers", 0), "F6"),
    ({**MUSTER, "actions": OTHER_SLOT}, "F6"),
    (with_agenda(MUSTER, (-1, 1, 1)), "agenda"),
    (changed(DEFENCE, "counties/kursachsen/owner", 0), "F7"),
    (changed(DEFENCE, "counties/anhalt/armies", 4), "W44: at least one army marches"),
    (with_agenda(DEFENCE, (-1, -1, 0)), "W44: at least one army marches"),
    (with_agenda(DEFENCE, (-1, 2, 3)), "W44: this slot has a different action"),
    ({**DEFENCE, "actions": [*DEFENCE["actions"][1:], DEFENCE["actions"][0]]}, "W44: this slot has a different action"),
]


@pytest.mark.parametrize(("document", "sentence"), WRONG)
def test_f6_f7_what_cannot_be_asked_is_refused(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence) as refusal:
        normal(document)
    assert "agenda" in str(refusal.value)


def test_f3_who_is_short_of_cards_declares_before_anybody_plans() -> None:
    """One seat has declared a box empty: the others that must are next, in turn order, and then all plan."""
    assert DECLARED["agenda"][-1][0] == "declare"
    assert normal(DECLARED) == DECLARED
    steps = DECLARED["agenda"]
    plan = next(number for number, step in enumerate(steps) if len(step) > 2)
    for wrong in (
        steps[:-1],  # nobody is left to declare
        [*steps, steps[-1]],  # one declares twice
        [*steps[:plan], [*steps[plan], 9], *steps[plan + 1 :]],  # too many boxes
        [*steps[:plan], steps[plan][:2], *steps[plan + 1 :]],  # its box is not declared, and others follow it
    ):
        with pytest.raises(FormatError, match=r"agenda.*F3"):
            normal({**DECLARED, "agenda": wrong})


def test_a_muster_and_a_defence_that_can_be_asked_are_read() -> None:
    """What the refused positions differ from."""
    assert reached(MUSTER)["pending"] == {"seat": 0, "kind": "muster"}
    assert reached(DEFENCE)["pending"] == {"seat": 1, "kind": "defend"}
    assert normal(DEFENCE) == DEFENCE
