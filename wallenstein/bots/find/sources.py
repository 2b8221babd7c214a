"""The files that a bot is written in, and their hash: if they change, it may play differently."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from wallenstein.core.program.sources import written_in

# what reference bots share; nothing else in the package belongs to a bot
SHARED: Final = re.compile(r"wallenstein\.games\.\w+\.(.*\.)?((advice|search)(\..*)?|levy|mat|sensible)")


def source_hash(cls: type) -> str:
    """A hash of a bot's file, of its parents' files, and of the neighbouring files that they import."""
    return hash_of(source_files(cls))


def hash_of(files: Mapping[str, Path]) -> str:
    """A hash of modules' files."""
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
    return tuple(_imported(module if is_package else module.rpartition(".")[0], source))


def _imported(package: str, source: bytes) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
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
