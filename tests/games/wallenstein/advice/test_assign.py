"""The best assignment of cards to boxes, against all that there are."""

from itertools import permutations
from random import Random

from wallenstein.games.wallenstein.advice.plan_table import assign, twins


def test_twins_are_the_columns_alike_before() -> None:
    assert twins([[1.0, 2.0, 1.0, 1.0], [3.0, 0.0, 3.0, 3.0]]) == [-1, -1, 0, 2]


def test_no_assignment_has_a_higher_sum_and_blank_cards_are_used_from_the_left() -> None:
    rng = Random(4)
    for _ in range(300):
        rows, own, blanks = rng.randint(1, 4), rng.randint(1, 4), rng.randint(0, 3)
        if rows > own + blanks:
            continue
        values = [[float(rng.randint(-3, 6)) for _ in range(own)] + [0.0] * blanks for _ in range(rows)]
        laid = assign(values)
        assert len(set(laid)) == rows
        best = max(sum(map(list.__getitem__, values, order)) for order in permutations(range(own + blanks), rows))
        assert sum(map(list.__getitem__, values, laid)) == best
        used = sorted(column for column in laid if column >= own)
        assert used == list(range(own, own + len(used)))
