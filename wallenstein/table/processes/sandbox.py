"""Seats in sandboxes, made by bubblewrap: no network, no sight of other processes, nothing that can be written."""

import marshal
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from wallenstein.core.errors import WallensteinError
from wallenstein.table.clock import TICK
from wallenstein.table.processes.keeper_line import KeeperLine
from wallenstein.table.processes.lines import CommandSeat, Ended, Line, inner_process
from wallenstein.table.processes.seat import HELLO

PROGRAM: Final = "bwrap"
ALONE: Final = "wallenstein.table.processes.alone"
PRIVATE: Final = "/tmp"
SCRATCH: Final = 64_000_000  # bytes of the private folder for temporary files
MOST_PROCESSES: Final = 64
LOOK: Final = int(1000 * TICK)


class NoSandbox(WallensteinError):
    """Sandboxes cannot be made here."""

    exit_code = 2


def sandboxed(words: Sequence[str], hidden: Path, folder: Path, seen: Sequence[Path] = ()) -> list[str]:
    """The command inside a sandbox that hides a folder, begins in another one, and sees those of `seen` anyway."""
    arguments = [
        PROGRAM, "--unshare-all", "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL",
        "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
        "--size", str(SCRATCH), "--tmpfs", "/dev/shm", "--remount-ro", "/dev",
        "--size", str(SCRATCH), "--tmpfs", PRIVATE,
    ]  # fmt: skip
    hidden = hidden.absolute()
    for path in dict.fromkeys(needed(seen, folder)):
        arguments += ["--ro-bind", str(path), str(path)]
    if hidden.is_dir():
        arguments += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    return [*arguments, "--chdir", str(folder), "--setenv", "HOME", PRIVATE, "--", *words]


def needed(seen: Sequence[Path], folder: Path) -> Iterator[Path]:
    """The folders that the private one would hide, although the command needs them."""
    own = [Path(entry) for entry in sys.path if entry]
    for path in (folder, *own, *seen, Path(sys.executable).parent, Path(sys.prefix)):
        whole = path.absolute()
        if whole.is_relative_to(PRIVATE) and whole.exists() and whole != Path(PRIVATE):
            yield whole


def check_sandbox() -> None:
    """Raises NoSandbox, with what to do, if sandboxes cannot be made here."""
    if shutil.which(PROGRAM) is None:
        raise NoSandbox(
            'run.isolation: "sandbox" needs bubblewrap, which is not installed; install it '
            '(Debian and Ubuntu: apt-get install bubblewrap), or write "process"'
        )
    tried = subprocess.run(sandboxed(["true"], Path("/nowhere"), Path("/")), capture_output=True)
    if tried.returncode:
        raise NoSandbox(
            'run.isolation: "sandbox" cannot be used here: bubblewrap is installed, but the system does not let it '
            'make namespaces (in a container it may need more rights); write "process" instead'
        )


class SandboxedSeat:
    """A Python bot in a sandbox of its own, new for each game."""

    def __init__(
        self, keeper: KeeperLine, how: bytes, table: bytes, memory: int, limit: float, hidden: Path, folder: Path
    ) -> None:
        words = sandboxed([sys.executable, "-m", ALONE], hidden, folder)
        self.seat = CommandSeat(keeper, words, str(folder), memory)
        self.order = marshal.dumps((how, table, memory, MOST_PROCESSES))
        self.limit = limit

    def open(self) -> Line:
        """Starts the sandbox, sends what the bot needs, and waits until it is loaded."""
        line = self.seat.open()
        outer = line.process
        line.write(len(self.order).to_bytes(4, "little") + self.order)
        while not line.has_more(LOOK):
            if self.limit and line.usage.look() > self.limit:
                line.close()
                raise Ended(f"it was not loaded within {self.limit:g} seconds")
        said = line.read()
        if said[:1] != HELLO:
            line.close()
            raise Ended(said[1:2000].decode("utf-8", "replace") or "its process could not be started")
        line.belongs_to(inner_process(outer))
        return line

    def close(self) -> None:
        """Nothing is open but the line."""
