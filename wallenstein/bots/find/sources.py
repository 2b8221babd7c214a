"""The files that a bot is written in, and their hash: if they change, it may play differently."""

import ast
import re
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Final

# what reference bots share; nothing else in the package belongs to a bot
SHARED: Final = re.compile(r"wallenstein\.games\.\w+\.(.*\.)?(advice(\..*)?|levy|mat|sensible)")


def source_hash(cls: type) -> str:
    """A hash of a bot's file, of its parents' files, and of the neighbouring files that they import."""
    digest = blake2b(digest_size=16)
    for module, path in source_files(cls).items():
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
        file = getattr(module, "__file__", None)
        if module is None or file is None or name in found or not _own(name, home) or not Path(file).is_file():
            continue
        found[name] = Path(file)
        waiting += imported(module, found[name])
    return dict(sorted(found.items()))


def imported(module: ModuleType, path: Path) -> Iterator[str]:
    """The names of the modules that a file may import."""
    package = module.__name__ if path.stem == "__init__" else module.__name__.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*start, *([node.module] if node.module else [])])
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in node.names)


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
