"""The process that starts all processes of bots, and ends them: `python -m wallenstein.table.processes.keeper FD`.

It begins afresh, so that nothing of the tournament is in its memory, and runs no bot's code itself. Processes that
its descendants leave behind become its own children, which it kills.
"""

import os
import resource
import selectors
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from time import monotonic, sleep
from typing import Any, Final

from wallenstein.table.faults import KEPT_OUTPUT, exit_text
from wallenstein.table.isolation import adopt_orphans, die_with_parent, hide_memory, limit_files, no_input
from wallenstein.table.processes import loader as loader_process
from wallenstein.table.processes.channel import Channel, Closed, channels
from wallenstein.table.processes.confine import confine, fence
from wallenstein.table.processes.usage import BY_SIGNAL, Usage, end_grandchildren, is_ending, is_stopped

Streams = tuple[int, int, int]


def start_command(
    words: list[str], folder: str, memory: int, shielded: bool, readable: list[str] | None, streams: Streams
) -> int | str:
    """Starts a command in a session of its own: the number of its process, or the error.

    With anything `readable` it is confined to that; with None it is a sandbox, which makes its own restrictions.
    """
    import subprocess  # not before: it loads threads, for which every fork would pay

    def prepare() -> None:
        if shielded:
            shield()
        die_with_parent()
        limit_files()
        with suppress(OSError, ValueError):  # of written memory; node only reserves much more
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        if readable:
            os.environ["HOME"] = loader_process.PRIVATE
            confine(readable, command=True)
        elif readable is not None:
            fence()

    try:
        process = subprocess.Popen(
            words, 0, None, *streams, prepare, cwd=folder, restore_signals=False, start_new_session=True
        )
    except OSError as error:
        return f"the command {words[0]} cannot be started: {error.strerror}"
    process.returncode = 0  # so that only the keeper asks how it has ended
    return process.pid


def shield() -> None:
    """Goes on in a child, so that a bot that kills its parent does not kill the keeper.

    The parent keeps only standard input open, and passes on the child's exit code, as a sandbox does.
    """
    die_with_parent()
    if child := os.fork():
        os.closerange(1, os.sysconf("SC_OPEN_MAX"))
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if code >= 0 else BY_SIGNAL - code)
    os.setsid()


LOOK: Final = 0.1  # seconds between two looks at a bot that is being loaded
MOMENT: Final = 0.01  # seconds between two looks at a process that may be ending
CLOSING: Final = 1.0  # seconds between the end of a connection and that of its process
PATIENCE: Final = 10.0  # seconds until it is known how a process has ended


class Loader:
    """A process that has a bot loaded, as the keeper sees it."""

    def __init__(self, how: bytes, memory: int, limit: float, output: socket.socket) -> None:
        self.requests, requests = channels()
        self.notes, notes = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.limit = limit
        self.ready = False
        self.broken = ""  # the error if it could not be loaded
        self.ends: dict[int, int] = {}  # the same of its seats' processes, as it reports them: any numbers
        self.process = os.fork()
        if not self.process:
            loader_process.run(requests, notes, output.fileno(), how, memory)
        requests.close()
        notes.close()
        self.requests.wire.setblocking(False)
        self.notes.setblocking(False)
        self.usage = Usage(self.process)

    def listen(self) -> None:
        with suppress(OSError):
            while note := self.notes.recv(loader_process.LONGEST):
                kind, content = loader_process.parsed(note)
                if kind == loader_process.READY:
                    self.ready = True
                elif kind == loader_process.BROKEN and not self.ready:
                    self.broken = content
                elif kind == loader_process.ENDED:
                    if len(self.ends) > 64:
                        self.ends.clear()
                    self.ends[content[0]] = content[1]

    def is_overdue(self) -> bool:
        """Whether it has exceeded its time to load or to start a seat, or has been stopped."""
        return is_stopped(self.process) or bool(self.limit and self.usage.look() > self.limit)

    def close(self) -> None:
        """Kills it; its seats' processes end with it."""
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        self.requests.close()
        self.notes.close()


