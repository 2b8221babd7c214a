"""docs/rules.md names every rule that code and tests name, each once and in order."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\b[WCLFT]\d{1,2}\b")
DEFINED = re.compile(r"^- \*\*([WCLFT]\d{1,2})\*\* ", re.MULTILINE)
IN_NAMES = re.compile(r"(?<![a-z])([wclft])(\d{1,2})(?![a-z0-9])")  # w03-neighbours.json, test_w54_tie.py
FOLDERS = ("wallenstein", "bots", "tests")
RULES = [
    *(f"W{n}" for n in (*range(1, 8), *range(10, 16), *range(20, 32), *range(40, 45), *range(50, 56), 60, 61)),
    *(f"W{n}" for n in range(70, 76)),
    *(f"C{n}" for n in range(1, 7)),
    *(f"L{n}" for n in range(1, 4)),
    *(f"F{n}" for n in range(1, 15)),
    *(f"T{n}" for n in range(1, 5)),
]


def named_rules() -> Iterator[str]:
    """Every rule number in code, tests, their file names, and data."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".toml", ".json") and "sixteen" not in str(path):
                yield from NUMBER.findall(path.read_text(encoding="utf-8"))
                for letter, number in IN_NAMES.findall(path.stem):
                    yield f"{letter.upper()}{int(number)}"


def test_every_rule_is_told_once_and_in_order() -> None:
    assert DEFINED.findall(TEXT) == RULES


def test_every_rule_that_code_and_tests_name_is_told() -> None:
    assert sorted(set(named_rules()) - set(RULES)) == []


def test_the_page_refers_to_rules_that_it_has() -> None:
    assert sorted(set(NUMBER.findall(TEXT)) - set(RULES)) == []


def test_rulings_and_reconstructions_are_marked() -> None:
    assert TEXT.count("**Ruling**: ") >= 15
    assert TEXT.count("**Reconstruction**: ") >= 3
