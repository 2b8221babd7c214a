"""Where bot files are: the reference bots, the user's folders, and `bots` in the working directory."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from wallenstein.core.errors import ConfigError

# the bots that come with the package; what else lies in their folder is not trusted
REFERENCE: Final = (
    "banker.py",
    "broker.py",
    "chancellor.py",
    "envoy.py",
    "marshal.py",
    "miller.py",
    "random_bot.py",
    "regent.py",
    "seer.py",
    "settler.py",
    "warlord.py",
)
HELPERS: Final = ("_", "test_", "conftest")  # how names of files without bots begin
MARK: Final = b"register"  # a file without this word registers nothing, so it is not loaded


def reference_folder() -> Path:
    """The folder of the reference bots: in the package if it is installed, at the top of a clone otherwise."""
    here = Path(__file__).resolve().parents[1]
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
        path = path.expanduser()
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
    return [path for path in files if not _copies(path, originals.get(path.name))]


def _copies(path: Path, original: Path | None) -> bool:
    if original is None or path == original:
        return False
    try:
        return path.read_bytes() == original.read_bytes()
    except OSError:
        return False  # loading it will report what is wrong


def is_helper(path: Path) -> bool:
    """Whether the name of a file says that it is no bot's: a helper, or a test."""
    return path.name.startswith(HELPERS)


def _in_folder(folder: Path) -> Iterator[Path]:
    try:
        found = sorted(path.resolve() for path in folder.glob("*.py") if path.is_file())
    except OSError as error:
        raise ConfigError(f"the folder {folder} cannot be searched for bots: {error.strerror}") from None
    for path in found:
        if not is_helper(path) and _marked(path):
            yield path


def _marked(path: Path) -> bool:
    try:
        return MARK in path.read_bytes()
    except OSError:
        return True  # loading it will report what is wrong