class Keeper:
    """Serves the process that plays games, and the worker that has started it."""

    def __init__(self, control: Channel) -> None:
        self.control = control
        self.client: Channel | None = None
        self.loaders: dict[int, Loader] = {}
        self.commands: set[int] = set()
        self.ends: dict[int, int] = {}  # exit codes, or minus signals, of processes that have ended
        self.output = bytearray()
        self.hearing, self.writing = socket.socketpair()  # the output of bots, which they cannot read back
        self.hearing.setblocking(False)
        self.writing.shutdown(socket.SHUT_RD)
        self.selector = selectors.DefaultSelector()
        self.selector.register(control, selectors.EVENT_READ, self.new_client)
        self.selector.register(self.hearing, selectors.EVENT_READ, self.hear)
        self.answers: Final[dict[str, Callable[..., Any]]] = {
            "load": self.load, "fork": self.fork, "command": self.command, "ended": self.how_ended,
            "alive": self.is_alive, "drop": self.drop, "clear": self.clear, "output": self.take_output,
        }  # fmt: skip

    def run(self) -> None:
        """Until the worker closes its connection."""
        with suppress(Closed):
            while True:
                for key, _ in self.selector.select(1.0):
                    key.data()
                self.reap()

    def end(self) -> None:
        self.clear()
        for one in self.loaders.values():
            one.close()
            with suppress(ChildProcessError):
                os.waitpid(one.process, 0)
        self.loaders.clear()
        self.clear()

    def new_client(self) -> None:
        """Another process that plays games, in place of the one before."""
        _, files = self.control.receive()
        self.drop_client()
        self.client = Channel(socket.socket(fileno=files[0]))
        self.selector.register(self.client, selectors.EVENT_READ, self.serve)

    def drop_client(self) -> None:
        """Ends the seats of the process that played, because it has ended."""
        if self.client is not None:
            self.selector.unregister(self.client)
            self.client.close()
            self.client = None
        self.clear()

    def serve(self) -> None:
        assert self.client is not None
        try:
            (name, *arguments), files = self.client.receive()
            try:
                answer = self.answers[name](*arguments, *files)
            finally:
                for file in files:
                    os.close(file)
            if name != "fork":
                self.client.send(answer)
        except Closed:
            self.drop_client()

    def hear(self) -> None:
        """Reads the output of bots, and keeps only its beginning."""
        with suppress(BlockingIOError):
            heard = self.hearing.recv(1 << 16)
            if not heard:
                raise Closed  # a bot has shut it down, and others that write would be at fault
            self.output += heard[: max(0, KEPT_OUTPUT - len(self.output))]

    # requests

    def load(self, number: int, how: bytes, memory: int, limit: float) -> str:
        one = self.loaders.get(number)
        if one is not None and not self.is_alive(number):
            one.close()
            one = None
        if one is None:
            one = self.loaders[number] = Loader(how, memory, limit, self.writing)
        while not one.ready:
            self.reap()
            one.listen()
            if one.broken:
                return one.broken
            if one.ready:
                break
            if one.process in self.ends:
                del self.loaders[number]
                return f"while it was loaded, its process {exit_text(self.ends[one.process])}"
            if one.is_overdue():
                one.close()
                del self.loaders[number]
                return f"it was not loaded within {limit:g} seconds"
            self.wait_for(one.notes)
        return ""

    def wait_for(self, wire: Channel | socket.socket) -> None:
        """Waits a moment, or for something to read; reads output meanwhile. Raises Closed without a worker."""
        with selectors.DefaultSelector() as selector:  # `select` knows no files from 1024 on
            for each in {wire, self.hearing, self.control}:
                selector.register(each, selectors.EVENT_READ)
            ready = [key.fileobj for key, _ in selector.select(LOOK)]
        if self.control in ready:
            raise Closed  # silent while a game is played
        if self.hearing in ready:
            self.hear()

    def fork(self, number: int, table: bytes, wire: int) -> None:
        """Starts a process for a seat; on any error, the client finds its connection closed."""
        one = self.loaders.get(number)
        if one is not None:
            try:
                one.requests.send(table, [wire])
                one.usage.answered()  # its time to start the seat begins
                one.usage.ask()
            except Closed:  # it has ended, or does not read
                one.close()
                del self.loaders[number]

    def command(
        self, words: list[str], folder: str, memory: int, shielded: bool, readable: list[str] | None, *files: int
    ) -> int | str:
        reading, writing = files
        streams = reading, writing, self.writing.fileno()
        started = start_command(words, folder, memory, shielded, readable, streams)
        if isinstance(started, int):
            self.commands.add(started)
        return started

    def how_ended(self, number: int, process: int, started: int) -> int | str:
        """The exit code, or minus a signal, of a command, or of a seat of that loader; kills it if it has not ended.

        A sandbox, the process that was `started`, ends like the one inside.
        """
        one = self.loaders.get(number)
        given_up = monotonic() + CLOSING
        while not is_ending(process) and monotonic() < given_up:  # it may be about to end
            sleep(MOMENT)
        if not is_ending(process):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            return "it closed its connection"
        given_up = monotonic() + PATIENCE
        while True:
            gone = one is not None and one.process in self.ends and not os.path.exists(f"/proc/{process}")
            self.reap()
            if one is not None:
                one.listen()
            code = self.ends.get(started, one.ends.get(process) if one is not None else None)
            if code is not None:
                return BY_SIGNAL - code if started != process and code > BY_SIGNAL else code
            if gone or monotonic() > given_up:
                return "its process ended"
            self.wait_for(one.notes if one is not None else self.control)

    def is_alive(self, number: int, starting: bool = False) -> bool:
        """Whether a bot's loader is alive; it is killed if it is stopped, or takes too long to start a seat."""
        self.reap()
        one = self.loaders.get(number)
        if one is None or one.process in self.ends:
            return False
        if is_stopped(one.process) or (starting and one.is_overdue()):
            one.close()
            return False
        return True

    def drop(self, number: int) -> None:
        if one := self.loaders.pop(number, None):
            one.close()

    def clear(self, kept: Sequence[int] = ()) -> bool:
        """Kills the remains of a game: seats, commands that are not kept, and their descendants."""
        loaders = {one.process for one in self.loaders.values()}
        self.commands &= set(kept)
        end_grandchildren(os.getpid(), loaders, self.commands)
        keep = loaders | self.commands
        self.ends = {process: code for process, code in self.ends.items() if process in keep}
        return True

    def take_output(self) -> bytes:
        self.hear()
        output = bytes(self.output)
        self.output.clear()
        return output

    def reap(self) -> None:
        with suppress(ChildProcessError):
            while True:
                process, status = os.waitpid(-1, os.WNOHANG)
                if not process:
                    return
                self.ends[process] = os.waitstatus_to_exitcode(status)


def main() -> None:
    """Serves the connection that the command line names; imports modules first, for all loaders."""
    descriptor, *modules = sys.argv[1:]
    os.setsid()
    hide_memory()
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    no_input()
    for module in modules:
        import_module(module)
    os.set_inheritable(int(descriptor), False)  # no command may inherit it
    keeper = Keeper(Channel(socket.socket(fileno=int(descriptor))))
    try:
        keeper.run()
    finally:
        keeper.end()
        os._exit(0)


if __name__ == "__main__":
    main()
