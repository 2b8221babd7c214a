"""Parameters of several commands: runs, configurations and bots, which shells can complete; and `--game`."""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.core.program.packaged import packaged_configs, packaged_documents
from wallenstein.games import DEFAULT

if TYPE_CHECKING:
    from wallenstein.record.location import Location
    from wallenstein.record.read import Run

# Files come first in completions: bash forgets what came before them, and takes them only where nothing else fits.

RESULTS: Final = "results"


class LocationType(click.Path):
    """A folder, or an address in a store such as S3."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and "://" in value:
            from wallenstein.record.location import location_of

            return location_of(value)
        return super().convert(value, param, ctx)


class NewFile(click.Path):
    """A file to be written, in an existing folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            self.fail(f"there is no folder {path.parent}", param, ctx)
        return path


class RunType(LocationType):
    """The folder of a run; its name alone is looked up in the folder `results`."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from wallenstein.record.manifest import FILE

        names = [path.parent.name for path in sorted(Path(RESULTS).glob(f"*/{FILE}"))]
        return [CompletionItem(incomplete, type="dir"), *beginning_with(names, incomplete)]


def open_run(given: "Location | None", trusted: bool = False) -> "Run":
    """The run, by default the newest of all; says on standard error which of several it is."""
    from wallenstein.record.read import NEWEST, Run

    if given is None and not any(Path(RESULTS).glob("*/manifest.jsonl")):
        raise ConfigError(f"there is no run in {RESULTS}; give a RUN, or play one: wallenstein tourney FILE")
    run = Run(NEWEST if given is None else given, trusted)
    if given is None:
        click.echo(f"the newest run: {run.folder.name}", err=True)
    elif run.older:
        older = ", ".join(run.older[:3]) + (", …" if len(run.older) > 3 else "")
        click.echo(f"{run.folder.name}: the newest of {len(run.older) + 1}; the older: {older}", err=True)
    return run


class NameType(StringParamType):
    """The name of something, or a file."""

    def __init__(
        self, names: Callable[[], Iterable[str]], files: bool = True, made: Callable[[str], object] = str
    ) -> None:
        self.names = names
        self.files = files
        self.made = made

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self.made(super().convert(value, param, ctx))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        files = [CompletionItem(incomplete, type="file")] if self.files else []
        return [*files, *beginning_with(self.names(), incomplete)]


class BotsType(StringParamType):
    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{name}") for name in bot_names() if name.startswith(last)]


def bot_names() -> list[str]:
    """The names of all bots that can be found without running anybody's code."""
    from wallenstein.bots.discovery import Catalogue

    with suppress(WallensteinError):
        return sorted({bot.name for bot in Catalogue().bots if bot.name})
    return []


def beginning_with(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


RUN: Final = RunType(path_type=Path)
LOCATION: Final = LocationType(path_type=Path)
RESULTS_HELP: Final = "The folder for runs, or an address such as s3://bucket/runs (default: results)."
CONFIG: Final = NameType(lambda: [*sorted(path.name for path in Path().glob("*.toml")), *packaged_configs()], made=Path)
NEW_FILE: Final = NewFile(path_type=Path, dir_okay=False)
BOT: Final = NameType(bot_names)
BOTS: Final = BotsType()
DOCUMENT: Final = NameType(packaged_documents, files=False)


def print_json(document: object) -> None:
    """Prints the document on standard output, with every letter as it is."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))


TRUST: Final = "Import code that the run contains, such as the model of its tower: only if you trust its author."
FOLDERS: Final = "A file or folder with more bots, beside the reference bots and ./bots; can be repeated."
KEYS: Final = "A game, or a key of the section [game] of a configuration, such as edition=first; can be repeated."
FLAGS: Final = ("--game", "-g")
trust_option = click.option("--trust", is_flag=True, help=TRUST)  # for commands that need the rules of a run
paths_option = click.option(
    "--paths", "--bots-path", "-p", "paths", multiple=True, type=click.Path(), metavar="PATH", help=FOLDERS
)
game_option = click.option(*FLAGS, "game_keys", multiple=True, metavar="NAME|KEY=VALUE", help=KEYS)
game_name_option = click.option(
    *FLAGS, "game_name", default=DEFAULT, show_default=True, metavar="NAME", help="The game."
)


def chosen_keys(texts: Sequence[str]) -> dict[str, object]:
    """The keys of the section [game]; a bare name is the key `name`."""
    return dict(key_value("--game", text if "=" in text else f'name="{text}"') for text in texts)


def key_value(flag: str, text: str) -> tuple[str, object]:
    """The key and the value, written as in a configuration."""
    from wallenstein.tourney.config.source import parsed

    key, equals, value = text.partition("=")
    if not equals or not key:
        raise ConfigError(f"{flag} {text}: must be KEY=VALUE")
    return key.strip(), parsed(value.strip())


def named_game(words: Sequence[str]) -> str:
    """The game that a command line names, found before parsing: the options depend on it."""
    settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    option = click.Option([*FLAGS, "texts"], multiple=True)
    alone = click.Command("play", settings, params=[option], add_help_option=False)
    texts = alone.make_context("play", list(words), resilient_parsing=True).params["texts"]
    found = DEFAULT
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            found = text
        elif key.strip() == "name":
            found = value.strip().strip("\"'")
    return found
