"""A first bot to start from: a small working file, and its test."""

import ast
import builtins
from keyword import iskeyword
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.bots.registry import bad_name
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game

TEST: Final = '''"""The bot "{name}" conforms: it follows the rules, and its games can be repeated."""

from pathlib import Path

from wallenstein.bots.conformance import assert_conforms
from wallenstein.bots.discovery import find


def test_{stem}_conforms() -> None:
    assert_conforms(find(str(Path(__file__).with_name("{stem}.py"))))
'''


class Written(NamedTuple):
    """The files of a new bot."""

    bot: Path
    test: Path


def write(name: str, folder: Path, game: Game) -> Written:
    """Writes the two files of a bot for this game; it never overwrites a file."""
    wrong = bad_name(name)
    if wrong:
        raise ConfigError(wrong)
    stem = identifier(name)
    written = Written(folder / f"{stem}.py", folder / f"test_{stem}.py")
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
