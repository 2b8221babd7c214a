"""The findings on strategy say what the tables of the study say, which its digests repeat."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "strategy.md").read_text("utf-8")
STUDY = ROOT / "docs" / "study" / "wallenstein"
FINDINGS = TEXT.split("\n## ")[1]


def rows(pattern: str) -> Iterator[dict[str, str]]:
    for file in sorted(STUDY.glob(pattern)):
        yield from csv.DictReader(file.read_text("utf-8").splitlines())


CONCLUSIONS = {(row["name"], row["measured"]): row for row in rows("*-conclusions.csv")}


def test_every_interval_is_that_of_a_conclusion() -> None:
    known = {
        tuple(sorted(f"{abs(float(row[end])):.{places}f}" for end in ("low", "high")))
        for row in CONCLUSIONS.values()
        for places in (0, 1)
        if row["low"]
    }
    said = re.findall(r"(?<=[( ])-?(\d+(?:\.\d)?) to -?(\d+(?:\.\d)?)(?=[);])", " ".join(FINDINGS.split()))
    assert len(said) > 15
    assert [pair for pair in said if tuple(sorted(pair)) not in known] == []


def test_the_numbers_of_conclusions_are_those_of_the_study() -> None:
    sure = [row for row in CONCLUSIONS.values() if row["beyond chance"] == "yes"]
    assert f"{len(sure)} of the page's {len(CONCLUSIONS)} conclusions are beyond chance" in FINDINGS
    against = {row["name"] for row in sure if not row["shown / open / against"].endswith(" / 0")}
    assert against == {"only-posts"}
    assert "with 5 players it brings 1.8" in FINDINGS
