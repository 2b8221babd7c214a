"""Win share, rank, score, seats and pairs, on games small enough to reckon by hand."""

from tests.stats.simulate import rows
from wallenstein.stats.figures import Meetings, SeatEffect, SummaryRow
from wallenstein.stats.results import Results
from wallenstein.stats.summary import summary

NAMES = ["ann", "bob", "cat"]


def standing(results: Results, name: str) -> SummaryRow:
    return next(e for e in summary(results).entrants if e.name == name)


def seat(results: Results, number: int, entrant: str | None) -> SeatEffect:
    return next(s for s in summary(results).seats if (s.seat, s.entrant) == (number, entrant))


def pair(results: Results, name: str, other: str) -> Meetings:
    return next(p for p in summary(results).pairs if (p.name, p.other) == (name, other))


TIED = rows(
    [
        [(0, 1, 30), (1, 1, 30), (2, 3, 12)],  # ann and bob share the win
        [(2, 2, 20), (0, 1, 25), (1, 2, 20)],  # bob and cat share places two and three
    ],
    [0, 1],
    NAMES,
)


def test_a_win_is_split_among_tied_winners() -> None:
    assert [standing(TIED, n).win_share.value for n in NAMES] == [0.75, 0.25, 0.0]


def test_tied_seats_share_the_mean_of_their_places() -> None:
    assert [standing(TIED, n).rank.value for n in NAMES] == [1.25, 2.0, 2.75]


def test_score_is_the_mean_over_seats() -> None:
    assert [standing(TIED, n).score.value for n in NAMES] == [27.5, 25.0, 16.0]


def test_a_tie_is_half_a_win_in_the_pairwise_table() -> None:
    assert (pair(TIED, "ann", "bob").share.value, pair(TIED, "bob", "ann").share.value) == (0.75, 0.25)
    assert (pair(TIED, "ann", "cat").share.value, pair(TIED, "ann", "cat").meetings) == (1.0, 2)


def test_the_two_sides_of_a_pair_mirror_each_other() -> None:
    one, two = pair(TIED, "ann", "bob").share, pair(TIED, "bob", "ann").share
    assert one.low is not None
    assert one.high is not None
    assert (two.low, two.high) == (round(1 - one.high, 6), round(1 - one.low, 6))


ONE_AGAINST_THREE = rows(
    [
        [(0, 1, 40), (1, 2, 20), (1, 3, 10), (1, 4, 10)],
        [(1, 1, 30), (0, 2, 20), (1, 2, 20), (1, 4, 10)],
    ],
    [0, 1],
    NAMES,
)


def test_wins_count_for_each_seat_taken() -> None:
    ann, bob = standing(ONE_AGAINST_THREE, "ann"), standing(ONE_AGAINST_THREE, "bob")
    assert (ann.win_share.value, ann.games, ann.seats) == (0.5, 2, 2)
    assert (bob.win_share.value, bob.games, bob.seats) == (0.166667, 2, 6)


def test_seats_of_one_entrant_do_not_meet() -> None:
    assert [(p.name, p.other) for p in summary(ONE_AGAINST_THREE).pairs] == [("ann", "bob"), ("bob", "ann")]
    met = pair(ONE_AGAINST_THREE, "ann", "bob")
    assert (met.meetings, met.share.value) == (6, 0.75)  # 3 better, then one worse, one level, one better


def test_who_never_played_has_no_figures() -> None:
    cat = standing(ONE_AGAINST_THREE, "cat")
    assert (cat.games, cat.parity, cat.win_share.value, cat.rank.value, cat.score.value) == (0, *[None] * 4)


def test_parity_is_the_share_of_an_equal_at_tables_of_different_size() -> None:
    mixed = rows([[(0, 1, 5), (1, 2, 4)], [(0, 1, 5), (1, 2, 4), (1, 2, 4), (2, 4, 1)]], [0, 1], NAMES)
    assert [standing(mixed, n).parity for n in NAMES] == [0.375, 0.333333, 0.25]
    assert [seat(mixed, number, None).parity for number in range(4)] == [0.375, 0.375, 0.25, 0.25]
    assert [seat(mixed, number, "bob").parity for number in (1, 2)] == [0.375, 0.25]


def test_blocks_are_those_in_which_an_entrant_plays() -> None:
    duel, others = [(0, 1, 5), (1, 2, 4)], [(1, 1, 5), (2, 2, 4)]
    some = rows([duel, duel, others, duel, others], [0, 0, 1, 2, 3], NAMES)
    assert [standing(some, n).blocks for n in NAMES] == [2, 4, 2]
    assert [standing(ONE_AGAINST_THREE, n).blocks for n in NAMES] == [2, 2, 0]


def test_a_seat_leads_by_its_score_above_the_table() -> None:
    first = seat(TIED, 0, None)
    assert first.win_share.value == 0.25
    assert first.lead.value == round(((30 - 24) + (20 - 65 / 3)) / 2, 6)


def test_the_seats_of_each_entrant_stand_after_those_of_all() -> None:
    effects = summary(TIED).seats
    assert [e.seat for e in effects[:3]] == [0, 1, 2]
    assert all(e.entrant is None for e in effects[:3])
    bob = seat(TIED, 1, "bob")
    assert (bob.games, bob.win_share.value, bob.lead.value) == (1, 0.5, 6.0)
    assert sum(e.games for e in effects[3:]) == 6


def test_most_games_are_more_than_half() -> None:
    """Of their four games, ann was benched in two, bob in three."""
    benched = [0, 0, 0, 1, 1, 1, 1, 1]
    columns = {"game": [0, 0, 1, 1, 2, 2, 3, 3], "block": [0] * 8, "seat": [0, 1] * 4, "entrant": [0, 1] * 4}
    for leave_out in (False, True):
        results = Results.from_rows(
            NAMES, **columns, rank=[1, 2] * 4, score=[9, 8] * 4, benched=benched, leave_out=leave_out
        )
        found = [standing(results, name) for name in NAMES]
        assert [(each.games, each.left_out) for each in found] == ([(1, 3)] * 2 if leave_out else [(4, 0)] * 2) + [
            (0, 0)
        ]
        assert [(each.benched, each.mostly_benched) for each in found] == [(2, False), (3, True), (0, False)]
