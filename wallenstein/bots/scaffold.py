"""First files to start from: a bot with its test, a bot in another language, a folder with a tournament."""

import ast
import builtins
import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from keyword import iskeyword
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.bots.bot import bad_name
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.packaged import EXAMPLES, packaged, packaged_configs
from wallenstein.core.text import either
from wallenstein.games import DEFAULT

TEST: Final = '''"""The bot "{name}" conforms: it follows the rules, and its games can be repeated."""

from pathlib import Path

from wallenstein.bots.conformance import assert_conforms
from wallenstein.bots.discovery import find


def test_{stem}_conforms() -> None:
    assert_conforms(find(str(Path(__file__).with_name("{stem}.py"))))
'''


class BotFiles(NamedTuple):
    """The files of a new bot."""

    bot: Path
    test: Path


def write(name: str, folder: Path, game: Game) -> BotFiles:
    """Writes the two files of a bot for this game; it never overwrites a file."""
    if wrong := bad_name(name):
        raise ConfigError(wrong)
    stem = identifier(name)
    written = BotFiles(folder / f"{stem}.py", folder / f"test_{stem}.py")
    for path in written:
        if path.exists():
            raise ConfigError(f"{path} already exists; choose another name or another folder")
    folder.mkdir(parents=True, exist_ok=True)
    template = game.bot_template()
    names = {"name": name, "stem": stem, "title": class_name(stem, template)}
    for path, text in zip(written, (template, TEST), strict=True):
        with path.open("x", encoding="utf-8") as file:
            file.write(text.format(**names))
    return written


def identifier(name: str) -> str:
    """The name as a Python identifier, in lower case."""
    stem = "".join(c if c.isalnum() else "_" for c in name.lower())
    return stem if stem.isidentifier() and not iskeyword(stem) else f"bot_{stem}"


def class_name(stem: str, template: str) -> str:
    """The name of the class, which must not be in use already."""
    title = "".join(part.capitalize() for part in stem.split("_"))
    taken = iskeyword(title) or title in imported(template) or hasattr(builtins, title)
    return f"{title}Bot" if taken or not title.isidentifier() else title


def imported(template: str) -> set[str]:
    """The names that the template imports."""
    nodes = ast.walk(ast.parse(template.format(name="name", title="Title")))
    return {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}


EXAMPLE: Final = "otter"  # the name of the bots in the games' programs


class Language(NamedTuple):
    """How programs of a language are run; `{path}` stands for the file without its ending."""

    title: str
    ending: str
    compiling: str  # the command to run first; empty if there is none
    command: tuple[str, ...]


LANGUAGES: Final = {
    "js": Language("JavaScript", ".js", "", ("node", "{path}.js")),
    "c": Language("C", ".c", "cc -O2 -o {path} {path}.c", ("{path}",)),
}


class Program(NamedTuple):
    """The written file, and the commands that make it run."""

    name: str
    file: Path
    compiling: str
    command: tuple[str, ...]
    game: str

    def instructions(self) -> str:
        """The next steps, a line for each."""
        words = ", ".join(f'"{word}"' for word in self.command)
        which = "" if self.game == DEFAULT else f" --game {self.game}"
        return "\n".join(
            [
                f"{self.file}: the bot",
                *([f"Compile it:      {self.compiling}"] if self.compiling else []),
                f'Try it:          wallenstein bots check --command "{" ".join(self.command)}"{which}',
                f'In a tournament: entries = [{{ name = "{self.name}", command = [{words}] }}]',
            ]
        )


def examples(files: Mapping[str, str]) -> dict[str, str]:
    folder = packaged(EXAMPLES)
    return {language: (folder / file).read_text(encoding="utf-8") for language, file in files.items()}


def write_program(name: str, folder: Path, game: Game, language: str) -> Program:
    """Writes a bot of this name for this game; it never overwrites a file."""
    chosen = LANGUAGES[language]
    if wrong := bad_name(name):
        raise ConfigError(wrong)
    text = game.bot_programs().get(language)
    if text is None:
        known = either([LANGUAGES[one].title for one in game.bot_programs()] or ["Python"])
        raise ConfigError(f"there is no first bot for {game.title} in {chosen.title}; there is one in {known}")
    file = folder / f"{name}{chosen.ending}"
    compiled = folder / name if chosen.compiling else file
    for path in (file, compiled):
        if path.exists():
            raise ConfigError(f"{path} already exists; choose another name or another folder")
    folder.mkdir(parents=True, exist_ok=True)
    with file.open("x", encoding="utf-8") as opened:
        opened.write(text.replace(EXAMPLE.capitalize(), name[0].upper() + name[1:]).replace(EXAMPLE, name))
    plain = str(folder / name)
    here = plain if "/" in plain else f"./{plain}"  # without a folder, the program would be searched elsewhere
    command = tuple(word.format(path=here) for word in chosen.command)
    return Program(name, file, chosen.compiling.format(path=plain), command, game.name)


def command_of(bot: object) -> tuple[str, ...]:
    """The command of this bot: a list of words, or the file of a program; empty for a bot in Python."""
    if not isinstance(bot, str):
        return () if isinstance(bot, type) or not isinstance(bot, Sequence) else tuple(map(str, bot))
    file = Path(bot).expanduser()
    if not file.is_file() or file.suffix == ".py":
        return ()
    here = bot if "/" in bot else f"./{bot}"
    scripts = {one.ending: one.command[:-1] for one in LANGUAGES.values() if not one.compiling}
    runner = scripts.get(file.suffix, ())
    return (*runner, here) if runner or os.access(file, os.X_OK) else ()


