"""Files of bots: their places, registered names and hashes; nothing in them is executed."""

import ast
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.bots.bot import bad_name, same_name
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.sources import imports, written_in

# the bots that come with the package; other files in their folder are not trusted
REFERENCE: Final = (
    "banker.py", "broker.py", "cardinal.py", "chancellor.py", "envoy.py", "generalissimo.py", "marshal.py", "miller.py",
    "random_bot.py", "regent.py", "seer.py", "settler.py", "veteran.py", "warlord.py",
)  # fmt: skip
HELPERS: Final = ("_", "test_", "conftest")  # names of files without bots begin with these
MARK: Final = b"register"  # a file without this word registers nothing, so it is not loaded


def reference_folder() -> Path:
    """The folder of the reference bots: in the package if it is installed, at the top of a clone otherwise."""
    here = Path(__file__).resolve().parents[0]
    installed = here / "reference"
    return installed if installed.is_dir() else here.parents[1] / "bots"


def is_packaged(place: str) -> bool:
    """Whether `file.py:Class` is a bot that comes with the package, so that its code is trusted."""
    path = Path(place.rpartition(":")[0] or place)
    return path.name in REFERENCE and path.resolve().parent == reference_folder().resolve()


def default_places() -> list[Path]:
    """The files of the reference bots, and the folder `bots` of the working directory."""
    here = Path.cwd() / "bots"
    return [*(reference_folder() / name for name in REFERENCE), *([here] if here.is_dir() else [])]


def bot_files(paths: Iterable[Path]) -> list[Path]:
    """The bot files among these files and folders, each once; those of a folder in the order of their names."""
    files: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            files.update(dict.fromkeys(_in_folder(path)))
        elif path.is_file():
            files[path.resolve()] = None
        else:
            raise ConfigError(f'there is no file or folder "{path}" to look for bots in')
    return list(files)


def without_copies(files: Iterable[Path]) -> list[Path]:
    """The files without exact copies of reference bots, as in the folder `bots` of another clone."""
    files, folder = list(files), reference_folder().resolve()
    originals = {path.name: path for path in files if path.parent == folder}

    def is_copy(path: Path) -> bool:
        original = originals.get(path.name)
        with suppress(OSError):  # the error comes when it is loaded
            return original is not None and path != original and path.read_bytes() == original.read_bytes()
        return False

    return [path for path in files if not is_copy(path)]


def is_helper(path: Path) -> bool:
    """Whether the file name marks a helper or a test, not a bot."""
    return path.name.startswith(HELPERS)


def _in_folder(folder: Path) -> Iterator[Path]:
    try:
        found = sorted(path.resolve() for path in folder.glob("*.py") if path.is_file())
    except OSError as error:
        raise ConfigError(f"the folder {folder} cannot be searched for bots: {error.strerror}") from None
    for path in found:
        with suppress(ConfigError):  # the error comes when it is loaded
            if is_helper(path) or MARK not in text_of(path):
                continue
        yield path


LARGEST: Final = 5_000_000  # bytes of a file
KEPT: Final = 256  # files whose names are remembered, for programs that play many games
DOORS: Final = ("wallenstein", "wallenstein.bots", "wallenstein.bots.bot")  # modules that have `register`
REGISTER: Final = tuple(f"{door}.register" for door in DOORS)
LITERAL: Final = 'a bot\'s name must be written out, as in @register("miller"), so that it is known without running it'


class Registration(NamedTuple):
    """A bot that a file registers: its name, its class, and the first line of its docstring."""

    name: str
    class_name: str
    idea: str
    plays: str | None  # the game that it plays, empty for any; None if the file does not say


def registrations(path: Path) -> list[Registration]:
    """All bots of a file, in its order; ConfigError names the mistake and its line."""
    try:
        return list(_registrations(path, text_of(path)))
    except (RecursionError, MemoryError):
        raise broken(path, "too much in it is nested") from None


@lru_cache(maxsize=KEPT)
def _registrations(path: Path, source: bytes) -> tuple[Registration, ...]:
    tree = parsed(path, source)
    file = _File(tree)
    found: dict[str, Registration] = {}
    for call, cls in file.calls():
        name = _name(call, path)
        if name in found and found[name].class_name != cls:
            raise ConfigError(same_name(str(path), found[name].class_name, cls, name))
        text = ast.get_docstring(file.classes[cls]) if cls in file.classes else None
        found[name] = Registration(name, cls, _first_line(text), file.plays(cls, set()))
    whole = _first_line(ast.get_docstring(tree)) if len(found) == 1 else ""
    return tuple([one._replace(idea=whole or one.idea) for one in found.values()])


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


def text_of(path: Path) -> bytes:
    """The file's content; ConfigError if it cannot be read, or is too large to be written by hand."""
    try:
        with path.open("rb") as file:
            source = file.read(LARGEST + 1)
    except OSError as error:
        raise ConfigError(f"the bot file {path} cannot be read: {error.strerror}") from None
    if len(source) > LARGEST:
        raise broken(path, f"it is larger than {LARGEST:,} bytes")
    return source


