"""Successive halving finds the best choice, and spends no more than its budget."""

from random import Random

import pytest

from wallenstein.core.search.halving import halving


def test_the_best_of_many_noisy_choices_is_found() -> None:
    def trial(choice: int, number: int) -> float:
        return choice + 8 * Random(number).random() + Random(1000 * choice + number).random()

    assert halving(range(32), trial, budget=400)[0][0] == 31


@pytest.mark.parametrize("budget", [1, 7, 40, 333])
@pytest.mark.parametrize("choices", [1, 2, 3, 17])
def test_the_budget_is_kept_unless_each_must_be_tried_once(budget: int, choices: int) -> None:
    asked: list[tuple[int, int]] = []

    def trial(choice: int, number: int) -> float:
        asked.append((choice, number))
        return -choice

    best = halving(range(choices), trial, budget)
    assert best[0][0] == 0
    assert len(asked) <= max(budget, choices)
    assert len(set(asked)) == len(asked), "no choice is tried twice with the same luck"


def test_the_finalists_have_been_tried_alike_and_equal_ones_keep_their_order() -> None:
    numbers: dict[str, list[int]] = {}

    def trial(choice: str, number: int) -> float:
        numbers.setdefault(choice, []).append(number)
        return 0.5

    best = halving("abcdefgh", trial, budget=64, finalists=3)
    assert [choice for choice, _ in best] == list("abcdefgh"[: len(best)])
    assert 3 <= len(best) < 8
    assert {value for _, value in best} == {0.5}
    assert numbers["a"] == numbers["b"]
