"""The bots of a configuration: names, places, options."""

import re
from pathlib import Path
from typing import Any

from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import Entry
from wallenstein.tourney.config.sections import NAME, BotsSection


def entries(section: BotsSection, base: Path, mistakes: Mistakes) -> tuple[Entry, ...]:
    """All entries, the short ones first; every name may be there once."""
    written: list[tuple[str, str | None, str, dict[str, Any]]] = []
    written += [(f"bots.entries.{at}", None, bot, {}) for at, bot in enumerate(section.entries)]
    written += [(f"bots.entry.{at}", one.name, one.bot, one.options) for at, one in enumerate(section.entry)]
    if not written:
        mistakes.add("bots", 'nobody takes part; write entries = ["regent", "random"], or [[bots.entry]] tables')
    found: list[Entry] = []
    for key, name, bot, options in written:
        entry = Entry(name or own_name(bot), located(bot, base), options, key)
        if not re.fullmatch(NAME, entry.name):
            mistakes.add(key, f'"{bot}" needs a name: write it as [[bots.entry]] with name and bot')
        elif any(entry.name == other.name for other in found):
            mistakes.add(
                key, f'there is a bot "{entry.name}" already; give this one a name of its own in [[bots.entry]]'
            )
        found.append(entry)
    return tuple(found)


def own_name(bot: str) -> str:
    """What a bot is called if its entry does not say: its name, its class or its file."""
    place, _, name = bot.rpartition(":")
    if place and name:
        return name
    return Path(bot).stem if is_file(bot) else bot


def is_file(bot: str) -> bool:
    """Whether a bot is given by its file: `bots/mine.py`, or `bots/mine.py:Mine`."""
    return bot.endswith(".py") or ".py:" in bot


def located(bot: str, base: Path) -> str:
    """The bot with its file's whole path, since the normal form is kept in another folder."""
    return str(base / bot) if is_file(bot) else bot
