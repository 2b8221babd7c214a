"""Shares in each line-up."""

import numpy as np

from tests.stats.simulate import World, rows
from wallenstein.stats.lineups import Lineups, lineup_shares
from wallenstein.stats.results import Results
from wallenstein.stats.summary import field_of

NAMES = ["ann", "bob", "cat", "dan"]


def lineups_of(results: Results) -> Lineups:
    return Lineups.of(results)


def test_each_line_up_has_its_shares() -> None:
    three, twins = [(0, 1, 9.0), (1, 2, 5.0), (2, 3, 1.0)], [(1, 1, 5.0), (0, 2, 1.0), (0, 3, 1.0)]
    results = rows([three, three, three, twins, twins], [0, 1, 2, 3, 4], NAMES)
    each = lineup_shares(results, lineups_of(results))
    assert [(share.seats, share.games) for share in each] == [
        ({"ann": 2, "bob": 1}, 2),
        ({"ann": 1, "bob": 1, "cat": 1}, 3),
    ]
    shares = [{name: share.value for name, share in one.win_shares.items()} for one in each]
    assert shares == [{"ann": 0.0, "bob": 1.0}, {"ann": 1.0, "bob": 0.0, "cat": 0.0}]


def test_one_line_up_is_counted() -> None:
    results = World((0.5, 0.0, -0.2, -0.3)).play(20, np.random.default_rng(1))
    found = field_of(results)
    assert (found.lineups, len(found.shares)) == (1, 1)
