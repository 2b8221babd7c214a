"""Sandboxes for bots of strangers: made by bubblewrap, or by Landlock and seccomp in the process itself.

Inside there are the interpreter, the package and the bot's own folder, which can only be read.
"""

import marshal
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from time import sleep
from typing import Final

from wallenstein.core.errors import WallensteinError
from wallenstein.table.clock import TICK
from wallenstein.table.conditions import Maker
from wallenstein.table.processes.channel import framed
from wallenstein.table.processes.confine import lacking
from wallenstein.table.processes.keeper_line import KeeperLine
from wallenstein.table.processes.loader import PRIVATE
from wallenstein.table.processes.process_bot import NOBODY, CommandSeat, Ended, ForkedSeat, SeatLine
from wallenstein.table.processes.seat import HELLO
from wallenstein.table.processes.usage import children, is_ending

PROGRAM: Final = "bwrap"
ALONE: Final = "wallenstein.table.processes.loader"
MOST_PROCESSES: Final = 64
LOOK: Final = int(1000 * TICK)
EMPTY_LOADER: Final = 0  # the number of the loader that has no bot
SYSTEM: Final = (
    "usr", "bin", "sbin", "lib", "lib32", "lib64", "nix/store", "etc/ld.so.cache", "etc/localtime", "etc/alternatives",
    "etc/java-*", "etc/ssl/openssl.cnf", "proc/cpuinfo", "sys/devices/system/cpu",
)  # fmt: skip
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/urandom")
PROFILE: Final = """abi <abi/4.0>,
include <tunables/global>
profile bwrap /usr/bin/bwrap flags=(unconfined) {
  userns,
}"""


Order = tuple[bytes, list[str], int, bytes]  # the pickled maker, what can be read, memory, the common knowledge


class NoSandbox(WallensteinError):
    """Sandboxes cannot be made here."""

    exit_code = 2


class Kind(StrEnum):
    LANDLOCK = "landlock"
    BUBBLEWRAP = "bubblewrap"


@cache
def sandbox_kind() -> Kind:
    """How sandboxes are made here: by Landlock where it is there, which is quicker. Raises NoSandbox with advice."""
    missing = lacking()
    if not missing:
        return Kind.LANDLOCK
    start = f'run.isolation: "sandbox" works without bubblewrap {missing}, and with it '
    if shutil.which(PROGRAM) is None:
        raise NoSandbox(
            f"{start}only if it is installed; install it (Debian and Ubuntu: apt-get install bubblewrap), "
            'or write "process"'
        )
    if subprocess.run(sandboxed(["true"], (), Path("/")), capture_output=True).returncode:
        raise NoSandbox(
            f"{start}only where it may make namespaces. In a container it needs more rights; on Ubuntu, write this to "
            f"/etc/apparmor.d/bwrap and run `systemctl reload apparmor`:\n{PROFILE}\n"
            'Otherwise write "process"'
        )
    return Kind.BUBBLEWRAP


def sandboxed(words: Sequence[str], seen: Sequence[Path], folder: Path) -> list[str]:
    """The command inside bubblewrap, begun in a folder; it sees the interpreter, the package, and those of `seen`."""
    arguments = [
        PROGRAM, "--unshare-all", "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL",
        "--proc", "/proc", "--dir", PRIVATE, "--dir", str(folder),
    ]  # fmt: skip
    for device in DEVICES:
        arguments += ["--dev-bind", device, device]
    for path in dict.fromkeys((*system(), *seen)):
        if not path.is_relative_to("/proc"):
            arguments += ["--ro-bind", str(path), str(path)]
    return [*arguments, "--remount-ro", "/", "--chdir", str(folder), "--setenv", "HOME", PRIVATE, "--", *words]


