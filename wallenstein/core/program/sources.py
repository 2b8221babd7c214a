"""Python files: users' files are loaded under names of ours; hashes show whether code has changed."""

import ast
import linecache
import sys
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatch
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final


def load_python_file(path: Path, name: str, source: bytes | None = None) -> ModuleType:
    """The file's module, from its source if that has been read already.

    Whatever the file raises is raised, and the module is removed.
    """
    code = path.read_bytes() if source is None else source
    linecache.checkcache(str(path))
    spec = spec_from_file_location(name, path)
    assert spec is not None, f"{path} does not end in .py"
    module = sys.modules[name] = module_from_spec(spec)
    try:
        exec(compile(code, path, "exec", dont_inherit=True), module.__dict__)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


# Hashes of source files: if one changes, results made with it may differ.

CODE: Final = (".py", ".toml")
LARGEST: Final = 2**24  # bytes of a file that is read for what it imports


def folder_hash(folders: Iterable[Path], without: Collection[str]) -> bytes:
    """A hash of the code and data in some folders, without the paths that match a pattern of `without`."""
    digest = blake2b(digest_size=16)
    for folder in folders:
        for path, item in sorted(files_in(folder)):
            if not left_out(path, without):
                digest.update(f"{path}\0".encode() + content_hash(item.read_bytes()))
    return digest.digest()


def files_in(folder: Path, above: str = "") -> Iterator[tuple[str, Path]]:
    """The files with code or data, each with its path in the folder."""
    for item in folder.iterdir():
        if item.is_dir() and item.name != "__pycache__":
            yield from files_in(item, f"{above}{item.name}/")
        elif item.name.endswith(CODE):
            yield above + item.name, item


def left_out(path: str, patterns: Collection[str]) -> bool:
    """Whether a path matches a pattern; a pattern that ends in a slash means the whole folder."""
    return any(fnmatch(path, f"{pattern}*" if pattern.endswith("/") else pattern) for pattern in patterns)


def content_hash(data: bytes) -> bytes:
    """A hash of a file, independent of its line ends."""
    return blake2b(data.replace(b"\r\n", b"\n"), digest_size=16).digest()


def class_hash(cls: type, without: str = "") -> str:
    """A hash of a class's file, of its parents' files, and of the neighbouring files that these import.

    Python's own modules do not count, nor those whose names begin with `without`.
    """
    modules = [parent.__module__ for parent in cls.__mro__]
    own = [name for name in modules if name.partition(".")[0] not in sys.stdlib_module_names]
    starts = [sys.modules[name].__file__ for name in own if not (without and name.startswith(without))]
    return files_hash(Path(start) for start in starts if start)


def files_hash(starts: Iterable[Path]) -> str:
    """A hash of these files, and of the neighbouring files that they import."""
    digest = blake2b(digest_size=16)
    for path in neighbours(starts):
        digest.update(f"{path.name}\0".encode() + content_hash(path.read_bytes()))
    return digest.hexdigest()


def written_in(module: ModuleType) -> Path | None:
    """The source file of a module; for a compiled one it lies beside the library."""
    file = getattr(module, "__file__", None)
    if file is None:
        return None
    path = Path(file)
    return path.with_name(f"{path.name.partition('.')[0]}.py") if path.suffix == ".so" else path


def neighbours(starts: Iterable[Path]) -> list[Path]:
    """These files and those beside them that they import, directly or not, in the order of their names."""
    found: set[Path] = set()
    waiting = [path.resolve() for path in starts]
    while waiting:
        path = waiting.pop()
        if path not in found and path.is_file():
            found.add(path)
            waiting += beside(path) if path.suffix == ".py" and path.stat().st_size <= LARGEST else ()
    return sorted(found, key=lambda path: (path.name, path))


def beside(path: Path) -> Iterator[Path]:
    """The files in the folder or package of a Python file that it may import."""
    for level, name in imports(path.read_bytes()):
        homes = [*path.parents[level - 1 : level]] if level else [path.parent, _top(path)]
        for home in dict.fromkeys(homes):
            place = home.joinpath(*name.split(".")) if name else home
            yield from (place.with_suffix(".py"), place / "__init__.py") if name else (place / "__init__.py",)


BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")  # the fields of statements within statements


def imports(source: bytes) -> Iterator[tuple[int, str]]:
    """The modules that a file may import: the number of folders up (0: absolute) and the rest of the name."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # it does not parse, so it cannot be imported
    waiting: list[ast.AST] = [tree]
    while waiting:  # statements alone: a walk through all expressions takes ten times as long
        node = waiting.pop()
        waiting += [inner for part in BLOCKS for inner in getattr(node, part, ())]
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""
            start = f"{node.module}." if node.module else ""
            yield from ((node.level, start + alias.name) for alias in node.names if alias.name != "*")


def _top(path: Path) -> Path:
    """The folder that a file's package lies in."""
    folder = path.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder
