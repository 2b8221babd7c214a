"""Reads who takes part: names, files, and commands, in the short form and in the long one."""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from wallenstein.tourney.config.globs import matching
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import SUFFIX, Entry, is_glob, located, own_name
from wallenstein.tourney.config.same_names import Listed, same_name, told_apart
from wallenstein.tourney.config.section import NAME
from wallenstein.tourney.config.sections import BotEntry, BotsSection


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
    listed = [
        Listed(entry, isinstance(one, str) and is_glob(one))
        for key, one in written
        for entry in _entries(key, one, base, mistakes)
    ]
    if section.on_broken == "leave-out":
        listed = told_apart(listed, mistakes)
    found: list[Entry] = []
    for entry, _ in listed:
        same = next((other for other in found if entry.name == other.name), None)
        if entry.name.endswith(SUFFIX):
            pass  # a file whose bots are not known: it will be refused or left out
        elif not re.fullmatch(NAME, entry.name):
            mistakes.add(entry.key, f'"{entry.bot}" needs a name: write it as [[bots.entry]] with name and bot')
        elif same is not None:
            mistakes.add(entry.key, same_name(entry, same))
        if entry not in without:
            found.append(entry)
    if without and not found:
        mistakes.add("bots", "no bot is left")
    return tuple(found)


def _entries(key: str, one: str | BotEntry, base: Path, mistakes: Mistakes) -> Iterator[Entry]:
    if isinstance(one, str) and is_glob(one) and not (base / one).exists():
        yield from matching(key, one, base, mistakes)
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
