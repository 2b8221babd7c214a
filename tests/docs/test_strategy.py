"""The findings of docs/strategy.md are those of the study's tables, and `bots list` has those of the ladder."""

import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wallenstein.cli.bots_printed import LADDER

ROOT: Final = Path(__file__).parents[2]
STUDY: Final = ROOT / "docs" / "study" / "wallenstein"
TEXT: Final = (ROOT / "docs" / "strategy.md").read_text("utf-8")


def rows_of(kind: str) -> Iterator[dict[str, str]]:
    for file in sorted(STUDY.glob(f"*-{kind}.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines)


def section(title: str) -> str:
    """The part below a heading, as one line."""
    return " ".join(TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0].split())


def test_intervals_are_those_of_conclusions() -> None:
    known = set[str]()
    for row in rows_of("conclusions"):
        low, high = float(row["low"]), float(row["high"])
        for digits in (0, 1):  # costs are written without a sign
            known |= {f"{low:.{digits}f} to {high:.{digits}f}", f"{-high:.{digits}f} to {-low:.{digits}f}"}
    intervals = re.findall(r"(-?[\d.]+ to -?[\d.]*\d)\)", section("What holds over many worlds"))
    assert len(intervals) > 20
    assert [interval for interval in intervals if interval not in known] == []


def test_both_companies_have_the_values_of_their_worlds() -> None:
    with (ROOT / "studies" / "wallenstein.toml").open("rb") as file:
        texts = {one["text"]: one["name"] for one in tomllib.load(file)["study"]["strategy"]}
    values = {(name, row["name"]): value for row in rows_of("worlds") for name, value in row.items()}
    found = re.findall(r"^\| (\w[^|]+) \| ([+-][\d.]+) \| ([+-][\d.]+) \|", TEXT, re.MULTILINE)
    assert len(found) == 13
    for text, *shown in found:
        (name,) = {name for full, name in texts.items() if full.startswith(text)}
        companies = ("among regents", "in mixed company")
        assert [f"{float(values[name, company]):+.1f}" for company in companies] == shown


def test_bots_are_listed_with_the_figures_of_the_ladder() -> None:
    steps = re.findall(r"^\| (\w+) over (\w+) \| \d+ \| ([\d.]+ %) \|", TEXT, re.MULTILINE)
    assert len(steps) == 7
    for bot, other, share in steps:
        assert f"before {other} in {share}" in LADDER[bot]