@cache
def system() -> tuple[Path, ...]:
    """The files of the system, the interpreter and the package."""
    package = Path(__file__).parents[2]
    found = [path for pattern in SYSTEM for path in Path("/").glob(pattern)]
    found += [Path(sys.executable).resolve().parent, Path(sys.prefix), Path(sys.base_prefix)]
    found += [Path(entry) for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
    return tuple(dict.fromkeys(path for path in (*found, package, *package.parent.glob("*__mypyc*")) if path.exists()))


def visible(folder: Path, withheld: Path) -> Iterator[Path]:
    """A bot's own folder, or the parts of it without configurations and runs, `withheld` among them."""
    if folder in (Path("/"), Path.home(), *Path.home().parents) or is_withheld(folder, withheld):
        return
    parts: list[Path] = []
    whole = True
    for entry in sorted(folder.iterdir()):
        if is_withheld(entry, withheld):
            whole = False
        elif entry.is_symlink() or not entry.is_dir():
            parts += [] if entry.is_symlink() else [entry]
        else:
            inside = list(visible(entry, withheld))
            whole = whole and inside == [entry]
            parts += inside
    yield from [folder] if whole else parts


def is_withheld(path: Path, withheld: Path) -> bool:
    """Whether no bot may see it: a configuration, a run, a folder that is hidden."""
    is_hidden = path.name.startswith(".") and path.is_dir()
    return path == withheld or path.suffix == ".toml" or is_hidden or (path / "manifest.jsonl").exists()


def own_folders(maker: Maker) -> Iterator[Path]:
    """The folders that a bot comes from."""
    source = str(getattr(maker, "place", "")).rpartition(":")[0]
    files = [Path(file) for file in getattr(maker, "files", ())]
    if source.endswith(".py"):
        files.append(Path(source))
    elif source and (found := PathFinder.find_spec(source.partition(".")[0], [*sys.path, str(Path.cwd())])):
        yield from map(Path, found.submodule_search_locations or [])
    if folder := getattr(maker, "folder", ""):
        yield Path(folder)
    for command in getattr(maker, "command", ())[:1]:
        files += [Path(program).resolve() for program in [shutil.which(command, path=None)] if program]
    yield from (file.resolve().parent for file in files)


def seen_by(maker: Maker, run: Path) -> list[Path]:
    """What a bot sees beside the system, sorted; never anything of runs where this one is."""
    withheld = run.absolute().parent
    folders = {folder.absolute() for folder in own_folders(maker)}
    packaged = system()
    return sorted(
        {
            path
            for folder in folders
            if not any(folder.is_relative_to(known) for known in packaged)
            for path in visible(folder, withheld)
        }
        | {Path(file).resolve() for file in getattr(maker, "files", ())}
    )


class SandboxedLine(CommandSeat):
    """A command in a sandbox."""

    def open(self) -> None:
        """Starts the sandbox; only the time inside it counts, not the time that it waits."""
        if self.process == NOBODY:
            self.readable = None
            super().open()
            while not (inside := children(self.started)):
                if is_ending(self.started):
                    return
                sleep(0.001)
            self.belongs_to(inside[0])


class SandboxedSeat(SandboxedLine):
    """A Python bot in bubblewrap, new for each game."""

    def __init__(
        self, keeper: KeeperLine, how: bytes, table: bytes, memory: int, limit: float, seen: Sequence[Path]
    ) -> None:
        folder = Path.cwd()
        words = sandboxed([sys.executable, "-m", ALONE], seen, folder)
        super().__init__(keeper, words, str(folder), memory, socketed=True)
        self.order: Order = how, [], memory, table
        self.limit = limit

    def open(self) -> None:
        super().open()
        load_inside(self, self.order, self.limit)


class ConfinedSeat(ForkedSeat):
    """A Python bot in a process that confines itself before it loads the bot, new for each game."""

    def __init__(
        self, keeper: KeeperLine, how: bytes, table: bytes, memory: int, limit: float, seen: Sequence[Path]
    ) -> None:
        super().__init__(keeper, EMPTY_LOADER, b"", table, memory, limit)
        self.order: Order = how, [str(path) for path in (*system(), *seen)], memory, b""
        self.limit = limit

    def open(self) -> None:
        super().open()
        load_inside(self, self.order, self.limit)


def load_inside(line: SeatLine, order: Order, limit: float) -> None:
    """Sends the bot, and waits until it is loaded."""
    line.write(framed(marshal.dumps(order)))
    while not line.has_more(LOOK):
        if limit and line.usage.look() > limit:
            raise Ended(f"it was not loaded within {limit:g} seconds")
    said = line.read()
    if said[:1] != HELLO:
        raise Ended(said[1:2000].decode("utf-8", "replace") or "its process could not be started")
    line.usage.answered()
