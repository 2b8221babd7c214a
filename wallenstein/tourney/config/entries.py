"""Reads who takes part: names, files, and commands, in the short form and in the long one."""

import re
from collections.abc import Collection, Iterator, Mapping
from glob import glob
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.bots.find.names import registrations
from wallenstein.core.errors import ConfigError
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import Entry, is_file, is_glob, located, own_name
from wallenstein.tourney.config.section import NAME
from wallenstein.tourney.config.sections import BotEntry, BotsSection

SUFFIX: Final = ".py"  # no name of a bot ends so


class Written(NamedTuple):
    """An entry as the file has it, and its key."""

    key: str
    entry: str | BotEntry


def read_entries(
    section: BotsSection, base: Path, mistakes: Mistakes, without: Collection[Entry] = ()
) -> tuple[Entry, ...]:
    """All entries but those that are left out, the short form first; names must be unique."""
    written = [Written(f"bots.entries.{at}", one) for at, one in enumerate(section.entries)]
    written += [Written(f"bots.entry.{at}", one) for at, one in enumerate(section.entry)]
    if not written:
        mistakes.add("bots", 'there are no bots; write entries = ["regent", "random"], or [[bots.entry]] tables')
    found: list[Entry] = []
    for key, one in written:
        for entry in _entries(key, one, base, mistakes):
            same = next((other for other in found if entry.name == other.name), None)
            if entry.name.endswith(SUFFIX):
                pass  # a file whose bots are not known: it will be refused or left out
            elif not re.fullmatch(NAME, entry.name):
                mistakes.add(key, f'"{entry.bot}" needs a name: write it as [[bots.entry]] with name and bot')
            elif same is not None:
                mistakes.add(key, _same_name(entry, same))
            if entry not in without:
                found.append(entry)
    if without and not found:
        mistakes.add("bots", "no bot is left")
    return tuple(found)


def _same_name(entry: Entry, other: Entry) -> str:
    if is_file(entry.bot) and is_file(other.bot) and entry.bot != other.bot:
        files = " and in ".join(
            one.bot.partition(f"{SUFFIX}:")[0].removesuffix(SUFFIX) + SUFFIX for one in (other, entry)
        )
        return f'there are two bots "{entry.name}", in {files}; give one of them another name'
    return f'there is a bot "{entry.name}" already; give this one another name in [[bots.entry]]'


def _entries(key: str, one: str | BotEntry, base: Path, mistakes: Mistakes) -> Iterator[Entry]:
    if isinstance(one, str) and is_glob(one) and not (base / one).exists():
        yield from _matching(key, one, base, mistakes)
    elif isinstance(one, str):
        yield Entry(own_name(one), located(one, base), {}, key)
    elif one.bot is not None and one.command is None:
        for name in ("files", "folder"):
            if getattr(one, name):
                mistakes.add(f"{key}.{name}", "is for a command; the files of a Python bot are found by its imports")
        yield Entry(one.name or own_name(one.bot), located(one.bot, base), one.options, key)
    elif one.command is None:
        mistakes.add(
            f"{key}.bot", "is missing; it must be a registered name, module:Class, or a file; or write a command"
        )
    elif one.bot is not None:
        mistakes.add(key, "has a bot and a command; remove one of them")
    elif one.name is None:
        mistakes.add(f"{key}.name", "is missing; a bot that is a command needs a name")
    else:
        folder = base / one.folder
        files = tuple(str(folder / file) for file in one.files)
        yield Entry(one.name, "", one.options, key, tuple(one.command), files, str(folder))


def _matching(key: str, pattern: str, base: Path, mistakes: Mistakes) -> Iterator[Entry]:
    """Every bot that is registered in a file that matches, in the order of the files' names."""
    files = [base / name for name in sorted(glob(pattern, root_dir=base)) if name.endswith(SUFFIX)]
    empty = True
    for file in files:
        try:
            bots = registrations(file)
        except ConfigError:  # whoever looks for the file's bots will report what is wrong
            yield Entry(file.name, str(file), {}, key)
            empty = False
            continue
        yield from (Entry(bot.name, f"{file}:{bot.class_name or bot.name}", {}, key) for bot in bots)
        empty = empty and not bots
    if not files:
        mistakes.add(key, f'"{pattern}" matches no Python file in {base}')
    elif empty:
        mistakes.add(key, f'no file that "{pattern}" matches registers a bot; put @register("a-name") above a class')


def normal_entry(entry: Entry) -> dict[str, Any]:
    """An entry in the normal form of `[[bots.entry]]`."""
    options = {"options": dict(entry.options)} if entry.options else {}
    if entry.name.endswith(SUFFIX):
        return {"bot": entry.bot}
    if not entry.command:
        return {"name": entry.name, "bot": entry.bot, **options}
    files = {"files": list(entry.files)} if entry.files else {}
    return {"name": entry.name, "command": list(entry.command), **files, "folder": entry.folder, **options}


def located_entry(one: Any, base: Path) -> Any:
    """An entry as the file has it, with full paths: it is stored in another folder."""
    if isinstance(one, str):
        return located(one, base)
    if "command" in one:
        return {**one, "folder": str(base / one.get("folder", ""))}
    return {**one, "bot": located(one["bot"], base)} if "bot" in one else one


def essential_entry(one: Mapping[str, Any]) -> dict[str, Any]:
    """What of a normal entry decides a game: no folders, because a run may be moved."""
    kept = {key: value for key, value in one.items() if key != "folder"}
    if "bot" in kept:
        kept["bot"] = kept["bot"].rpartition("/")[2]
    if "files" in kept:
        kept["files"] = [file.rpartition("/")[2] for file in kept["files"]]
    return kept
