"""The installed files and packages, and the features that only Unix or Linux has."""

import os
import platform
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from wallenstein.core.errors import ConfigError, WallensteinError

# The files that come with the package: inside it when installed, beside it in a clone.

PACKAGE: Final = Path(__file__).resolve().parents[2]
CONFIGS: Final = "configs"
STUDIES: Final = "studies"
DOCS: Final = "docs"
EXAMPLES: Final = "examples"


def packaged(folder: str) -> Path:
    installed = PACKAGE / folder
    return installed if installed.is_dir() else PACKAGE.parent / folder


def packaged_configs(folder: str = CONFIGS) -> dict[str, Path]:
    return {path.stem: path for path in sorted(packaged(folder).glob("*.toml"))}


def packaged_studies() -> dict[str, Path]:
    return packaged_configs(STUDIES)


def packaged_documents() -> dict[str, Path]:
    """The documents by name, such as `bots` and `sixteen-thirty/bots`."""
    folder = packaged(DOCS)
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))}


# Features of Unix or Linux alone: checked before imports that need them.

UNIX: Final = hasattr(os, "fork")  # Linux, macOS, WSL
LINUX: Final = UNIX and platform.system() == "Linux"


def need_unix(what: str) -> None:
    """ConfigError where processes cannot be forked; `what` begins the sentence."""
    if not UNIX:
        raise ConfigError(
            f"{what} needs what only Unix has (such as os.fork); on Windows, run it in WSL: see docs/platforms.md"
        )


def need_linux(what: str) -> None:
    """ConfigError where bots cannot have processes of their own; `what` begins the sentence."""
    need_unix(what)
    if not LINUX:
        raise ConfigError(
            f"{what} needs processes that only Linux can measure and end; your own bots play tournaments without "
            'if isolation = "none" stands in the section [run]: see docs/platforms.md'
        )


class MissingExtra(WallensteinError):
    """Something needs packages that are not installed; the message has the command that installs them."""


def extra_module(name: str, extra: str, what: str) -> ModuleType:
    """A module of a package that only the extra installs; `what` begins the sentence if it is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("wallenstein"):
            raise
        raise MissingExtra(f"{what} needs the package {error.name}; {how_to_install(extra)}") from None


def how_to_install(extra: str) -> str:
    return f"install it with: pip install 'wallenstein[{extra}]' (in a checkout: pip install -e '.[{extra}]')"
