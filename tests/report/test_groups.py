"""The groups of a large field: a sentence, bars, a figure, and counts that agree with them."""

from dataclasses import replace

import numpy as np

from tests.report.summaries import stored
from tests.stats.grouped_bots import sampled
from wallenstein.core.reports import Dots
from wallenstein.report.results import result_figures
from wallenstein.report.standings import standings_text
from wallenstein.report.verdict import about_groups, cell_verdict, group_bars, group_sentences
from wallenstein.stats.figures import BotGroup, CellSummary, JointOrder
from wallenstein.stats.summary import summary

LEVELS = np.array([9.0, *[2.0] * 4, *[-2.0] * 4, -20.0])


def class_of_ten() -> CellSummary:
    return summary(sampled(LEVELS, 12, 0.0, 1))


def test_one_sentence_has_all_groups() -> None:
    cell = class_of_ten()
    first = cell_verdict(cell)[0]
    assert first.startswith("bot-0; then bot-")
    assert first.endswith("; bot-9 last.")
    assert cell.joint is not None
    assert about_groups(cell.joint).startswith("Better and worse: by strength, beyond 3.")
    assert about_groups(cell.joint).endswith(" errors, which fits all 45 pairs together.")


def test_counts_and_bars_agree_with_the_groups() -> None:
    cell = class_of_ten()
    assert cell.joint is not None
    assert [len(group.bots) for group in cell.joint.groups] == [1, 4, 4, 1]
    text = standings_text(replace(stored("two"), cells=(cell,)))
    rows = [line.split() for line in text.splitlines() if line.startswith("bot-") and " to " in line]
    assert [tuple(row[-2:]) for row in rows] == [("9", "0"), *[("5", "1")] * 4, *[("1", "5")] * 4, ("0", "9")]
    bars = [*group_bars(cell)]
    assert [bar.split("  ")[1] for bar in bars] == ["1st", "2nd to 5th", "6th to 9th", "10th"]
    assert bars[0].index("█") > bars[1].index("█") > bars[2].index("█") > bars[3].index("█")
    assert set(bars) <= set(text.splitlines())


def test_the_first_figure_shows_the_groups() -> None:
    chart = next(result_figures(class_of_ten())).chart
    assert isinstance(chart, Dots)
    assert chart.groups == (0, *[1] * 4, *[2] * 4, 3)


def test_bots_that_overlap_or_have_no_place_are_named_as_such() -> None:
    beats = {"a": ("c", "d"), "b": ("d",), "c": (), "d": (), "new": ()}
    found = [*group_sentences(JointOrder(3.0, beats, (BotGroup(("a", "b"), ("c",)), BotGroup(("d",), ()))))]
    assert found[0] == "a and b; 1 overlapping; d last."
    assert found[1].startswith("Overlapping bots are worse than the best of the group before them")
    assert found[2] == "Not placed, because no comparison is decided yet: new."
    nobody = JointOrder(3.0, {"a": (), "b": ()}, (BotGroup(("a", "b"), ()),))
    assert [*group_sentences(nobody)] == ["No bot is shown to be better than another."]
