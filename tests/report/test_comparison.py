"""A comparison as text: it fits a terminal, and marks what differs."""

from wallenstein.core.reports import Estimate
from wallenstein.report.differences import comparison_text
from wallenstein.stats.figures import MarkedDifference
from wallenstein.tourney.figures.differences import Comparison, MeasureLine

CELLS = ("game=edition=first variant=manual", "game=edition=second")


def line(text: str, share: bool, base: float | None, *intervals: tuple[float | None, ...]) -> MeasureLine:
    differences = (
        MarkedDifference(
            blocks=10,
            difference=Estimate(value, low, high),
            p=None if low is None else 0.001 if value == -8.94 else 0.2,
            differs=value == -8.94,
        )
        for value, low, high in intervals
    )
    return MeasureLine(text, share, base, tuple(differences))


LONG = "meetings in which the better bot finished ahead"
COMPARISON = Comparison(
    name="editions",
    base="game=edition=first",
    cells=CELLS,
    lines=(
        line("decisions per game", False, 1078.734, (-8.94, -10.2, -7.68), (1.5, -1000.5, 1003.68)),
        line(LONG, True, 0.861, (-0.024, -0.051, 0.003), (0.017, None, None)),
    ),
)


def test_it_fits_a_terminal() -> None:
    assert max(len(shown) for shown in comparison_text(COMPARISON).splitlines()) <= 80


def test_a_cell_has_its_table() -> None:
    assert comparison_text(COMPARISON).split("\n\n")[1].splitlines() == [
        "game=edition=first variant=manual",
        "against game=edition=first",
        "                                    there  more here  95 %, 10 blocks",
        "decisions per game                1078.73      -8.94  -10.20 to -7.68  *",
        "meetings in which the better bot   86.1 %       -2.4     -5.1 to +0.3",
        "  finished ahead",
    ]


def test_without_an_interval_nothing_is_marked() -> None:
    table = comparison_text(COMPARISON).split("\n\n")[2].splitlines()
    assert [shown.split()[-1] for shown in table[3:5]] == ["+1003.68", "-"]


def test_the_star_is_explained_by_the_number_of_comparisons() -> None:
    assert comparison_text(COMPARISON).splitlines()[-2:] == [
        "* differs beyond chance, corrected for 3 comparisons (Holm);",
        "  differences of shares are in percentage points",
    ]
