"""What decides a game is computed alike in every Python and on every machine, and what is not is found."""

from math import exp, isclose
from pathlib import Path

import pytest

from tests.arithmetic import findings, in_files
from wallenstein.core.arithmetic import exponential, power, total

ROOT = Path(__file__).parents[1]


def test_a_total_is_rounded_after_each_addition() -> None:
    assert total([0.1] * 10) == 0.9999999999999999
    assert total(iter([1e16, 1.0, -1e16])) == 0.0
    assert total([]) == 0.0


def test_a_power_is_rounded_once() -> None:
    assert power(2 / 3, 3) == 0.2962962962962962  # two multiplications make …963
    assert power(0.1, 2) == 0.010000000000000002
    assert power(0.0, 0) == 1.0


def test_an_exponential_is_that_of_the_c_library_or_better() -> None:
    assert exponential(0.0) == 1.0
    assert exponential(1.0) == 2.718281828459045
    assert all(isclose(exponential(-x / 7), exp(-x / 7), rel_tol=1e-15) for x in range(1000))


@pytest.mark.parametrize(
    "line",
    [
        "sum(shares)",
        "sum([share * 2 for share in shares])",
        "sum(count / 2 for count in counts)",
        "chance ** 2",
        "2 ** levels",
        "pow(chance, 2)",
        "from math import comb, exp",
        "math.log(2)",
        "from statistics import mean",
        "import statistics",
    ],
)
def test_what_differs_is_found(line: str) -> None:
    assert [number for number, _ in findings(f"import math\n{line}\n")] == [2]


@pytest.mark.parametrize(
    "line",
    [
        "sum(share > 0.5 for share in shares)",
        "sum([len(group) for group in groups])",
        "sum(bits >> 1 & 1 for bits in buildings)",
        "2 ** 63 - 1",
        "sum(counts)  # exact: ints",
        "total(shares)",
        "sum(\n    counts\n)  # exact: ints",
        "from math import comb, inf, sqrt",
        "rows.sum()",
        "print(**options)",
    ],
)
def test_what_is_exact_may_stay(line: str) -> None:
    assert list(findings(line)) == []


def test_the_rules_and_the_advice_have_none() -> None:
    assert list(in_files([ROOT / "wallenstein/core", ROOT / "wallenstein/games"])) == []


def test_figures_for_readers_may_be_inexact_and_games_may_not(tmp_path: Path) -> None:
    for name in ("surveys/points.py", "phases/points.py", "tower/fit.py", "tower/models.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("total = sum(shares)\n", encoding="utf-8")
    found = [line.partition(":")[0] for line in in_files([tmp_path])]
    assert found == [str(tmp_path / name) for name in ("phases/points.py", "tower/models.py")]
