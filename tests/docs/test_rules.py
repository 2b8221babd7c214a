"""docs/rules.md names every rule that code and tests name, each once and in order; its tables are the game's data."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wallenstein.games.wallenstein.board.values import data
from wallenstein.games.wallenstein.editions.court.records import box
from wallenstein.games.wallenstein.editions.landsknechte.part import amounts

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


def table(heading: str) -> list[list[str]]:
    """The rows of the first table after this rule's number."""
    after = TEXT[TEXT.index(f"\n- **{heading}** ") :]
    found = re.search(r"\n\|.*\n\| ---.*\n((?:\|.*\n)+)", after)
    assert found is not None
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


def test_every_rule_is_told_once_and_in_order() -> None:
    assert DEFINED.findall(TEXT) == RULES


def test_every_rule_that_code_and_tests_name_is_told() -> None:
    assert sorted(set(named_rules()) - set(RULES)) == []


def test_the_page_refers_to_rules_that_it_has() -> None:
    assert sorted(set(NUMBER.findall(TEXT)) - set(RULES)) == []


def test_w71_the_winter_table_is_that_of_the_data() -> None:
    lines = data("wallenstein.toml")["shortage"]
    rows = [[int(re.split(r"\D", row[0])[0]), int(row[1]), int(row[2])] for row in table("W71")]
    assert rows == [[line["lacking"], line["revolts"], line["peasants"]] for line in lines]


def test_c6_the_favors_are_those_of_the_data() -> None:
    rows = {int(row[0]): row[1] for row in table("C6")}
    assert sorted(rows) == sorted(box().favors)
    for card in data("wallenstein.toml")["favor"]:
        told = rows[card["number"]]
        for word in words(card):
            assert re.search(rf"\b{word}\b", told), f"favor {card['number']}: {told}"


def words(card: dict[str, Any]) -> list[str]:
    """What the page must say of a favor."""
    nouns = {"thalers": "Thalers?", "tray-armies": "armies", "garrison": "armies", "grain": "grain", "vp": "points?"}
    found = [*card.get("against", []), *([card["building"]] if "building" in card else [])]
    if "amount" in card:
        found.append(f"{card['amount']} {nouns[card['effect']]}")
    return found


def test_l2_the_benefits_are_those_of_the_data() -> None:
    rows = [tuple(0 if cell == "-" else int(cell) for cell in row[1:]) for row in table("L2")]
    assert rows == list(amounts()[2:])


def test_rulings_and_reconstructions_are_marked() -> None:
    assert TEXT.count("**Ruling**: ") >= 15
    assert TEXT.count("**Reconstruction**: ") >= 3
