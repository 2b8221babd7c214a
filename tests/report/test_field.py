"""What standings say of line-ups: it fits a terminal."""

import numpy as np

from tests.stats.simulate import World
from wallenstein.report.standings import field_lines
from wallenstein.stats.figures import FieldFigures
from wallenstein.stats.results import Results
from wallenstein.stats.summary import field_of


def told(results: Results) -> list[str]:
    return list(field_lines(results.names, field_of(results)))


def test_each_part_has_its_table_and_fits_a_terminal() -> None:
    lines = told(World((1.2, 0.6, 0.1, -0.3, -1.6)).play(40, np.random.default_rng(1)))
    assert max(map(len, lines)) <= 80
    assert lines[1].split() == ["bot-0", "bot-1", "bot-2", "bot-3", "bot-4", "games"]
    assert [line.split()[-1] for line in lines[2:7]] == ["32"] * 5
    assert lines[8] == "with the effects of seats and line-ups taken out"
    assert [line.split()[0] for line in lines[10:19]] == [f"bot-{i}" for i in range(5)] + ["seat"] * 4
    assert len(lines) == 19


def test_of_many_line_ups_no_shares_are_shown() -> None:
    assert list(field_lines(["a", "b"], FieldFigures(lineups=1200, shares=(), effects=None))) == [
        "",
        "not shown: win shares in each of the 1,200 line-ups",
    ]


def test_a_duel_says_nothing_of_line_ups() -> None:
    lines = told(World((0.2, -0.2), table=2).play(20, np.random.default_rng(1)))
    assert [line.split()[0] for line in lines[3:]] == ["bot-0", "bot-1", "seat", "seat"]
