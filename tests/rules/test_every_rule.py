"""Every rule number has a test named after it."""

import re
from pathlib import Path

from tests.rules.referee import FILES, read

TESTS = Path(__file__).parents[1]
NUMBERS = [
    *(f"W{n}" for first, last in ((1, 7), (10, 15), (20, 31), (40, 44), (50, 55), (60, 61), (70, 75))
      for n in range(first, last + 1)),
    "T1", "T2", "T3", "T4", "C1", "C2", "C3", "C4", "C5", "C6", "L1", "L2", "L3",
]  # fmt: skip


def rules_tested() -> set[str]:
    """The rules that names of tests and scenario files tell."""
    found = {read(file)["rule"] for file in FILES}
    for folder in ("rules", "properties"):
        for file in sorted((TESTS / folder).glob("test_*.py")):
            for name in re.findall(r"^def test_(\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
                rules = re.findall(r"(?<![a-z0-9])([wtcl]\d+)(?=_)", name.replace("_", "__"))
                found |= {rule.upper() for rule in rules}
    return found


def test_every_rule_has_a_test() -> None:
    assert set(NUMBERS) - rules_tested() == set()


def test_no_scenario_shows_a_rule_that_is_not_there() -> None:
    base = set(NUMBERS)
    assert {read(file)["rule"] for file in FILES if read(file)["rule"][0] in "WTCL"} <= base
