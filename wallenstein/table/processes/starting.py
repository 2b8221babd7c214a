"""Starts a command whose standard input and output are the table's, in a session of its own."""

import os
import resource
from contextlib import suppress
from typing import Final

from wallenstein.table.isolation import die_with_parent, limit_files

FAILED: Final = 127


def start_command(words: list[str], folder: str, memory: int, streams: tuple[int, int, int]) -> int | str:
    """The number of the process, or why the command cannot be started."""
    hearing, telling = os.pipe()  # closed by the system when the command has begun
    process = os.fork()
    if not process:
        os.close(hearing)
        become(words, folder, memory, streams, telling)
    os.close(telling)
    error = os.read(hearing, 1000).decode("utf-8", "replace")
    os.close(hearing)
    return f"the command {words[0]} cannot be started: {error}" if error else process


def become(words: list[str], folder: str, memory: int, streams: tuple[int, int, int], telling: int) -> None:
    """Turns this process into the command."""
    try:
        os.setsid()
        die_with_parent()
        limit_files()
        with suppress(OSError, ValueError):  # of what it writes to; what it only reserves, as node does, is no matter
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.chdir(folder)
        os.execvp(words[0], words)
    except OSError as error:
        os.write(telling, str(error.strerror).encode())
    finally:
        os._exit(FAILED)
