"""The findings on strategy say what the tables of the study say, which its digests repeat."""

import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "strategy.md").read_text("utf-8")
STUDY = ROOT / "docs" / "study" / "wallenstein"
PAGE = " ".join(STUDY.with_suffix(".md").read_text("utf-8").split())
FINDINGS = TEXT.split("\n## ")[1]
KINDS = ("Shogun's board", "reconstruction", "refit", "drawn boards", "among regents", "in mixed company")


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
    assert len(said) > 30
    assert [pair for pair in said if tuple(sorted(pair)) not in known] == []


def test_the_table_of_boards_is_that_of_the_study() -> None:
    with (ROOT / "studies" / "wallenstein.toml").open("rb") as file:
        strategies = {each["text"].split(",")[0]: each["name"] for each in tomllib.load(file)["study"]["strategy"]}
    by_kind = {
        (name, row["name"]): f"{float(gain):+.1f}"
        for row in rows("[!w]*-worlds.csv")
        for name, gain in row.items()
        if name != "name" and gain
    }
    table = [line.strip("| ").split(" | ") for line in FINDINGS.splitlines() if re.match(r"\| .* to ", line)]
    assert len(table) > 12
    for text, whole, *cells in table:
        name = strategies[text]
        found = CONCLUSIONS[name, "points"]
        change, low, high = (float(found[end]) for end in ("change", "low", "high"))
        assert whole == f"{change:+.1f} ({low:.1f} to {high:.1f})"
        sure = kinds_of(text) if found["beyond chance"] == "yes" else set[str]()
        assert cells.pop(4) == found["on drawn ones"].split(" / ")[0]
        assert cells == [f"**{by_kind[name, kind]}**" if kind in sure else by_kind[name, kind] for kind in KINDS]


def kinds_of(text: str) -> set[str]:
    """The kinds of worlds that show, by themselves, what a regent with this text gains or loses."""
    said = next(each for each in PAGE.split(" - ") if each.startswith(f"A regent that {text}"))
    assert "Shown; in " in said
    listed = re.search(r"\((open|shown) for (.*?)\)[;.,]", said)
    named = {kind for kind in KINDS if listed and kind in listed[2]}
    return named if listed and listed[1] == "shown" else set(KINDS) - named


def test_the_numbers_of_conclusions_are_those_of_the_study() -> None:
    sure = [row for row in CONCLUSIONS.values() if row["beyond chance"] == "yes"]
    assert f"{len(sure)} of the page's {len(CONCLUSIONS)} conclusions are beyond chance" in FINDINGS
    against = {row["name"] for row in sure if not row["shown / open / against"].endswith(" / 0")}
    assert against == {"only-posts"}
    assert "with 5 players it brings 1.8" in FINDINGS
