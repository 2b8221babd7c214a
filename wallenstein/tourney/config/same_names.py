"""Several bots with one name: a mistake, or told apart by the names of their files."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import SUFFIX, Entry, file_of, is_file

LONGEST: Final = 40  # characters of a bot's name
STRANGE: Final = re.compile(r"[^A-Za-z0-9_+-]+")


class Listed(NamedTuple):
    """An entry, and whether it stands there because a glob matches its file."""

    entry: Entry
    of_glob: bool


def told_apart(listed: Sequence[Listed], mistakes: Mistakes) -> list[Listed]:
    """The entries, with the names of files behind those names that bots of globs share with others.

    A name is kept by the file that is called like it, and by a bot that the configuration names itself.
    """
    by_name: dict[str, list[Listed]] = {}
    for one in listed:
        by_name.setdefault(one.entry.name, []).append(one)
    return [_told_apart(one, by_name[one.entry.name], mistakes) for one in listed]


def _told_apart(one: Listed, same: Sequence[Listed], mistakes: Mistakes) -> Listed:
    name, file = one.entry.name, file_of(one.entry.bot)
    others = [other for other in same if other is not one]
    if not one.of_glob or not others or name.endswith(SUFFIX) or file in [file_of(other.entry.bot) for other in others]:
        return one
    author = Path(file).stem
    if author in [Path(file_of(other.entry.bot)).stem for other in others]:
        author = Path(file).parent.name  # such as ana/bot.py and ben/bot.py; or random.py beside the bot random
    if author == name and all(other.of_glob for other in others):
        return one
    told = STRANGE.sub("-", f"{name}-{author}")[:LONGEST]
    mistakes.note(f'{file} registers "{name}", as another bot of this tournament is called; it plays as "{told}"')
    return one._replace(entry=one.entry._replace(name=told))


def same_name(entry: Entry, other: Entry) -> str:
    """The mistake that two entries share a name."""
    if is_file(entry.bot) and is_file(other.bot) and entry.bot != other.bot:
        return (
            f'there are two bots "{entry.name}", in {file_of(other.bot)} and in {file_of(entry.bot)}; give one of them '
            'another name; with on_broken = "leave-out", those of a glob are called by their files, too'
        )
    return f'there is a bot "{entry.name}" already; give this one another name in [[bots.entry]]'
