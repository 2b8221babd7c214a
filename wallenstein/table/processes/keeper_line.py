"""The keeper as seen by the processes of a tournament: a worker starts it, and the process that plays asks it."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

from wallenstein.table.isolation import continue_without_parent
from wallenstein.table.processes.channel import Channel, Closed, channels
from wallenstein.table.processes.confine import landlock_version
from wallenstein.table.processes.usage import MOMENT, has_ended, is_stopped

MODULE: Final = "wallenstein.table.processes.keeper"
GRACE: Final = 2.0  # seconds for the keeper to end all processes
# What programs need to run, and nothing that may be a key; a command that needs more can begin with `env NAME=value`.
PASSED_ON: Final = re.compile(
    r"PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|TMPDIR|LANG|LANGUAGE|LC_\w+|LD_LIBRARY_PATH|VIRTUAL_ENV|CONDA_PREFIX"
    r"|PYTHON(PATH|HOME|HASHSEED|UTF8|IOENCODING|OPTIMIZE|WARNINGS|DONTWRITEBYTECODE)|WALLENSTEIN_\w+"
    r"|\w+_NUM_THREADS|CUDA_VISIBLE_DEVICES|JAVA_HOME|GOROOT|NODE_PATH|DOTNET_ROOT"
)


class KeeperProcess:
    """The worker's side: it starts the keeper, and another one if that is killed."""

    def __init__(self, modules: Sequence[str] = (), **environment: str) -> None:
        """`modules` are imported once, for all bots; `environment` is added to that of this process."""
        self.modules: Final = tuple(modules)
        self.environment: Final = environment
        self.process: subprocess.Popen[bytes] | None = None
        self.control: Channel | None = None

    def connection(self) -> "KeeperLine":
        """A new connection for a process that plays; processes of the one before are ended."""
        ours, theirs = socket.socketpair()
        try:
            if self.control is None:
                raise Closed
            self.control.send("client", [theirs.fileno()])
        except Closed:
            self.stop()
            self.started().send("client", [theirs.fileno()])
        finally:
            theirs.close()
        return KeeperLine(ours)

    def started(self) -> Channel:
        self.control, theirs = channels()
        path = os.pathsep.join(filter(None, sys.path))
        with closing(theirs), hidden_interpreter() as copy:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", MODULE, str(theirs.fileno()), *self.modules],
                executable=f"/proc/self/fd/{copy}" if copy else None,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno(), *([copy] if copy else [])],
                preexec_fn=continue_without_parent,  # so that it ends even if it was stopped
                env=passed_on({**os.environ, **self.environment, "PYTHONPATH": path}),
            )
        return self.control

    def is_stuck(self) -> bool:
        """Whether a signal has stopped the keeper, so that it would never answer."""
        return self.process is not None and is_stopped(self.process.pid)

    def stop(self) -> None:
        """Ends the keeper, which ends everything that it has started."""
        if self.control is not None:
            self.control.close()
            self.control = None
        if self.process is not None:
            if self.is_stuck():
                self.process.send_signal(signal.SIGCONT)
            given_up = monotonic() + GRACE
            while not has_ended(self.process.pid) and monotonic() < given_up:
                sleep(MOMENT)
            with suppress(ProcessLookupError):  # with those that it has just forked, which do not yet end with it
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def hidden_interpreter() -> Iterator[int]:
    """A copy of the interpreter that can be run but not read: the system hides its memory from the first moment on.

    0 where Landlock keeps bots from all memory, or where a copy does not run, as it may not find its libraries.
    """
    copy, runs = 0, False
    with suppress(OSError, AttributeError):
        if not landlock_version():
            with open(os.memfd_create("python"), "wb") as file:
                file.write(Path(sys.executable).resolve().read_bytes())
                file.flush()
                copy = os.open(f"/proc/self/fd/{file.fileno()}", os.O_PATH)
                os.fchmod(file.fileno(), 0o111)
            trial, nowhere = [sys.executable, "-c", ""], subprocess.DEVNULL
            done = subprocess.run(trial, executable=f"/proc/self/fd/{copy}", pass_fds=[copy], stderr=nowhere)
            runs = done.returncode == 0
    try:
        yield copy if runs else 0
    finally:
        if copy:
            os.close(copy)


def passed_on(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment as bots may see it."""
    return {name: value for name, value in environment.items() if PASSED_ON.fullmatch(name)}


@contextmanager
def own_keeper(**environment: str) -> Iterator["KeeperLine"]:
    """A keeper for one purpose; all its processes end with the context."""
    process = KeeperProcess(**environment)
    try:
        with closing(process.connection()) as keeper:
            yield keeper
    finally:
        process.stop()


class StartOrder(NamedTuple):
    """A command to start, in its folder, with a limit of memory.

    It is `shielded` if it must not be able to kill the keeper by its parent's number. With anything `readable` it is
    confined to that; with None it is a sandbox, which makes its own restrictions.
    """

    words: list[str]
    folder: str
    memory: int
    shielded: bool
    readable: list[str] | None


class KeeperLine(Channel):
    """The side of the process that plays: asks the keeper for processes."""

    def __init__(self, wire: socket.socket) -> None:
        super().__init__(wire)
        self.loaded: Final[set[int]] = set()  # numbers of earlier loaders

    def load(self, number: int, how: bytes, memory: int, limit: float) -> str:
        """Loads a bot unless it is loaded; returns the error, empty if there is none."""
        if number in self.loaded:
            return ""
        broken = str(self.ask("load", number, how, memory, limit))
        if not broken:
            self.loaded.add(number)
        return broken

    def drop(self, number: int) -> None:
        """Has a bot loaded anew: its loader may be ending, which the keeper need not know yet."""
        self.loaded.discard(number)
        self.ask("drop", number)

    def exit_code(self, number: int, process: int, started: int) -> int | str:
        """Of a process, which runs inside the one that was started, if it is another one.

        It is minus a signal, or a sentence for an unknown end.
        """
        answer: int | str = self.ask("ended", number, process, started)
        return answer

    def clear(self, kept: Sequence[int] = ()) -> None:
        """Ends all processes of a game but these commands."""
        self.ask("clear", list(kept))

    def take_output(self) -> bytes:
        answer: bytes = self.ask("output")
        return answer

    def ask(self, *request: object, files: Sequence[int] = ()) -> Any:
        self.send(request, files)
        answer, _ = self.receive()
        return answer
