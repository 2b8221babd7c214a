"""The sentences that begin the standings: who is better than whom, and what is not shown."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.report.summaries import only_cell, stored
from wallenstein.core.reports import Estimate
from wallenstein.core.text import ordinal
from wallenstein.report.standings import standings_text
from wallenstein.report.verdict import cell_verdict, run_verdict
from wallenstein.stats.figures import (
    CellDifference,
    CellSummary,
    MarkedDifference,
    Meetings,
    RunSummary,
    SeatEffect,
    SeatTest,
)

Share = tuple[float, bool]


def cell(names: Sequence[str], ahead: dict[tuple[str, str], Share], label: str = "") -> CellSummary:
    """A cell of a summary; `ahead` has each pair once, with whether it differs."""
    both = ahead | {(b, a): (1 - share, differs) for (a, b), (share, differs) in ahead.items()}
    pairs = tuple(
        Meetings(a, b, 9, Estimate(share, share - 0.06, share + 0.06), 0.01, differs)
        for (a, b), (share, differs) in both.items()
    )
    like = only_cell(stored("two"))
    rows = (replace(like.entrants[0], name=name, games=9, seats=9) for name in names)
    entrants, none = tuple(rows), SeatTest(None, False)
    return replace(like, cell=label, games=10, entrants=entrants, pairs=pairs, seats=(), seat_test=none)


def summary(*cells: CellSummary, differences: tuple[CellDifference, ...] = ()) -> RunSummary:
    return replace(stored("two"), cells=cells, differences=differences)


FOUR = {
    ("regent", "warlord"): (0.6, True),
    ("regent", "granary"): (0.7, True),
    ("regent", "settler"): (0.9, True),
    ("warlord", "granary"): (0.52, False),
    ("warlord", "settler"): (0.8, True),
    ("granary", "settler"): (0.68, True),
}


def test_the_first_has_a_sentence_and_the_order_has_one() -> None:
    names = ["regent", "warlord", "granary", "settler"]
    said = run_verdict(summary(cell(names, FOUR)))
    assert said == [
        "regent is 1st of 4: better than all others, of which warlord comes nearest "
        "(finished before it in 60 % of meetings, 54 to 66).",
        "warlord and granary cannot be told apart.",
    ]
    said = run_verdict(summary(cell(names, FOUR | {("warlord", "granary"): (0.6, True)})))
    assert said[1:] == ["Each other bot is better than the one below it, too."]


def test_all_neighbours_that_cannot_be_told_apart_are_named() -> None:
    ahead = {("a", "b"): (0.6, False), ("a", "c"): (0.6, True), ("b", "c"): (0.6, False)}
    said = run_verdict(summary(cell(["a", "b", "c"], ahead)))
    assert said[1] == "a and b cannot be told apart, nor b and c."


def test_a_long_list_of_bots_is_a_number() -> None:
    names = [f"bot{number}" for number in range(9)]
    ahead = {(a, b): (0.6, i > 6) for i, a in enumerate(names) for b in names[i + 1 :]}
    said = run_verdict(summary(cell(names, ahead)))
    assert said[0].endswith("not shown to differ from bot1, bot2, bot3, bot4 and 4 more.")
    assert said[1] == "7 of 8 bots are not shown to be better than the one below them."


def test_a_bot_that_is_worse_than_the_one_below_is_not_shown_to_be_better() -> None:
    said = run_verdict(summary(cell(["a", "b", "c"], {("a", "b"): (0.6, True), ("b", "c"): (0.3, True)})))
    assert said[1] == "Not shown to be better than the one below: b."


def test_bots_that_never_met_are_told() -> None:
    said = cell_verdict(cell(["a", "b", "c"], {("a", "b"): (0.6, True), ("b", "c"): (0.6, True)}))
    assert said[0].endswith(", never at a table with c.")


def test_the_bots_that_the_first_is_better_than_have_their_shares() -> None:
    said = cell_verdict(cell(["a", "b", "c"], {("a", "b"): (0.6, True), ("a", "c"): (0.7, True)}))
    nearer = "b (finished before it in 60 % of meetings, 54 to 66)"
    assert said[0] == f"a is 1st of 3: better than {nearer} and c (70 %, 64 to 76)."


def test_names_of_bots_cannot_move_the_cursor() -> None:
    said = cell_verdict(cell(["a\x1b[2J", "b", "c\n"], {("a\x1b[2J", "b"): (0.7, True), ("b", "c\n"): (0.6, True)}))
    assert all(sentence.isprintable() for sentence in said)


def test_several_cells_have_their_first_bots_and_what_changes() -> None:
    two = {("a", "b"): (0.7, True)}
    points = MarkedDifference(10, Estimate(-4.0, -5.5, -2.5), 0.001, True)
    change = CellDifference("y", "x", "a", points, points)
    cells = cell(["a", "b"], two, "x"), cell(["b", "a"], {("b", "a"): (0.6, False)}, "y")
    assert run_verdict(summary(*cells, differences=(change,))) == [
        "x: a is 1st of 2: better than b (finished before it in 70 % of meetings, 64 to 76).",
        "y: b is 1st of 2: not shown to differ from a.",
        "a makes 4.0 fewer points (2.5 to 5.5) in y than in x.",
    ]
    said = run_verdict(summary(*cells, differences=(replace(change, score=replace(points, differs=False)),)))
    assert said[-1] == "No bot is shown to make more or fewer points in one cell than in another."


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st")]
)
def test_ordinals(number: int, text: str) -> None:
    assert ordinal(number) == text


def test_the_standings_begin_with_it() -> None:
    first, verdict = standings_text(stored("three")).split("\n\n")[:2]
    assert first == "toy: 30 games, seed 7"
    assert " is 1st of 3: " in verdict.splitlines()[0]


def test_a_table_that_is_left_out_is_named() -> None:
    whole = only_cell(stored("three"))
    many = tuple(replace(whole.entrants[0], name=f"bot{number}") for number in range(28))
    text = standings_text(summary(replace(whole, entrants=many, field=replace(whole.field, effects=None))), full=True)
    assert "The pairs of bots are in the output of --json, and in the report of each run." in text
    assert max(map(len, text.splitlines())) <= 80


def test_seats_that_differ_are_told() -> None:
    seats = tuple(
        SeatEffect(seat, None, 9, 0.5, Estimate(share), Estimate(0.0)) for seat, share in ((0, 0.7), (1, 0.3))
    )
    two = cell(["a", "b"], {("a", "b"): (0.5, False)})
    two = replace(two, seats=seats, seat_test=SeatTest(0.01, True))
    assert cell_verdict(two)[-1].startswith("Seats differ beyond chance: bots win 70 % in seat 0 and 30 % in seat 1.")
    kept = tuple(replace(seats[0], seat=seat, entrant=bot) for seat, bot in enumerate("ab"))
    (*_, said) = cell_verdict(replace(two, seats=(*seats, *kept)))
    assert said.startswith("Seats and bots cannot be separated: bots win 70 % in seat 0 and 30 % in seat 1, but not")
