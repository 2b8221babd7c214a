"""The process that has one bot loaded, from which the processes of its seats are forked. The bot's code runs in it.

With sandboxes it has none: each of its seats confines itself, and then loads its bot. In bubblewrap it begins afresh,
as `python -m wallenstein.table.processes.loader`, and plays one seat itself, through a socket on its standard input.
"""

import gc
import os
import pickle
import re
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from struct import Struct
from typing import Any, Final, NoReturn

from wallenstein.table import isolation
from wallenstein.table.conditions import Maker
from wallenstein.table.faults import error_text
from wallenstein.table.processes import seat
from wallenstein.table.processes.channel import Channel, Closed
from wallenstein.table.processes.confine import call_filter, confine, fence, filter_calls
from wallenstein.table.processes.seat import HELLO, KnownToAll, Seat

# A note is one of these bytes, then a text or numbers. The keeper does not trust it.
READY: Final = b"R"
BROKEN: Final = b"B"
ENDED: Final = b"E"
END: Final = Struct("<ii")  # of a seat's process: its number, and its exit code or minus a signal
FOLDERS: Final = re.compile(r"/(?:[^\n:]*/)?(?=[^/\n:]+\.py)")  # before the name of a file
LONGEST: Final = 4096  # bytes of a note
PRIVATE: Final = "/tmp"  # the home of a bot in a sandbox, which it cannot read
NOTHING: Final = pickle.dumps(None)
OPEN_FILES: Final = 256  # of a bot in a sandbox: what pipes hold is memory that no other limit sees
Find = Callable[[socket.socket], Maker]
known_to_all = lru_cache(maxsize=64)(KnownToAll)


def run(requests: Channel, notes: socket.socket, output: int, how: bytes, memory: int) -> NoReturn:
    """Loads the bot and forks a process for each seat that is asked for; runs in a process forked for it."""
    try:
        os.setsid()
        isolation.die_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        isolation.no_input()
        isolation.redirect_output(output)
        keep_only(requests.fileno(), notes.fileno())
        isolation.limit_memory(memory, for_good=False)
        maker = load(how, notes)
        serve(requests, notes, (lambda _: maker) if how else confined_maker, memory)
    finally:
        os._exit(0)


def keep_only(*files: int) -> None:
    before = 2
    for file in sorted(files):
        os.closerange(before + 1, file)
        before = file
    os.closerange(before + 1, os.sysconf("SC_OPEN_MAX"))


def load(how: bytes, notes: socket.socket) -> Maker:
    """The maker of bots, with its bot imported."""
    try:
        fence()
        maker = maker_of(how)
        check_no_shared_memory()
    except BaseException as error:  # an import may raise anything
        notes.send(BROKEN + why_broken(error).encode()[: LONGEST - 1])
        os._exit(1)
    notes.send(READY)
    return maker


def check_no_shared_memory() -> None:
    """Raises MemoryError if all processes forked from this one would write to the same memory, from game to game."""
    with open("/proc/self/maps") as file:
        shared = any(line.split()[1].startswith("rw-s") and line.endswith("(deleted)\n") for line in file)
    if shared:
        raise MemoryError("its file makes shared memory (mmap, multiprocessing) when it is imported; do so in `start`")


def maker_of(how: bytes) -> Maker:
    """The pickled maker of a bot, with the bot imported."""
    maker: Maker = pickle.loads(how or NOTHING)
    prepare = getattr(maker, "load", None)
    if prepare is not None:
        prepare()
    return maker


def why_broken(error: BaseException) -> str:
    """The recorded error of a bot that cannot be loaded, without the folders of this machine."""
    return FOLDERS.sub("", error_text(error).removeprefix("ConfigError: "))


def serve(requests: Channel, notes: socket.socket, find: Find, memory: int) -> None:
    import select

    waking, wake = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    poller = select.poll()
    poller.register(waking, select.POLLIN)
    poller.register(requests, select.POLLIN)
    with suppress(Closed):
        while True:
            ready = {file for file, _ in poller.poll()}
            if waking in ready:
                os.read(waking, LONGEST)
                reap(notes)
            if requests.fileno() in ready:
                table, files = requests.receive()
                fork_seat(files[0], table, find, memory)


def fork_seat(wire: int, table: bytes, find: Find, memory: int) -> None:
    """Starts a process for a seat; on failure, the table finds its connection closed."""
    made = known_to_all(table)
    gc.freeze()  # otherwise garbage collection would copy the inherited memory into each process
    with suppress(OSError):
        if not os.fork():
            seat.run(wire, made, find, memory)
    os.close(wire)


def reap(notes: socket.socket) -> None:
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                return
            with suppress(OSError):  # the keeper has enough of them
                notes.send(ENDED + END.pack(process, os.waitstatus_to_exitcode(status)), socket.MSG_DONTWAIT)


def parsed(note: bytes) -> tuple[bytes, Any]:
    """A loader's note: its kind, and a text or two numbers. It accepts any bytes."""
    kind, rest = note[:1], note[1:]
    if kind == ENDED and len(rest) == END.size:
        return kind, END.unpack(rest)
    return kind, rest.decode("utf-8", "replace")


def confined_maker(connection: socket.socket) -> Maker:
    """The maker of a bot that the table names, loaded after this process has confined itself."""
    (how, readable, memory, _), _ = Channel(connection).receive()
    os.environ["HOME"] = PRIVATE
    isolation.limit_memory(memory)
    return load_confined(connection, how, lambda: confine(readable))


def load_confined(connection: socket.socket, how: bytes, confine: Callable[[], None]) -> Maker:
    """The maker of a bot, with the bot imported in confinement; reports to the table."""
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
        confine()
        maker = maker_of(how)
    except BaseException as error:  # an import may raise anything
        connection.sendall(BROKEN + why_broken(error).encode())
        os._exit(1)
    connection.sendall(HELLO)
    return maker


def main() -> NoReturn:
    """Plays one seat in a new process in bubblewrap; standard input is its connection."""
    isolation.hide_memory()
    channel = Channel(socket.socket(fileno=os.dup(0)))
    isolation.no_input()
    isolation.redirect_output(2)
    (how, _, memory, table), _ = channel.receive()
    known: KnownToAll

    def begin() -> None:
        nonlocal known
        isolation.limit_files()
        isolation.limit_memory(memory)
        known = KnownToAll(table)
        filter_calls(call_filter())

    maker = load_confined(channel.wire, how, begin)
    try:
        Seat(channel.wire, known, maker).serve()
    except (OSError, EOFError):  # the table is gone
        os._exit(0)
    os._exit(1)


if __name__ == "__main__":
    main()
