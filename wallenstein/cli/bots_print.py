"""Bots as text and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.texts import BotText, bot_text
from wallenstein.core.errors import ConfigError
from wallenstein.core.words import printable
from wallenstein.report.plain import aligned


def gather(paths: Sequence[str]) -> tuple[list[BotText], list[str]]:
    """All bots by name, and the files that could not be loaded."""
    catalogue = Catalogue(paths)
    problems = [problem.text for problem in catalogue.problems]
    known = []
    for name in catalogue.names():
        try:
            known.append(bot_text(catalogue.find(name), name))
        except ConfigError as error:
            problems.append(str(error))
    return known, problems


def as_text(known: Sequence[BotText]) -> str:
    """Plain lines: name and idea, then options and place."""
    rows: list[tuple[str, str]] = []
    for bot in known:
        details = [*map(str, bot.options), short(bot.where)]
        rows += [(bot.name, printable(bot.idea)), *(("", printable(line)) for line in details)]
    return "\n".join(aligned(rows, left=(0, 1)) if rows else ())


def as_json(known: Sequence[BotText], problems: Sequence[str]) -> str:
    """Everything."""
    document = {"bots": [asdict(bot) for bot in known], "problems": list(problems)}
    return json.dumps(document, ensure_ascii=False, indent=2)


def short(where: str) -> str:
    """A path relative to the working directory, if it is below."""
    path = Path(where)
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else where
