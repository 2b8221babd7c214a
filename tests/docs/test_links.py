"""The documents wrap at 100 characters, and what they link to and name is there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
DOCUMENTS = [ROOT / "README.md", *PROJECT, *sorted((ROOT / "docs").rglob("*.md"))]
WIDTH = 100
LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:docs|configs|examples|benchmarks|tests|wallenstein|bots)/[\w/.-]+\.\w+)`")
EXAMPLES = ("bots/weaver.py", "bots/test_weaver.py")  # `wallenstein bots new` writes them


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither code nor tables, with their numbers."""
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            code = not code
        elif not code and not line.startswith("|"):
            yield number, line


def anchors(text: str) -> set[str]:
    """The anchors that headings get."""
    headings = [line.lstrip("#").strip() for _, line in prose(text) if line.startswith("#")]
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_lines_wrap_at_100(path: Path) -> None:
    assert [number for number, line in prose(path.read_text("utf-8")) if len(line) > WIDTH] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_lead_somewhere(path: Path) -> None:
    for link in LINK.findall(path.read_text("utf-8")):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_exist(path: Path) -> None:
    named = set(NAMED.findall(path.read_text("utf-8"))) - set(EXAMPLES)
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_readme_links_to_every_document() -> None:
    links = LINK.findall(DOCUMENTS[0].read_text("utf-8"))
    assert [path for path in DOCUMENTS[1:] if str(path.relative_to(ROOT)) not in links] == []
