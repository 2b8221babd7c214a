"""What standings say of line-ups: it fits a terminal, and tells whether strengths can be trusted."""

import numpy as np
import pytest

from tests.stats.simulate import World
from wallenstein.report.standings import field_lines
from wallenstein.stats.figures import FieldFigures, StrengthFit
from wallenstein.stats.results import Results
from wallenstein.stats.summary import field_of


def told(results: Results) -> list[str]:
    return list(field_lines(results.names, field_of(results)))


def test_each_part_has_its_table_and_fits_a_terminal() -> None:
    lines = told(World((1.2, 0.6, 0.1, -0.3, -1.6)).play(40, np.random.default_rng(1)))
    assert max(map(len, lines)) <= 80
    assert lines[1].startswith("one strength a bot is not contradicted by the wins in all 5 line-ups (p = ")
    assert lines[2].split() == ["bot-0", "bot-1", "bot-2", "bot-3", "bot-4", "games"]
    assert [line.split()[-1] for line in lines[3:8]] == ["32"] * 5
    assert lines[9] == "with the effects of seats and line-ups taken out"
    assert [line.split()[0] for line in lines[11:20]] == [f"bot-{i}" for i in range(5)] + ["seat"] * 4
    assert len(lines) == 20


@pytest.mark.parametrize(("p", "said"), [(0.049, "does not explain"), (0.051, "is not contradicted by")])
def test_a_small_chance_means_that_strengths_do_not_explain_it(p: float, said: str) -> None:
    field = FieldFigures(lineups=1200, shares=(), fit=StrengthFit(9.0, 3, p), effects=None)
    assert list(field_lines(["a", "b"], field)) == [
        "",
        f"one strength a bot {said} the wins in all 1,200 line-ups (p = {p})",
        "not shown: win shares in each of the 1,200 line-ups",
    ]


def test_a_duel_says_nothing_of_line_ups() -> None:
    lines = told(World((0.2, -0.2), table=2).play(20, np.random.default_rng(1)))
    assert [line.split()[0] for line in lines[3:]] == ["bot-0", "bot-1", "seat", "seat"]
