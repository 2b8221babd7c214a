"""The reference bots of Sixteen Thirty Something: they conform, and each is clearly better than the one before."""

import re
import sys
from math import sqrt
from statistics import mean, stdev

import pytest

from wallenstein.bots.conformance import assert_conforms
from wallenstein.bots.discovery import find
from wallenstein.bots.match import play

pytestmark = pytest.mark.slow

GAME = "sixteen-thirty"
NAMES = ("banker", "broker")


@pytest.mark.parametrize("name", NAMES)
def test_it_is_legal_everywhere_and_reproducible(name: str) -> None:
    assert_conforms(name, rounds=1)


def test_random_serves_this_game_too() -> None:
    assert_conforms("random", rounds=1, rules={"name": GAME})


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_idea_it_plays_and_cites_the_rules(name: str) -> None:
    told = sys.modules[find(name).__module__].__doc__ or ""
    assert "The idea:" in told
    assert re.search(r"\b[45]\.\d", told)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "others", "aim", "blocks"), [("banker", "random", 0.5, 4), ("broker", "banker", 0.35, 14)]
)
def test_it_wins_more_than_its_aim_against_three(name: str, others: str, aim: float, blocks: int) -> None:
    shares = [win_share(name, others, seed) for seed in range(blocks)]
    margin = 1.96 * stdev(shares) / sqrt(blocks)  # of a 95 % interval; a block is one seed in all four seats
    assert mean(shares) - margin > aim


def win_share(name: str, others: str, seed: int) -> float:
    """How many of the games of a seed the bot wins from each of four seats, ties split."""
    won = 0.0
    for seat in range(4):
        bots = [others] * 4
        bots[seat] = name
        winners = [place.seat for place in play(bots, seed, game=GAME).result if place.rank == 1]
        won += (seat in winners) / len(winners)
    return won / 4
