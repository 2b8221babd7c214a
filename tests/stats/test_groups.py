"""Bots told apart by their joint strengths, all pairs at once, and the groups that follow."""

import numpy as np
import pytest

from tests.stats.grouped_bots import groups_found, sampled, seeds_needed, wrong_pairs
from wallenstein.stats import strength
from wallenstein.stats.figures import BotGroup
from wallenstein.stats.plackett_luce import curvature
from wallenstein.stats.results import Results
from wallenstein.stats.strength import groups, joint_order, largest_by_chance


def test_a_group_is_better_than_all_later_ones_and_others_overlap() -> None:
    beats = {"a": ["c", "d", "e"], "b": ["d", "e"], "c": ["e"], "d": ["e"], "e": []}
    assert groups("abcde", beats) == [BotGroup(("a", "b"), ("c",)), BotGroup(("d",), ()), BotGroup(("e",), ())]


def test_a_bot_of_which_nothing_is_known_does_not_hold_the_others_together() -> None:
    assert groups("abc", {"a": ["c"], "b": [], "c": []}) == [BotGroup(("a",), ()), BotGroup(("c",), ())]
    assert groups("abc", {"a": [], "b": [], "c": []}) == [BotGroup(("a", "b", "c"), ())]


def test_few_bots_that_have_all_met_are_compared_directly() -> None:
    assert joint_order(sampled(np.zeros(5), 10, 0.0, 1)) is None
    assert joint_order(sampled(np.zeros(6), 10, 0.0, 1)) is not None


def test_a_bot_that_always_loses_is_worse_than_all_others() -> None:
    found = joint_order(sampled(np.array([*[0.0] * 11, -20.0]), 10, 0.0, 1))
    assert found is not None
    assert found.groups[-1] == BotGroup(("bot-11",), ())
    assert all("bot-11" in others for name, others in found.beats.items() if name != "bot-11")


def test_among_some_of_the_bots_fewer_pairs_need_smaller_differences() -> None:
    results = sampled(np.array([*[0.0] * 11, -20.0]), 10, 0.0, 1)
    names = ["bot-11", "bot-3", "bot-7"]
    every, some = joint_order(results), joint_order(results, names)
    assert every is not None
    assert some is not None
    assert sorted(some.beats) == names
    assert {"bot-11"} == {other for others in some.beats.values() for other in others}
    assert some.reach < every.reach - 0.5


def test_bots_that_never_met_even_through_others_are_not_told_apart() -> None:
    games, seats = 60, np.arange(4)
    half = [np.tile(seats + 4 * (game % 2), 1) for game in range(games)]
    columns = np.repeat(range(games), 4), np.repeat(range(games), 4), np.tile(seats, games), np.concatenate(half)
    ranks = np.tile(seats + 1, games)
    found = joint_order(Results.from_rows([f"b{n}" for n in range(8)], *columns, ranks, ranks))
    assert found is not None
    assert set(found.beats["b0"]) == {"b1", "b2", "b3"}


def test_more_bots_and_fewer_blocks_need_larger_differences() -> None:
    few, many = (largest_by_chance(np.eye(bots), np.full(bots, 50.0)) for bots in (6, 30))
    assert 2.85 < few < 3.2  # the studentized range of normal values: 4.03 / √2 and 5.30 / √2 (30)
    assert 3.75 < many < 4.05
    assert largest_by_chance(np.eye(30), np.full(30, 3.0)) > many
    assert largest_by_chance(np.eye(30), np.full(30, 50.0)) == many


@pytest.mark.slow
def test_equal_bots_are_seldom_told_apart() -> None:
    wrong = [wrong_pairs(np.zeros(30), sampled(np.zeros(30), 6, 0.25, seed)) for seed in range(40)]
    assert sum(number > 0 for number in wrong) <= 5  # of 40 with 5 % each, more with a chance of 1 %


@pytest.mark.slow
def test_thirty_bots_are_separated_in_as_few_games_as_any_simultaneous_test_needs() -> None:
    levels = np.repeat([2.0, 0.0, -2.0], 10)
    seeds = seeds_needed(levels, 0.9)
    found = [groups_found(sampled(levels, seeds, 0.0, seed)) for seed in range(6)]
    assert found.count([10, 10, 10]) >= 5


@pytest.mark.long
@pytest.mark.parametrize("bots", [6, 30, 100])
@pytest.mark.parametrize(("seeds", "luck"), [(3, 0.0), (3, 0.25), (10, 0.25), (30, 0.5)])
def test_any_wrong_pair_is_rare(bots: int, seeds: int, luck: float) -> None:
    times = 60 if bots == 100 else 300
    equal = np.zeros(bots)
    wrong = sum(wrong_pairs(equal, sampled(equal, seeds, luck, seed)) > 0 for seed in range(times))
    assert wrong <= 0.05 * times + 2.4 * (0.05 * 0.95 * times) ** 0.5


def test_a_hundred_million_games_are_not_rounded_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven digits of what is known together hold nothing of differences that are known a million times better."""
    results = sampled(np.zeros(6), 10, 0.0, 1)
    few = joint_order(results)
    monkeypatch.setattr(strength, "MANY", 0)
    assert joint_order(results) == few
    monkeypatch.setattr(
        strength, "curvature", lambda choices, theta, prior: 1e8 * curvature(choices, theta, 0) + prior * np.eye(6)
    )
    many = joint_order(results)
    assert many is not None
    assert few is not None
    assert many.reach == few.reach
