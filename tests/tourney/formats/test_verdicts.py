"""Verdicts of a manifest are checked by the formats that write them."""

from typing import Any

import pytest

from wallenstein.core.errors import FormatError
from wallenstein.tourney.formats.known import read_verdict

LADDER: dict[str, Any] = {
    "test": "ladder",
    "cell": 0,
    "decision": "decided",
    "blocks": 9,
    "chunks": 1,
    "dropped": [1, 10],
    "rounds": 2,
    "of_rounds": 20,
    "margin": 0.05,
    "order": ["regent", "miller"],
    "open": [],
    "level": [],
}


def test_a_ladder_says_whether_it_is_decided() -> None:
    assert next(read_verdict(LADDER).sentences()) == "Ladder: after 2 of 20 rounds, all neighbours are decided."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"test": "joust"}, "verdict: input tag 'joust' found using 'test' does not match any of the expected tags"),
        ({"order": ["../x"]}, "verdict.ladder.order.0: string should match pattern"),
        ({"open": [["regent"]]}, "verdict.ladder.open.0.1: field required"),
        ({"test": "betting"}, "verdict.betting.decision: input should be 'H0', 'H1' or 'continue'"),
    ],
)
def test_a_verdict_of_another_shape_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_verdict(LADDER | change)
    assert said in str(caught.value)