CONFIG: Final = "tournament.toml"
NOTEBOOK: Final = "notebook.ipynb"
FIRST: Final = "quickstart"  # the ready configuration to look at first
CELLS: Final = (
    ("markdown", "# How does {name} do?\n\nPlay the tournament, or read it if it is finished; then look at it."),
    ("code", 'import wallenstein\n\nrun = wallenstein.run("tournament.toml")\nrun.standings'),
    ("code", "print(run)"),
    ("markdown", "Every table of the run is a data frame; `wallenstein docs data` describes the columns."),
    ("code", 'frames = run.frames\nframes.seats.groupby("bot", observed=True).score.describe()'),
    ("markdown", "Figures with their intervals; `wallenstein docs analysis` is a guided study."),
    ("code", 'from wallenstein import analysis\n\nanalysis.win_shares(frames, by=["seat"], where={{"bot": "{bot}"}})'),
)


def write_folder(folder: Path, name: str, game: Game) -> dict[Path, str]:
    """Writes the folder; returns the purpose of each new file. ConfigError if one of them exists already."""
    config, notebook = folder / CONFIG, folder / NOTEBOOK
    for path in (config, notebook):
        if path.exists():
            raise ConfigError(f"{path} already exists; choose another folder")
    bot = write(name, folder / "bots", game)
    config.write_text(configuration(name, game), "utf-8")
    notebook.write_text(notebook_text(name, bot.bot.stem), "utf-8")
    return {config: "the tournament", bot.bot: "a bot", bot.test: "its test, for pytest", notebook: "a notebook"}


CLASS: Final = "class.toml"
SHEET: Final = "students.md"
CLASS_TEXT: Final = """\
# wallenstein league {folder}; `wallenstein docs configuration` describes every key.
[tourney]
blocks = 10             # tables of each new version, each in all seats
format = "sample"
players = {players}
{which}
[bots]
entries = ["bots/*.py", {others}]
on_broken = "leave-out" # play without those that cannot be loaded, and say why

[run]
isolation = "process"   # "sandbox" also hides files from bots, with the key of all seeds to come, and the network
drop_after = 3          # benched games; then a bot is out, and a substitute plays on for it

[log]
tables = ["decisions"]  # for replays; besides games, seats and faults
"""
SHEET_TEXT: Final = """\
# Your bot

1. Install the program (`pip install wallenstein`), and write a first bot: `wallenstein bots new {name}{which}`.
2. Try it, as often as you like: `wallenstein bots check {name}.py`. It names the line of each mistake.
3. Let it play: `wallenstein play --bots {name}.py,{others}{which}`.
4. Hand in one file, called by your bot's name. The name in `@register("…")` must be yours alone.

Rules of the class:

- A bot has some seconds for each choice. After three faults in a game it is benched: a substitute plays on, and the
  game counts as its last place.
- It may keep nothing from one game to the next, and needs no files and no network.
- You may hand in a new version on every day. Old versions stay as opponents.

The ranking shows groups: each bot of a group is better than each bot of all later groups. Within a group, nothing is
decided. `wallenstein docs tutorials/bot-author` is a first lesson; `wallenstein docs bots` has everything that a bot
sees and may answer.
"""


def write_class(folder: Path, name: str, game: Game) -> dict[Path, str]:
    """Writes the folder of a league; returns the purpose of each new file. It never overwrites a file."""
    config, sheet, bots = folder / CLASS, folder / SHEET, folder / "bots"
    stem = identifier(name)
    for path in (config, sheet, bots / f"{stem}.py"):
        if path.exists():
            raise ConfigError(f"{path} already exists; choose another folder")
    written = write(name, bots, game).bot
    bots.joinpath(f"test_{stem}.py").unlink()  # a class has no use for it
    known, which = list(dict.fromkeys(others(game))), "" if game.name == DEFAULT else f" --game {game.name}"
    section = f'\n[game]\nname = "{game.name}"\n' if which else ""
    text = CLASS_TEXT.format(
        folder=folder.name, players=game.default_players, which=section, others=", ".join(f'"{one}"' for one in known)
    )
    config.write_text(text, "utf-8")
    opponents = ",".join(["random"] * (min(game.seats) - 1))
    sheet.write_text(SHEET_TEXT.format(name=stem, which=which, others=opponents), "utf-8")
    return {config: "the league", written: "an example of a bot", sheet: "a page for students"}


def configuration(name: str, game: Game) -> str:
    """A small tournament of the new bot against those of the game's ready configuration."""
    entries = ", ".join(f'"{entry}"' for entry in (name, *others(game)))
    which = "" if game.name == DEFAULT else f'\n[game]\nname = "{game.name}"\n'
    return (
        "# wallenstein tourney tournament.toml; `wallenstein docs configuration` describes every key.\n"
        f"[tourney]\nseed = 7\nblocks = 5\nplayers = {game.default_players}\n{which}\n"
        f'[bots]\npaths = ["bots"]\nentries = [{entries}]\n'
    )


def others(game: Game) -> Sequence[str]:
    """The bots of the first ready configuration of this game; otherwise random ones that fill a table."""
    ready = packaged_configs()
    for name in sorted(ready, key=lambda name: (name != FIRST, name != game.name)):
        tables = tomllib.loads(ready[name].read_text("utf-8"))
        entries = tables.get("bots", {}).get("entries", [])
        plain = [entry for entry in entries if isinstance(entry, str) and entry.isidentifier()]
        if tables.get("game", {}).get("name", DEFAULT) == game.name and len(plain) >= game.default_players - 1:
            return plain
    return ["random"] * (game.default_players - 1)


def notebook_text(bot: str, stem: str) -> str:
    cells: list[dict[str, object]] = []
    for number, (kind, text) in enumerate(CELLS):
        source = text.format(name=stem, bot=bot).splitlines(keepends=True)
        cell: dict[str, object] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": source}
        cells.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1) + "\n"
