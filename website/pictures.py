"""Puts the pictures that commands have made into the site (`website/pictures.sh` makes them)."""

import logging
import re
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

MADE: Final = Path(__file__).parents[1] / "build" / "pictures"
PICTURE: Final = re.compile(r"^!\[[^\]]*\]\((?:\.\./)*pictures/([\w.-]+)\)\n", re.MULTILINE)
log: Final = logging.getLogger("mkdocs.hooks.pictures")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pictures that are there."""
    for path in sorted(MADE.glob("*.png")):
        files.append(File.generated(config, f"pictures/{path.name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Leaves out pictures that could not be made, where there is no browser."""

    def kept(found: re.Match[str]) -> str:
        if (MADE / found[1]).is_file():
            return found[0]
        log.info("%s was not made and is left out", found[1])
        return ""

    return PICTURE.sub(kept, markdown)
