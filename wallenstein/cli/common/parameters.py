"""Types of parameters that shells can complete: runs, configurations, bots.

Files and folders come first: bash forgets what came before them, and takes them only where nothing else fits.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

RESULTS: Final = "results"


class LocationType(click.Path):
    """A folder, or an address in a store such as S3."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A path, or an `ObjectPath`."""
        if isinstance(value, str) and "://" in value:
            from wallenstein.record.store.location import location_of

            return location_of(value)
        return super().convert(value, param, ctx)


class NewFile(click.Path):
    """A file to be written, in a folder that is there."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; an error if there is no such folder."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            self.fail(f"there is no folder {path.parent}", param, ctx)
        return path


class RunType(LocationType):
    """The folder of a run; its name alone is looked up in the folder `results`."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The runs in `results` by name; folders, too."""
        from wallenstein.record.files.manifest import FILE

        names = [path.parent.name for path in sorted(Path(RESULTS).glob(f"*/{FILE}"))]
        return [CompletionItem(incomplete, type="dir"), *begun(names, incomplete)]


class ConfigType(click.Path):
    """A configuration file; a name alone is that of a ready configuration."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Ready configurations by name, and the files of this folder."""
        from wallenstein.core.program.packaged import packaged_configs

        here = sorted(path.name for path in Path().glob("*.toml"))
        return [CompletionItem(incomplete, type="file"), *begun([*here, *packaged_configs()], incomplete)]


class BotType(StringParamType):
    """A bot by name, by file, or by module and class."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """All bots that are known by name; files, too."""
        return [CompletionItem(incomplete, type="file"), *begun(bot_names(), incomplete)]


class BotsType(StringParamType):
    """Several bots with commas between them."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The last of them."""
        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{name}") for name in bot_names() if name.startswith(last)]


class DocumentType(StringParamType):
    """A document by name."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """All documents."""
        from wallenstein.core.program.packaged import packaged_documents

        return begun(packaged_documents(), incomplete)


def bot_names() -> list[str]:
    """The names of all bots that can be found without running anybody's code."""
    from wallenstein.bots.discovery import Catalogue
    from wallenstein.core.errors import WallensteinError

    with suppress(WallensteinError):
        return sorted({bot.name for bot in Catalogue().bots if bot.name})
    return []


def begun(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """The names that begin in this way."""
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


RUN: Final = RunType()
LOCATION: Final = LocationType()
RESULTS_HELP: Final = "The folder for runs, or an address such as s3://bucket/runs (default: results)."
CONFIG: Final = ConfigType()
NEW_FILE: Final = NewFile()
BOT: Final = BotType()
BOTS: Final = BotsType()
DOCUMENT: Final = DocumentType()
