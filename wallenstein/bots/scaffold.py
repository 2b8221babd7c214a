"""First files to start from: a bot with its test, a bot in another language, a folder with a tournament."""

import ast
import builtins
import os
import tomllib
from collections.abc import Iterable, Sequence
from keyword import iskeyword
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.bots.bot import bad_name
from wallenstein.core.documents import folder_of
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.packaged import EXAMPLES, packaged, packaged_configs
from wallenstein.core.text import either
from wallenstein.games import DEFAULT


def packaged_text(name: str) -> str:
    return (folder_of("wallenstein.bots") / "templates" / f"{name}.txt").read_text(encoding="utf-8")


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
    check_new(written, "another name or another folder")
    folder.mkdir(parents=True, exist_ok=True)
    template = game.bot_template() or packaged_text("bot").replace("GAME", game.name)
    names = {"name": name, "stem": stem, "title": class_name(stem, template)}
    for path, text in zip(written, (template, packaged_text("test")), strict=True):
        with path.open("x", encoding="utf-8") as file:
            file.write(text.format(**names))
    return written


def check_new(paths: Iterable[Path], other: str = "another folder") -> None:
    for path in paths:
        if path.exists():
            raise ConfigError(f"{path} already exists; choose {other}")


def identifier(name: str) -> str:
    stem = "".join(c if c.isalnum() else "_" for c in name.lower())
    return stem if stem.isidentifier() and not iskeyword(stem) else f"bot_{stem}"


def class_name(stem: str, template: str) -> str:
    """The name of the class, which must not be in use already."""
    title = "".join(part.capitalize() for part in stem.split("_"))
    taken = iskeyword(title) or title in imported(template) or hasattr(builtins, title)
    return f"{title}Bot" if taken or not title.isidentifier() else title


def imported(template: str) -> set[str]:
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


def write_program(name: str, folder: Path, game: Game, language: str) -> Program:
    """Writes a bot of this name for this game; it never overwrites a file."""
    chosen = LANGUAGES[language]
    if wrong := bad_name(name):
        raise ConfigError(wrong)
    if language not in game.bot_programs:
        known = either([LANGUAGES[one].title for one in game.bot_programs] or ["Python"])
        raise ConfigError(f"there is no first bot for {game.title} in {chosen.title}; there is one in {known}")
    file = folder / f"{name}{chosen.ending}"
    compiled = folder / name if chosen.compiling else file
    check_new((file, compiled), "another name or another folder")
    folder.mkdir(parents=True, exist_ok=True)
    text = (packaged(EXAMPLES) / game.bot_programs[language]).read_text(encoding="utf-8")
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
    file = Path(os.path.expanduser(bot))
    if not file.is_file() or file.suffix == ".py":
        return ()
    here = bot if "/" in bot else f"./{bot}"
    scripts = {one.ending: one.command[:-1] for one in LANGUAGES.values() if not one.compiling}
    runner = scripts.get(file.suffix, ())
    return (*runner, here) if runner or os.access(file, os.X_OK) else ()


CONFIG: Final = "tournament.toml"
NOTEBOOK: Final = "notebook.ipynb"
FIRST: Final = "quickstart"  # the ready configuration to look at first


def write_folder(folder: Path, name: str, game: Game) -> dict[Path, str]:
    """Writes the folder; returns the purpose of each new file. ConfigError if one of them exists already."""
    config, notebook = folder / CONFIG, folder / NOTEBOOK
    check_new((config, notebook))
    bot = write(name, folder / "bots", game)
    config.write_text(configuration(name, game), "utf-8")
    notebook.write_text(packaged_text("notebook").replace("NAME", bot.bot.stem).replace("BOT", name), "utf-8")
    return {config: "the tournament", bot.bot: "a bot", bot.test: "its test, for pytest", notebook: "a notebook"}


CLASS: Final = "class.toml"
SHEET: Final = "students.md"


def write_class(folder: Path, name: str, game: Game) -> dict[Path, str]:
    """Writes the folder of a league; returns the purpose of each new file. It never overwrites a file."""
    config, sheet, bots = folder / CLASS, folder / SHEET, folder / "bots"
    stem = identifier(name)
    check_new((config, sheet, bots / f"{stem}.py"))
    written = write(name, bots, game).bot
    bots.joinpath(f"test_{stem}.py").unlink()  # a class has no use for it
    known, which = list(dict.fromkeys(others(game))), "" if game.name == DEFAULT else f" --game {game.name}"
    section = f'\n[game]\nname = "{game.name}"\n' if which else ""
    text = packaged_text("class").format(
        folder=folder.name, players=game.default_players, which=section, others=", ".join(f'"{one}"' for one in known)
    )
    config.write_text(text, "utf-8")
    opponents = ",".join(["random"] * (min(game.seats) - 1))
    sheet.write_text(packaged_text("students").format(name=stem, which=which, others=opponents), "utf-8")
    return {config: "the league", written: "an example of a bot", sheet: "a page for students"}


def configuration(name: str, game: Game) -> str:
    """A small tournament of the new bot against those of the game's ready configuration."""
    entries = ", ".join(f'"{entry}"' for entry in (name, *others(game)))
    which, blocks = (
        ("", 5) if game.name == DEFAULT else (f'\n[game]\nname = "{game.name}"\n', 20)
    )  # fewer tables a block
    return packaged_text("tournament").format(players=game.default_players, which=which, blocks=blocks, entries=entries)


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
