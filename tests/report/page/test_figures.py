"""Figures in the page: of very many names the first are drawn, and the table has all."""

import pytest

from wallenstein.core.reports import Chart, Dots, Estimate, Figure, Heat, Listing, Stacks
from wallenstein.report.html.figures import FEW_ROWS, MOST_DRAWN, MOST_ROWS, shown_figure


def charts(count: int) -> list[Chart]:
    names = tuple(f"n{number}n" for number in range(count))
    return [
        Dots(names, (Estimate(0.5),) * count, "x"),
        Stacks(names, ("a",), ((1.0,),) * count, "x"),
        Heat(names, ("a",), ((1.0,),) * count, "x"),
    ]


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_of_very_many_names_the_first_are_drawn(kind: int) -> None:
    few, many = (shown_figure(Figure("f", "F", "", charts(count)[kind])) for count in (MOST_DRAWN, MOST_DRAWN + 1))
    assert few.count(">n59n<") == many.count(">n59n<") == 2
    assert many.count(">n60n<") == 1
    assert f"The first {MOST_DRAWN} of {MOST_DRAWN + 1}; the table has all." in many
    assert "The first" not in few


def test_lines_between_groups_are_drawn_among_the_names_that_are_shown() -> None:
    names = tuple(f"n{number}n" for number in range(2 * MOST_DRAWN))
    chart = Dots(names, (Estimate(0.5),) * len(names), "x", groups=tuple(range(len(names))))
    assert shown_figure(Figure("f", "F", "", chart)).count('class="apart"') == MOST_DRAWN - 1


def test_a_table_says_what_it_leaves_out() -> None:
    rows = tuple((f"n{number}n", number) for number in range(MOST_ROWS + 3))
    text = shown_figure(Figure("f", "F", "", Listing(("bot", "x"), rows)))
    assert "3 more rows are in the files of --export." in text
    assert f"n{MOST_ROWS - 1}n" in text
    assert f"n{MOST_ROWS}n" not in text


def test_a_long_table_scrolls_by_itself() -> None:
    short, long = (
        shown_figure(Figure("f", "F", "", Listing(("bot",), (("a",),) * count))) for count in (FEW_ROWS, FEW_ROWS + 1)
    )
    assert 'class="values"' in short
    assert 'class="values long"' in long
