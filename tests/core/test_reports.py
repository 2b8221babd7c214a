"""Figures as tables: bare values for machines, text for readers."""

import pytest

from wallenstein.core.reports import PERCENT, Dots, Estimate, Heat, Listing, Raw, show_value


def test_an_interval_is_one_column_for_readers() -> None:
    chart = Dots(("a", "b"), (Estimate(0.5, 0.4, 0.6), Estimate(0.25)), "wins", PERCENT)
    assert chart.table().head == ("", "wins", "low", "high")
    text = chart.table().text()
    assert text.head == ("", "wins", "95 %")
    assert text.rows == (("a", "50.0 %", "40.0 to 60.0 %"), ("b", "25.0 %", "-"))
    assert text.words == (0,)


def test_each_column_has_its_unit() -> None:
    listing = Listing(("bot", "games", "wins"), (("a", 1200, 0.5), ("b", 3, None)), ("", "", "%"))
    assert listing.table().text().rows == (("a", "1,200", "50.0 %"), ("b", "3", "-"))


def test_columns_of_words_are_known() -> None:
    listing = Listing(("bot", "games", "low", "high", "mark"), (("a", 1, 1.0, 2.0, "*"), ("b", 2, None, None, "")))
    assert listing.table().text().words == (0, 3)
    assert Heat(("a",), ("x",), ((1.0,),), "").table().units == ("", "")


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (None, "", "-"),
        ("x", PERCENT, "x"),
        (3, PERCENT, "3"),
        (0.5, PERCENT, "50.0 %"),
        (2.345, "", "2.35"),
    ],
)
def test_values_are_shown_in_their_unit(value: Raw, unit: str, text: str) -> None:
    assert show_value(value, unit) == text
