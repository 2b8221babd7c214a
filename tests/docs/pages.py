"""The pages of the documentation, with the tables that they include."""

from pathlib import Path
from typing import Final

from wallenstein.cli.about import INCLUDED

DOCS: Final = Path(__file__).parents[2] / "docs"


def whole(name: str) -> str:
    """A page as a reader of the site sees it."""
    text = (DOCS / f"{name}.md").read_text("utf-8")
    return INCLUDED.sub(lambda match: (DOCS / match[1]).read_text("utf-8"), text)