def broken(path: Path, why: str) -> ConfigError:
    return ConfigError(f"the bot file {path} cannot be loaded: {why}")


def _name(call: ast.Call, path: Path) -> str:
    given = [*call.args, *(word.value for word in call.keywords)]
    name = given[0].value if len(given) == 1 and isinstance(given[0], ast.Constant) else None
    wrong = bad_name(name) if isinstance(name, str) else LITERAL
    if wrong:
        raise broken(path, f"line {call.lineno}: {wrong}")
    return str(name)


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n")[0]


class _File:
    """A file's classes, and the full names of what it imports."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = list(ast.walk(tree))
        self.classes: dict[str, ast.ClassDef] = {}
        self.imported: dict[str, str] = {}
        for node in self.nodes:
            if isinstance(node, ast.ClassDef):
                self.classes.setdefault(node.name, node)
            elif isinstance(node, ast.Import):
                self.imported.update({alias.asname: alias.name for alias in node.names if alias.asname})
            elif isinstance(node, ast.ImportFrom):
                module = DOORS[0] if node.level else node.module  # `register`, imported by a neighbour
                for alias in node.names:
                    name = "register" if alias.name == "*" else alias.name
                    self.imported[alias.asname or name] = f"{module}.{name}"

    def full_name(self, node: ast.expr) -> str:
        """The full name of a dotted name in the file; empty for other expressions."""
        if isinstance(node, ast.Name):
            return self.imported.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            before = self.full_name(node.value)
            return before and f"{before}.{node.attr}"
        return ""

    def calls(self) -> Iterator[tuple[ast.Call, str]]:
        """Every call of `register` with the class that it names, in the order of the file."""
        calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        classes = [node for node in self.nodes if isinstance(node, ast.ClassDef)]
        named = {id(call): cls.name for cls in classes for call in cls.decorator_list}
        for call in calls:  # such as register("name")(Class)
            if call.args and isinstance(call.args[0], ast.Name):
                named[id(call.func)] = call.args[0].id
        for call in sorted(calls, key=lambda call: call.lineno):
            if self.full_name(call.func) in REGISTER:
                yield call, named.get(id(call), "")

    def plays(self, name: str, seen: set[str]) -> str | None:
        """The value of `plays` in a class, or in its nearest parent in the file or in the package, if not `seen`."""
        seen.add(name)
        if name not in self.classes:
            module, _, name = name.rpartition(".")
            return getattr(getattr(import_module(DOORS[1]), name, None), "plays", None) if module in DOORS else None
        for node in self.classes[name].body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == "plays" for target in targets):
                value = getattr(getattr(node, "value", None), "value", None)
                return value if isinstance(value, str) else None
        bases = map(self.full_name, self.classes[name].bases)
        inherited = (self.plays(base, seen) for base in bases if base not in seen)
        return next((plays for plays in inherited if plays is not None), None)


# modules shared by reference bots; nothing else in the package belongs to a bot
SHARED: Final = re.compile(r"wallenstein\.games\.\w+\.(.*\.)?((advice|search)(\..*)?|sensible)")


def hash_of(files: Mapping[str, Path]) -> str:
    digest = blake2b(digest_size=16)
    for module, path in files.items():
        # only the last part of the name: the folder makes no difference
        digest.update(f"{module.rpartition('.')[2]}\0".encode())
        digest.update(blake2b(path.read_bytes().replace(b"\r\n", b"\n")).digest())
    return digest.hexdigest()


def source_files(cls: type) -> dict[str, Path]:
    """The files of a bot's own modules by module name, in alphabetical order."""
    found: dict[str, Path] = {}
    waiting = [parent.__module__ for parent in cls.__mro__ if parent is not object]
    home = {name.rpartition(".")[0] for name in waiting}
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        file = None if module is None else written_in(module)
        if module is None or file is None or name in found or not _own(name, home) or not file.is_file():
            continue
        found[name] = file
        waiting += imported(module.__name__, found[name].read_bytes(), found[name].stem == "__init__")
    return dict(sorted(found.items()))


@cache
def imported(module: str, source: bytes, is_package: bool) -> tuple[str, ...]:
    """The names of the modules that a module may import."""
    package = (module if is_package else module.rpartition(".")[0]).split(".")
    above = ((package[: len(package) - level + 1] if level else [], name) for level, name in imports(source))
    return tuple(".".join([*start, *filter(None, [name])]) for start, name in above)


def _own(name: str, home: set[str]) -> bool:
    """Whether a module belongs to the bot: it is in the package of one of its classes, or is shared advice."""
    if SHARED.fullmatch(name):
        return True
    if name == "wallenstein" or name.startswith(("wallenstein.bots.", "wallenstein.core.", "wallenstein.games.")):
        return name.startswith("wallenstein.bots.reference.")
    if name in sys.stdlib_module_names:
        return False
    package = name.rpartition(".")[0]
    return any(package == own or (own and package.startswith(own + ".")) for own in home)
