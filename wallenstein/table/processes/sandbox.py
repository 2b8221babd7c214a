"""Sandboxes for bots of strangers: made by bubblewrap, or by Landlock and seccomp in the process itself.

Inside there are the interpreter, the package and the bot's own folder, which can only be read.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Final

from wallenstein.core.errors import WallensteinError
from wallenstein.table.conditions import Maker
from wallenstein.table.processes.confine import MACHINES, lacking
from wallenstein.table.processes.keeper_line import KeeperLine, StartOrder
from wallenstein.table.processes.loader import PRIVATE
from wallenstein.table.processes.process_bot import BotOrder, CommandSeat, ForkedSeat, SeatLine

PROGRAM: Final = "bwrap"
ALONE: Final = "wallenstein.table.processes.loader"
MOST_PROCESSES: Final = 64
EMPTY_LOADER: Final = 0  # the number of the loader that has no bot
SYSTEM: Final = (
    "usr", "bin", "sbin", "lib", "lib32", "lib64", "nix/store", "etc/ld.so.cache", "etc/localtime", "etc/alternatives",
    "etc/java-*", "etc/ssl/openssl.cnf", "proc/cpuinfo", "sys/devices/system/cpu",
)  # fmt: skip
OF_PYTHON: Final = ("bin", "lib", "lib64", "share", "pyvenv.cfg")  # of its folders, which may be a tournament's as well
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/urandom")
PROFILE: Final = """abi <abi/4.0>,
include <tunables/global>
profile bwrap /usr/bin/bwrap flags=(unconfined) {
  userns,
}"""


class NoSandbox(WallensteinError):
    """Sandboxes cannot be made here."""

    exit_code = 2


class Kind(StrEnum):
    LANDLOCK = "landlock"
    BUBBLEWRAP = "bubblewrap"


@cache
def sandbox_kind() -> Kind:
    """How sandboxes are made here: by Landlock where it is there, which is quicker. Raises NoSandbox with advice."""
    if platform.machine() not in MACHINES:
        known = " and ".join(MACHINES)
        raise NoSandbox(f'run.isolation: "sandbox" works only on {known}, not on {platform.machine()}; write "process"')
    if not (missing := lacking()):
        return Kind.LANDLOCK
    start = f'run.isolation: "sandbox" works without bubblewrap {missing}, and with it '
    if shutil.which(PROGRAM) is None:
        raise NoSandbox(
            f"{start}only if it is installed; install it (Debian and Ubuntu: apt-get install bubblewrap), "
            'or write "process"'
        )
    if subprocess.run(sandboxed(["true"], [str(path) for path in system()], "/"), capture_output=True).returncode:
        raise NoSandbox(
            f"{start}only where it may make namespaces. In a container it needs more rights; on Ubuntu, write this to "
            f"/etc/apparmor.d/bwrap and run `systemctl reload apparmor`:\n{PROFILE}\n"
            'Otherwise write "process"'
        )
    return Kind.BUBBLEWRAP


def sandboxed(words: Sequence[str], readable: Sequence[str], folder: str) -> list[str]:
    """The command inside bubblewrap, begun in a folder."""
    arguments = [
        PROGRAM, "--unshare-all", "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL",
        "--proc", "/proc", "--dir", PRIVATE, "--dir", folder,
    ]  # fmt: skip
    for device in DEVICES:
        arguments += ["--dev-bind", device, device]
    for path in readable:
        if not path.startswith("/proc/"):
            arguments += ["--ro-bind", path, path]
    return [*arguments, "--remount-ro", "/", "--chdir", folder, "--setenv", "HOME", PRIVATE, "--", *words]


@cache
def system() -> tuple[Path, ...]:
    """The files of the system, the interpreter and the package."""
    package = Path(__file__).parents[2]
    found = [path for pattern in SYSTEM for path in Path("/").glob(pattern)]
    found.append(Path(sys.executable).resolve().parent)
    found += [Path(folder) / name for folder in (sys.prefix, sys.base_prefix) for name in OF_PYTHON]
    found += [Path(entry) for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
    return tuple(
        dict.fromkeys(path for path in (*found, package, *package.parent.glob("*__mypyc*")) if os.path.exists(path))
    )


def visible(folder: Path, withheld: Path) -> Iterator[Path]:
    """A bot's own folder, or the parts of it without configurations and runs, `withheld` among them."""
    if (
        folder in (Path("/"), Path.home(), *Path.home().parents)
        or is_withheld(folder, withheld)
        or not os.access(folder, os.R_OK | os.X_OK)
    ):
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
    """Whether no bot may see it: a configuration, a run, a league, a folder that is hidden."""
    is_hidden = path.name.startswith(".") and path.is_dir()
    holds = any(os.path.exists(path / name) for name in ("manifest.jsonl", "league.json"))
    return path == withheld or path.suffix == ".toml" or is_hidden or holds or path.name.startswith("league.json")


def own_places(place: str, maker: Maker | None) -> Iterator[Path]:
    """Where a bot comes from: its folder, or its package; the file of its description may be a lie."""
    source = place.rpartition(":")[0]
    if source.endswith(".py"):
        file = Path(source).resolve()
        yield from (file, file.parent, *(folder for folder in file.parents if (folder / "__init__.py").exists()))
    elif source and (found := PathFinder.find_spec(source.partition(".")[0], [*sys.path, str(Path.cwd())])):
        yield from map(Path, found.submodule_search_locations or [found.origin or ""])
    if command := getattr(maker, "command", ()):
        files = [Path(file).resolve() for file in (*getattr(maker, "files", ()), shutil.which(command[0])) if file]
        yield from (Path(getattr(maker, "folder", "")).absolute(), *files, *(file.parent for file in files))


def readable_by(place: str, run: Path, maker: Maker | None = None) -> list[str]:
    """The files that a bot sees in its sandbox, without the runs beside this one; `maker` of a command."""
    found = [str(path) for path in system()]
    for own in sorted(set(own_places(place, maker))):
        if not any(own.is_relative_to(known) for known in found):
            found += map(str, visible(own, run.absolute().parent) if own.is_dir() else [own])
    return found


class SandboxedSeat(CommandSeat):
    """A Python bot in bubblewrap, new for each game."""

    def __init__(self, keeper: KeeperLine, bot: BotOrder, limit: float, readable: list[str]) -> None:
        words = sandboxed([sys.executable, "-m", ALONE], readable, os.getcwd())
        super().__init__(keeper, StartOrder(words, os.getcwd(), bot[2], False, None), socketed=True)
        self.bot = bot
        self.limit = limit

    def open(self) -> None:
        super().open()
        self.load(self.bot, self.limit)


def seat_line(
    keeper: KeeperLine, how: bytes, number: int, table: bytes, memory: int, limit: float, readable: list[str]
) -> SeatLine:
    """The connection to the process of a Python bot; in a sandbox, if it says what can be read there."""
    if not readable:
        return ForkedSeat(keeper, number, how, table, memory, limit)
    if sandbox_kind() is Kind.LANDLOCK:
        return ForkedSeat(keeper, EMPTY_LOADER, b"", table, memory, limit, (how, readable, memory, b""))
    return SandboxedSeat(keeper, (how, [], memory, table), limit, readable)
