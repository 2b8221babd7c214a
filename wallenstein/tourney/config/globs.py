"""Globs among the entries: the bots of all files that match, and which files take no part."""

import ast
from collections.abc import Iterable, Iterator
from glob import glob
from pathlib import Path
from typing import Final

from wallenstein.bots.find.folders import is_helper
from wallenstein.bots.find.names import parsed, registrations, text_of
from wallenstein.bots.find.sources import imported
from wallenstein.bots.registry import bad_name
from wallenstein.core.errors import ConfigError
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import SUFFIX, Entry

PACKAGE: Final = "folder."  # stands for the folder of files that import each other


def matching(key: str, pattern: str, base: Path, mistakes: Mistakes) -> Iterator[Entry]:
    """Every bot that is registered in a file that matches, in the order of the files' names."""
    files = {base / name: name for name in sorted(glob(pattern, root_dir=base)) if name.endswith(SUFFIX)}
    without_bot: list[Path] = []
    for file in files:
        try:
            bots = registrations(file)
        except ConfigError:  # whoever looks for the file's bots will report what is wrong
            yield Entry(file.name, str(file), {}, key)
            continue
        yield from (Entry(bot.name, f"{file}:{bot.class_name or bot.name}", {}, key) for bot in bots)
        if not bots:
            without_bot.append(file)
    if not files:
        mistakes.add(key, f'"{pattern}" matches no Python file in {base}')
    elif len(without_bot) == len(files):
        mistakes.add(key, f'no file that "{pattern}" matches registers a bot; put @register("a-name") above a class')
    elif without_bot:
        helpers = set(_imported_by(files))
        for file in without_bot:
            if not is_helper(file) and file not in helpers:
                mistakes.note(f"{files[file]} plays no part: {_why_no_bot(file)}")


def _imported_by(files: Iterable[Path]) -> Iterator[Path]:
    """The neighbours that these files import: helpers, whatever their names are."""
    for file in files:
        try:
            names = imported(f"{PACKAGE}{file.stem}", file.read_bytes(), is_package=False)
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # it will be refused or left out
        yield from (file.with_name(f"{name.removeprefix(PACKAGE).partition('.')[0]}{SUFFIX}") for name in names)


def _why_no_bot(file: Path) -> str:
    """What the file has instead of a bot."""
    body = parsed(file, text_of(file)).body
    if not body:
        return "it is empty"
    classes = [node.name for node in body if isinstance(node, ast.ClassDef)]
    if not classes:
        return "it has no class of a bot"
    name = "a-name" if bad_name(file.stem) else file.stem
    return f'it registers no bot; put @register("{name}") above class {classes[-1]}'
