"""The documentation site: every document has its place in it. `make docs` checks links and references."""

import re
from pathlib import Path

from wallenstein import compiled
from wallenstein.core.program.packaged import packaged_documents

ROOT = Path(__file__).parents[2]
SITE = (ROOT / "website" / "mkdocs.yml").read_text("utf-8")
NAV = re.findall(r"^ +- .+: (\S+)\.md$", SITE, re.MULTILINE)


def test_every_document_is_in_the_navigation_once() -> None:
    assert sorted(NAV) == sorted(packaged_documents())


def test_the_first_page_has_a_door_for_every_reader() -> None:
    doors = re.findall(
        r"\]\(tutorials/([\w-]+)\.md\) \|$", (ROOT / "docs" / "index.md").read_text("utf-8"), re.MULTILINE
    )
    assert doors == ["bot-author", "analyst", "researcher", "teacher", "owner"]


def test_what_the_reference_names_can_be_imported() -> None:
    names = re.findall(r"^::: ([\w.]+)$", (ROOT / "docs" / "api.md").read_text("utf-8"), re.MULTILINE)
    assert len(names) > 15
    for name in names:
        module, _, member = name.rpartition(".")
        imported = __import__(module, fromlist=[member])
        named = getattr(imported, member)
        assert named.__doc__ or compiled.INTERPRETED is None, f"{name}: only compiled classes lose what they say"


def test_generated_tables_are_included() -> None:
    assert "\n  - pymdownx.snippets:" in SITE, "the pages that include docs/reference show the line that names the file"
