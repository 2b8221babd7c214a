"""Regent is the better bot in the first edition as well, its manual variant included."""

import pytest

from tests.bots.reference.family import play, rotated, surely_above
from wallenstein.games.wallenstein.rules import Rules

NAMES = ("regent", "random", "random", "random")
BLOCKS = 16


@pytest.mark.long
@pytest.mark.parametrize("variant", [None, "manual"])
def test_regent_wins_more_than_55_percent_against_three_random(variant: str | None) -> None:
    rules, won = Rules(edition="first", variant=variant), 0.0
    for seed in range(BLOCKS):
        for by in range(len(NAMES)):
            winners = [place.seat for place in play(rotated(NAMES, by), seed, rules).result() if place.rank == 1]
            won += (by in winners) / len(winners)
    assert surely_above(won / BLOCKS / len(NAMES), BLOCKS) > 0.55
