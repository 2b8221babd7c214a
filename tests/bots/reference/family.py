"""What every reference bot's test asks, so that a bot's own test is three lines; and matches between bots."""

import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import log, sqrt
from random import Random
from statistics import mean, stdev
from typing import Any, ClassVar

import pytest
from scipy.stats import t

from wallenstein.bots import BaseBot
from wallenstein.bots.conformance import assert_conforms
from wallenstein.bots.discovery import find
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.table.played_game import bot_seeds

Player = str | Callable[[], BaseBot]  # a bot by name, or made with options
FIELD = ("settler", "warlord", "miller")


@cache
def bot_class(name: str) -> type[BaseBot]:
    """The reference bot of that name, loaded as a user's would be."""
    return find(name)


def play(players: Sequence[Player], seed: int, rules: Rules | None = None) -> State:
    """One game, a bot for each seat; the state when it is over."""
    bots: list[BaseBot] = [bot_class(player)() if isinstance(player, str) else player() for player in players]
    names = [player if isinstance(player, str) else "" for player in players]
    for bot, own in zip(bots, bot_seeds(seed, names), strict=True):
        bot.rng = Random(own)
    state = new_game(rules or Rules(), len(players), seeded(seed), journal=True)
    while (decision := state.decision) is not None:
        state.apply(bots[decision.seat].decide(state.view(decision.seat), decision))
    return state


def rotated(names: Sequence[str], by: int) -> list[str]:
    """The same bots, each so many seats further on."""
    return [names[(seat - by) % len(names)] for seat in range(len(names))]


def win_share(names: Sequence[str], blocks: int, rules: Rules | None = None) -> float:
    """How many of the games the first bot wins, ties split; a block is one seed in all rotations."""
    return sum(block_shares(names, blocks, rules)) / blocks


def block_shares(names: Sequence[str], blocks: int, rules: Rules | None = None) -> list[float]:
    """The same for each block."""
    shares = []
    for seed in range(blocks):
        won = 0.0
        for by in range(len(names)):
            result = play(rotated(names, by), seed, rules).result()
            winners = [place.seat for place in result if place.rank == 1]
            won += (by in winners) / len(winners)
        shares.append(won / len(names))
    return shares


def duel_share(one: Player, other: Player, blocks: int, rules: Rules) -> float:
    """How many games one of two wins that hold half of four seats each; a block is one seed in all ways to share."""
    won = 0.0
    for seed in range(blocks):
        for held in combinations(range(4), 2):
            result = play([one if seat in held else other for seat in range(4)], seed, rules).result()
            winners = [place.seat for place in result if place.rank == 1]
            won += sum(seat in held for seat in winners) / len(winners)
    return won / blocks / 6


def surely_above(share: float, blocks: int) -> float:
    """What the true share exceeds with 99 % certainty, whatever the distribution (Hoeffding 1963)."""
    return share - sqrt(log(100) / (2 * blocks))


def likely_above(shares: Sequence[float]) -> float:
    """What the true share exceeds with 99 % certainty by Student's distribution, for bots that take long to play."""
    return mean(shares) - float(t.ppf(0.99, len(shares) - 1)) * stdev(shares) / sqrt(len(shares))


def entries(state: State, kind: str) -> list[tuple[Any, ...]]:
    """The entries of one kind in a game's journal."""
    assert state.journal is not None
    return [entry for entry in Wallenstein().event_log(state) if entry[0] == kind]


class ReferenceBot:
    """Tests that hold for every reference bot; a subclass names it."""

    name: ClassVar[str]

    def test_it_is_legal_everywhere_and_reproducible(self) -> None:
        assert_conforms(self.name, rounds=1)

    @pytest.mark.parametrize("variant", [None, "manual"])
    def test_it_plays_the_first_edition(self, variant: str | None) -> None:
        rules = Rules(edition="first", variant=variant, setup="draft")
        assert max(place.score for place in play([self.name] * 3, 1, rules).result()) > 20

    @pytest.mark.parametrize("expansions", [("emperors-court",), ("landsknechte",), ("emperors-court", "landsknechte")])
    def test_it_plays_the_expansions(self, expansions: tuple[str, ...]) -> None:
        state = play([self.name] * 4, 1, Rules(expansions=expansions))
        assert max(place.score for place in state.result()) > 20
        taken = [len(entries(state, "favor")), len(entries(state, "benefit"))]
        assert [count > 0 for count in taken] == [name in expansions for name in EXPANSIONS]

    def test_it_says_what_idea_it_plays_and_cites_the_rules(self) -> None:
        told = sys.modules[bot_class(self.name).__module__].__doc__ or ""
        assert "The idea:" in told
        assert re.search(r"\bW\d\d\b", told)

    def test_it_is_better_than_random(self) -> None:
        share = win_share((self.name, "random", "random", "random"), 8)
        assert surely_above(share, 8) > 0.25
