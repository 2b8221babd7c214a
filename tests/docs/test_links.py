"""The documents wrap at 100 characters, and what they link to and name is there."""

import re
from collections.abc import Iterator
from pathlib import Path

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


def test_lines_wrap_at_100() -> None:
    lines = [(str(path), *line) for path in DOCUMENTS for line in prose(path.read_text("utf-8"))]
    assert [(path, number) for path, number, line in lines if len(line) > WIDTH] == []


def test_relative_links_lead_somewhere() -> None:
    for path in DOCUMENTS:
        for link in LINK.findall(path.read_text("utf-8")):
            if "://" in link:
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            assert target.exists(), (path, link)
            assert not anchor or anchor in anchors(target.read_text("utf-8")), (path, link)


def test_files_that_are_named_exist() -> None:
    for path in DOCUMENTS:
        named = set(NAMED.findall(path.read_text("utf-8"))) - set(EXAMPLES)
        assert [name for name in sorted(named) if not (ROOT / name).exists()] == [], path


def test_the_readme_links_to_every_document() -> None:
    links = LINK.findall(DOCUMENTS[0].read_text("utf-8"))
    assert [path for path in DOCUMENTS[1:] if str(path.relative_to(ROOT)) not in links] == []
