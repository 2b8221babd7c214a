"""A first bot in another language: a complete program that speaks the protocol, and how it is run."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.bots.registry import NAME
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.packaged import EXAMPLES, packaged
from wallenstein.core.words import either
from wallenstein.games import DEFAULT

EXAMPLE: Final = "otter"  # what the bots of the games' programs are called


class Language(NamedTuple):
    """How programs of a language are run; `{path}` stands for the file without its ending."""

    title: str
    ending: str
    compiling: str  # the command that must come first; empty if there is none
    command: tuple[str, ...]


LANGUAGES: Final = {
    "js": Language("JavaScript", ".js", "", ("node", "{path}.js")),
    "c": Language("C", ".c", "cc -O2 -o {path} {path}.c", ("{path}",)),
}


class Program(NamedTuple):
    """The file that was written, and the commands that make it run."""

    name: str
    file: Path
    compiling: str
    command: tuple[str, ...]
    game: str

    def instructions(self) -> str:
        """What to do with it, a line for each step."""
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
    """The texts of examples."""
    folder = packaged(EXAMPLES)
    return {language: (folder / file).read_text(encoding="utf-8") for language, file in files.items()}


def write_program(name: str, folder: Path, game: Game, language: str) -> Program:
    """Writes a bot of this name for this game; it never overwrites a file."""
    chosen = LANGUAGES[language]
    if not NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r:.60} cannot be the name of a bot; use up to 40 letters, digits and - + _, "
            "beginning with a letter or a digit"
        )
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
    here = plain if "/" in plain else f"./{plain}"  # a program without a folder would be looked for elsewhere
    command = tuple(word.format(path=here) for word in chosen.command)
    return Program(name, file, chosen.compiling.format(path=plain), command, game.name)


def command_of(bot: object) -> tuple[str, ...]:
    """The command that this bot is: a list of words, or the file of a program; empty for a bot in Python."""
    if not isinstance(bot, str):
        return () if isinstance(bot, type) or not isinstance(bot, Sequence) else tuple(map(str, bot))
    file = Path(bot).expanduser()
    if not file.is_file() or file.suffix == ".py":
        return ()
    here = bot if "/" in bot else f"./{bot}"
    scripts = {one.ending: one.command[:-1] for one in LANGUAGES.values() if not one.compiling}
    runner = scripts.get(file.suffix, ())
    return (*runner, here) if runner or os.access(file, os.X_OK) else ()
