"""The names that a file registers, read from its text: nothing in it is executed."""

import ast
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.bots.registry import bad_name, same_name
from wallenstein.core.errors import ConfigError

LARGEST: Final = 5_000_000  # bytes of a file
KEPT: Final = 256  # files whose names are remembered: who plays game after game looks for the same bots every time
DOORS: Final = ("wallenstein", "wallenstein.bots", "wallenstein.bots.registry")  # modules that have `register`
REGISTER: Final = tuple(f"{door}.register" for door in DOORS)
LITERAL: Final = 'a bot\'s name must be written out, as in @register("miller"), so that it is known without running it'


class Registration(NamedTuple):
    """A bot that a file registers: its name, its class, and what is written about it."""

    name: str
    class_name: str
    idea: str  # the first line of the docstring
    plays: str | None  # the game that it plays, empty for any; None if the file does not say


def registrations(path: Path) -> list[Registration]:
    """All bots of a file, in its order; ConfigError says what is wrong with it, and in which line."""
    return list(_registrations(path, text_of(path)))


@lru_cache(maxsize=KEPT)
def _registrations(path: Path, source: bytes) -> tuple[Registration, ...]:
    tree = parsed(path, source)
    file = _File(tree)
    found: dict[str, Registration] = {}
    for call, cls in file.calls():
        name = _name(call, path)
        if name in found and found[name].class_name != cls:
            raise ConfigError(same_name(str(path), found[name].class_name, cls, name))
        found[name] = Registration(name, cls, "", file.plays(cls))
    alone = ast.get_docstring(tree) if len(found) == 1 else None
    return tuple([one._replace(idea=_first_line(alone or file.docstring(one.class_name))) for one in found.values()])


def parsed(path: Path, source: bytes) -> ast.Module:
    """The file's syntax tree; ConfigError if it is not Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the file's style
            return ast.parse(source, path)
    except SyntaxError as error:
        where = "" if error.lineno is None else f"line {error.lineno}: "
        raise broken(path, f"{where}{type(error).__name__}: {error.msg}") from None
    except ValueError as error:
        raise broken(path, f"SyntaxError: {error}") from None
    except (RecursionError, MemoryError):
        raise broken(path, "too many brackets within brackets") from None


def text_of(path: Path) -> bytes:
    """The file's content; ConfigError if it cannot be read or is not one that a person wrote."""
    try:
        with path.open("rb") as file:
            source = file.read(LARGEST + 1)
    except OSError as error:
        raise ConfigError(f"the bot file {path} cannot be read: {error.strerror}") from None
    if len(source) > LARGEST:
        raise broken(path, f"it is larger than {LARGEST:,} bytes")
    return source


def broken(path: Path, why: str) -> ConfigError:
    """The error for a file that cannot be used."""
    return ConfigError(f"the bot file {path} cannot be loaded: {why}")


def _name(call: ast.Call, path: Path) -> str:
    """The name that a call of `register` gives."""
    given = [*call.args, *(word.value for word in call.keywords)]
    if len(given) != 1 or not isinstance(given[0], ast.Constant) or not isinstance(given[0].value, str):
        raise broken(path, f"line {call.lineno}: {LITERAL}")
    name = given[0].value
    wrong = bad_name(name)
    if wrong:
        raise broken(path, f"line {call.lineno}: {wrong}")
    return name


def _first_line(text: str | None) -> str:
    lines = (text or "").strip().splitlines()
    return lines[0] if lines else ""


class _File:
    """A file's classes, and what its imports call things."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = list(ast.walk(tree))
        self.aliases: dict[str, str] = {}  # names in the file, and what they are
        self.classes: dict[str, ast.ClassDef] = {}
        for node in self.nodes:
            if isinstance(node, ast.ClassDef):
                self.classes.setdefault(node.name, node)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.name if alias.asname else alias.name.partition(".")[0]
                    self.aliases[alias.asname or name] = name
            elif isinstance(node, ast.ImportFrom):
                self._import_from(node)

    def _import_from(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":
                self.aliases.setdefault("register", f"{node.module}.register")
            elif node.level and alias.name == "register":  # from a neighbour, which has it from us
                self.aliases[alias.asname or alias.name] = REGISTER[0]
            elif not node.level:
                self.aliases[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def full_name(self, node: ast.expr) -> str:
        """What a dotted name in the file stands for; empty if it is no name."""
        if isinstance(node, ast.Name):
            return self.aliases.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            before = self.full_name(node.value)
            return before and f"{before}.{node.attr}"
        return ""

    def calls(self) -> Iterator[tuple[ast.Call, str]]:
        """Every call of `register`, with the class that it names, in the order of the file."""
        classes = [node for node in self.nodes if isinstance(node, ast.ClassDef)]
        calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        named = {id(call): cls.name for cls in classes for call in cls.decorator_list}
        for call in calls:  # such as register("name")(Class)
            if call.args and isinstance(call.args[0], ast.Name):
                named[id(call.func)] = call.args[0].id
        for call in sorted(calls, key=lambda call: call.lineno):
            if self.full_name(call.func) in REGISTER:
                yield call, named.get(id(call), "")

    def docstring(self, name: str) -> str | None:
        """The docstring of a class."""
        return ast.get_docstring(self.classes[name]) if name in self.classes else None

    def plays(self, name: str, seen: frozenset[str] = frozenset()) -> str | None:
        """The value of `plays` in a class or in the nearest of its parents in the file or in the package."""
        cls = self.classes.get(name)
        if cls is None or name in seen:
            return None
        for node in cls.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == "plays" for target in targets):
                value = getattr(node, "value", None)
                return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
        for base in cls.bases:
            found = self.plays(self.full_name(base), seen | {name}) or _plays_of(self.full_name(base))
            if found is not None:
                return found
        return None


def _plays_of(full_name: str) -> str | None:
    """The value of `plays` in a class that comes with the package."""
    module, _, name = full_name.rpartition(".")
    if module not in DOORS:
        return None
    from wallenstein import bots

    return getattr(getattr(bots, name, None), "plays", None)
