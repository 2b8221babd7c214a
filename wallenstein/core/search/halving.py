"""Successive halving: finds the best of several choices, when each trial costs time and depends on luck."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Choice = TypeVar("Choice")


def halving(
    choices: Sequence[Choice], trial: Callable[[Choice, int], float], budget: int, finalists: int = 2
) -> list[tuple[Choice, float]]:
    """The choices that were tried to the end with their mean values, the best first.

    All are tried in the same `trial` numbers, which should mean the same luck for each: differences between choices
    then show sooner. After each round the worse half falls out, down to the finalists, until the budget of trials is
    spent; equal ones: the first stays.
    """
    left = [[0.0, place] for place in range(len(choices))]  # sum of the trials; the place in `choices`
    rounds = max(1, (max(1, len(choices) // finalists)).bit_length())
    tried = 0
    for turn in range(rounds):
        share = budget // (rounds - turn)
        trials = max(1, share // len(left))
        for entry in left:
            choice = choices[int(entry[1])]
            for number in range(tried, tried + trials):
                entry[0] += trial(choice, number)
        tried += trials
        budget -= trials * len(left)
        left.sort(key=lambda entry: (-entry[0], entry[1]))
        if turn < rounds - 1:
            left = left[: max(finalists, (len(left) + 1) // 2)]
        if budget < len(left):
            break
    return [(choices[int(place)], sum_of / tried) for sum_of, place in left]
