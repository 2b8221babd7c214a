"""Files that come with the package: they are in it where it is installed, and beside it in a clone."""

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parents[2]
CONFIGS: Final = "configs"
STUDIES: Final = "studies"
DOCS: Final = "docs"
EXAMPLES: Final = "examples"


def packaged(folder: str) -> Path:
    """The folder of that name, with its files."""
    installed = PACKAGE / folder
    return installed if installed.is_dir() else PACKAGE.parent / folder


def packaged_configs() -> dict[str, Path]:
    """The ready configurations by name."""
    return {path.stem: path for path in sorted(packaged(CONFIGS).glob("*.toml"))}


def packaged_studies() -> dict[str, Path]:
    """The ready studies by name."""
    return {path.stem: path for path in sorted(packaged(STUDIES).glob("*.toml"))}


def packaged_documents() -> dict[str, Path]:
    """The documents by name, such as `bots` and `sixteen-thirty/bots`."""
    folder = packaged(DOCS)
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))}
