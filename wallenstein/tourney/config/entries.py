"""Reads the bots of a configuration: names, files, globs and commands; and bots with the same name."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from glob import glob
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.bots.bot import bad_name
from wallenstein.bots.entrants import MODELS
from wallenstein.bots.files import imported, is_helper, parsed, registrations, text_of
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import did_you_mean
from wallenstein.tourney.config.mistakes import Mistakes, read_spec
from wallenstein.tourney.config.model import SUFFIX, Entry, file_of, is_file, is_glob, located, own_name
from wallenstein.tourney.config.sections import BotEntry, BotsSection, PlacedEntry
from wallenstein.tourney.config.source import read
from wallenstein.tourney.section import NAME

MOST_BOTS: Final = 10_000  # that a manifest takes
PACKAGE: Final = "folder."  # stands for the folder of files that import each other


def matching(key: str, pattern: str, base: Path, mistakes: Mistakes, lenient: bool) -> Iterator[Entry]:
    """Every bot that is registered in a file that matches, in the order of the files' names.

    If it is `lenient`, there may be none.
    """
    files = {base / name: name for name in sorted(glob(pattern, root_dir=base)) if name.endswith(SUFFIX)}
    without_bot: list[Path] = []
    for file in files:
        try:
            bots = registrations(file)
        except ConfigError:  # the search for the file's bots will report it
            yield Entry(file.name, str(file), {}, key)
            continue
        yield from (Entry(bot.name, f"{file}:{bot.class_name or bot.name}", {}, key) for bot in bots)
        if not bots:
            without_bot.append(file)
    if not files and lenient:
        mistakes.note(f'{key}: "{pattern}" matches no Python file in {base}')
    elif not files:
        mistakes.add(key, f'"{pattern}" matches no Python file in {base}')
    elif len(without_bot) == len(files):
        mistakes.add(key, f'no file that "{pattern}" matches registers a bot; put @register("a-name") above a class')
    elif without_bot:
        helpers = set(_imported_by(files))
        for file in without_bot:
            if not is_helper(file) and file not in helpers:
                mistakes.note(f"{files[file]} does not take part: {_why_no_bot(file)}")


def _imported_by(files: Iterable[Path]) -> Iterator[Path]:
    """The neighbours that these files import: helpers with any names."""
    for file in files:
        try:
            names = imported(f"{PACKAGE}{file.stem}", file.read_bytes(), is_package=False)
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # it will be refused or left out
        yield from (file.with_name(f"{name.removeprefix(PACKAGE).partition('.')[0]}{SUFFIX}") for name in names)


def _why_no_bot(file: Path) -> str:
    body = parsed(file, text_of(file)).body
    if not body:
        return "it is empty"
    classes = [node.name for node in body if isinstance(node, ast.ClassDef)]
    if not classes:
        return "it has no class"
    name = "a-name" if bad_name(file.stem) else file.stem
    return f'it registers no bot; put @register("{name}") above class {classes[-1]}'


LONGEST: Final = 40  # characters of a bot's name
STRANGE: Final = re.compile(r"[^A-Za-z0-9_+-]+")


class ListedEntry(NamedTuple):
    entry: Entry
    of_glob: bool


def rename_doubles(listed: Sequence[ListedEntry], mistakes: Mistakes) -> list[ListedEntry]:
    """The entries; bots of globs that share a name are named after their files too.

    A file called by the name keeps it, and so does a bot that the configuration names itself.
    """
    by_name: dict[str, list[ListedEntry]] = {}
    for one in listed:
        by_name.setdefault(one.entry.name, []).append(one)
    return [_renamed(one, by_name[one.entry.name], mistakes) for one in listed]


def _renamed(one: ListedEntry, same: Sequence[ListedEntry], mistakes: Mistakes) -> ListedEntry:
    name, file = one.entry.name, file_of(one.entry.bot)
    others = [other for other in same if other is not one]
    if not one.of_glob or not others or name.endswith(SUFFIX) or file in [file_of(other.entry.bot) for other in others]:
        return one
    author = Path(file).stem
    if author in [Path(file_of(other.entry.bot)).stem for other in others]:
        author = Path(file).parent.name  # such as ana/bot.py and ben/bot.py; or random.py beside the bot random
    if author == name and all(other.of_glob for other in others):
        return one
    renamed = STRANGE.sub("-", f"{name}-{author}")[:LONGEST]
    mistakes.note(f'{file} registers "{name}", the name of another bot of this tournament; it plays as "{renamed}"')
    return one._replace(entry=one.entry._replace(name=renamed))


def same_name(entry: Entry, other: Entry) -> str:
    if is_file(entry.bot) and is_file(other.bot) and entry.bot != other.bot:
        return (
            f'there are two bots "{entry.name}", in {file_of(other.bot)} and in {file_of(entry.bot)}; give one of them '
            'another name; with on_broken = "leave-out", those of a glob are called by their files, too'
        )
    return f'there is a bot "{entry.name}" already; give this one another name in [[bots.entry]]'


def read_entries(
    section: BotsSection, base: Path, mistakes: Mistakes, without: Collection[Entry] = ()
) -> tuple[Entry, ...]:
    """All entries but those that are left out, the short form first; names must be unique."""
    written: dict[str, str | BotEntry] = {f"bots.entries.{at}": one for at, one in enumerate(section.entries)}
    written |= {f"bots.entry.{at}": one for at, one in enumerate(section.entry)}
    if not written:
        mistakes.add("bots", 'there are no bots; write entries = ["regent", "random"], or [[bots.entry]] tables')
    listed, lenient = [], section.on_broken == "leave-out"
    for key, one in written.items():
        found_here = _entries(one.key if isinstance(one, PlacedEntry) else key, one, base, mistakes, lenient)
        listed += [ListedEntry(entry, isinstance(one, str) and is_glob(one)) for entry in found_here]
    if lenient:
        listed = rename_doubles(listed, mistakes)
    found: list[Entry] = []
    for entry, _ in listed:
        same = next((other for other in found if entry.name == other.name), None)
        if entry.name.endswith(SUFFIX):
            pass  # a file whose bots are not known: it will be refused or left out
        elif not re.fullmatch(NAME, entry.name):
            right = "write [[bots.entry]] with name and bot, or command; all bots of a folder are FOLDER/*.py"
            mistakes.add(entry.key, f'"{entry.bot}" needs a name: {right}')
        elif same is not None:
            mistakes.add(entry.key, same_name(entry, same))
        if entry not in without:
            found.append(entry)
    if without and not found:
        mistakes.add("bots", "no bot is left")
    if len(found) > MOST_BOTS:
        mistakes.add("bots", f"{len(found):,} bots; a tournament has at most {MOST_BOTS:,}")
    return tuple(found)


def _entries(key: str, one: str | BotEntry, base: Path, mistakes: Mistakes, lenient: bool) -> Iterator[Entry]:
    if isinstance(one, str) and is_glob(one) and not (base / one).exists():
        yield from matching(key, one, base, mistakes, lenient)
    elif isinstance(one, str):
        yield Entry(own_name(one), located(one, base), {}, key)
    elif one.model is not None:
        yield from _model(key, one, one.model, base, mistakes)
    elif one.bot is not None and one.command is None:
        for name in (name for name in ("files", "folder") if getattr(one, name)):
            mistakes.add(f"{key}.{name}", "is for a command; the files of a Python bot are found by its imports")
        options_key = one.options_key if isinstance(one, PlacedEntry) else ""
        yield Entry(one.name or own_name(one.bot), located(one.bot, base), one.options, key, options_key=options_key)
    elif one.command is None:
        right = "it must be a registered name, module:Class, or a file; or write a command"
        mistakes.add(f"{key}.bot", f"is missing; {right}")
    elif one.bot is not None:
        mistakes.add(key, "has a bot and a command; remove one of them")
    elif one.name is None:
        mistakes.add(f"{key}.name", "is missing; a bot that is a command needs a name")
    else:
        folder = base / one.folder
        files = tuple(str(folder / file) for file in one.files)
        yield Entry(one.name, "", one.options, key, tuple(one.command), files, str(folder))


MODEL: Final = f"{MODELS}:Model"
STRANGE_START: Final = re.compile(r"^[^A-Za-z0-9]+")


def _model(key: str, one: BotEntry, model: str, base: Path, mistakes: Mistakes) -> Iterator[Entry]:
    """A language model; its prompt is kept in the run as text."""
    if one.bot is not None or one.command is not None:
        mistakes.add(key, "has a model and a bot or command; remove one of them")
    try:
        prompt = (base / one.prompt).read_text("utf-8") if one.prompt else ""
    except (OSError, UnicodeDecodeError):
        mistakes.add(f"{key}.prompt", f'"{one.prompt}" is not a file of text in {base}')
        return
    name = one.name or STRANGE_START.sub("", STRANGE.sub("-", model))[:LONGEST]
    yield Entry(name, MODEL, {"model": model, "endpoint": one.endpoint, "prompt": prompt, **one.options}, key)


IN_CONFIG: Final = ".toml:"


def entry_of(bot: str) -> Entry:
    """The bot that `CONFIG.toml:NAME` means, with its options; it may be a language model."""
    stem, _, name = bot.rpartition(IN_CONFIG)
    path = Path(f"{stem}.toml")
    mistakes = Mistakes(str(path))
    section = read_spec({"bots": read(path).get("bots", {})}, mistakes).spec.bots
    found = {entry.name: entry for entry in read_entries(section, path.parent.resolve(), mistakes)}
    mistakes.raise_any()
    if name not in found:
        raise ConfigError(f'{path}: has no bot "{name}"; {did_you_mean(name, list(found))}')
    return found[name]


def normal_entry(entry: Entry) -> dict[str, object]:
    options = {"options": dict(entry.options)} if entry.options else {}
    if entry.name.endswith(SUFFIX):
        return {"bot": entry.bot}
    if not entry.command:
        return {"name": entry.name, "bot": entry.bot, **options}
    files = {"files": list(entry.files)} if entry.files else {}
    return {"name": entry.name, "command": list(entry.command), **files, "folder": entry.folder, **options}


def located_entry(one: Any, base: Path) -> object:
    """An entry with full paths, because it is stored in another folder."""
    if isinstance(one, str):
        return located(one, base)
    if "command" in one:
        return {**one, "folder": str(base / one.get("folder", ""))}
    return {**one, "bot": located(one["bot"], base)} if "bot" in one else one


def essential_entry(one: Mapping[str, Any]) -> dict[str, object]:
    """The parts of a normal entry that decide a game: no folders, because a run may be moved."""
    kept = {key: value for key, value in one.items() if key != "folder"}
    if "bot" in kept:
        kept["bot"] = kept["bot"].rpartition("/")[2]
    if "files" in kept:
        kept["files"] = [file.rpartition("/")[2] for file in kept["files"]]
    return kept
