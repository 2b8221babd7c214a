"""Confines this process for good: Landlock restricts its files, seccomp its system calls. Neither needs rights of root.

A program that is confined has no network, starts nothing that outlives it, and can write to no file.
"""

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from struct import pack
from typing import Final

_LIBC: Final = ctypes.CDLL(None, use_errno=True)
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same for every kind of processor
VERSION: Final = 1  # asks for the version of Landlock instead
PATH_BENEATH: Final = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, MAKE_BLOCK = 1, 2, 4, 8, 1 << 11
FILE_RIGHTS: Final = ((1, 13), (2, 14), (3, 15), (5, 16))  # from which version on how many bits are known
CONNECT_AND_BIND: Final = 3  # of TCP, from version 4 on
SCOPED: Final = 3  # abstract sockets and signals reach only processes with the same restrictions
SCOPES: Final = 6  # from this version on
NO_NEW_PRIVILEGES, SET_SECCOMP, GET_SECCOMP, FILTER = 38, 22, 21, 2
CAPABILITIES: Final = 0x20080522  # the version of their numbers

# what a program may ask the system for: the numbers on x86_64 and aarch64, where it has one; with * only a command may
CALLS: Final = Path(__file__).with_name("calls.txt").read_text(encoding="utf-8").splitlines()
CLONE3, NEWEST = 435, 462  # numbers from the second on are of later kernels, and programs can do without them
IOCTLS: Final = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # is it a terminal; what waits; blocking; inheritance
FCNTLS: Final = (0, 1, 2, 3, 4, 1030)  # copies, flags: no locks, no leases, no sizes of pipes
PRCTLS: Final = (3, 15, 16, 21, 23, 29, 30, 38, 39, 0x53564D41)  # names, and what only tells; no life without parent
THREAD: Final = 0x10000
NAMESPACES: Final = 0x7E020000
TRUNCATE: Final = 0o1000


MACHINES: Final = {"x86_64": (1, 0xC000003E), "aarch64": (2, 0xC00000B7)}  # column of the table, name for seccomp
LOAD, RETURN, EQUAL, AT_LEAST, ANY_BIT = 0x20, 0x06, 0x15, 0x35, 0x45
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
X32: Final = 0x40000000  # numbers of another interface of x86_64


def step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return pack("HBBI", code, if_true, if_false, value)


def only(argument: int, values: Sequence[int]) -> bytes:
    """Allows a call only with one of these values."""
    tests = b"".join(step(EQUAL, value, 0, 1) + step(RETURN, ALLOW) for value in values)
    return step(LOAD, 16 + 8 * argument) + tests + step(RETURN, REFUSE | errno.EPERM)


def without(argument: int, bits: int) -> bytes:
    test = step(ANY_BIT, bits, 0, 1) + step(RETURN, REFUSE | errno.EPERM) + step(RETURN, ALLOW)
    return step(LOAD, 16 + 8 * argument) + test


def checks(process: int, command: bool, version: int) -> Mapping[str, bytes]:
    """The allowed uses of calls, if not all."""
    thread = step(LOAD, 16) + step(ANY_BIT, THREAD, 0, 1) + step(RETURN, ALLOW) + step(RETURN, REFUSE | errno.EAGAIN)
    own = {} if command and version >= SCOPES else {"kill": only(0, [process]), "tgkill": only(0, [process])}
    truncating = {} if version >= 3 else {"open": without(1, TRUNCATE), "openat": without(2, TRUNCATE)}
    return {
        "ioctl": only(1, IOCTLS), "fcntl": only(1, FCNTLS), "prlimit64": only(0, [0, process]),
        "sched_setaffinity": only(0, [0]),
        "prctl": only(0, PRCTLS), "clone": without(0, NAMESPACES) if command else thread, **own, **truncating,
    }  # fmt: skip


def call_filter(command: bool = False, version: int = SCOPES) -> bytes:
    """The filter for this process, which refuses all that is not allowed, with this version of Landlock."""
    column, audit = MACHINES[platform.machine()]
    special = checks(os.getpid(), command, version)
    steps = step(LOAD, 4) + step(EQUAL, audit, 1, 0) + step(RETURN, KILL) + step(LOAD, 0)
    steps += step(AT_LEAST, X32, 0, 1) + step(RETURN, KILL)
    for test in (step(EQUAL, CLONE3, 0, 1), step(AT_LEAST, NEWEST, 0, 1)):
        steps += test + step(RETURN, REFUSE | errno.ENOSYS)
    for line in CALLS:
        fields = line.split()
        name = fields[0].rstrip("*")
        if fields[column] == "-" or (name != fields[0] and not command):
            continue
        body = special.get(name, step(RETURN, ALLOW))
        steps += step(EQUAL, int(fields[column]), 0, len(body) // 8) + body
    return steps + step(RETURN, REFUSE | errno.EPERM)


@cache
def landlock_version() -> int:
    """The version of Landlock here; 0 without it."""
    found: int = _LIBC.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)
    return max(0, found)


def lacking() -> str:
    """Why no process can confine itself here; empty if it can."""
    if not landlock_version():
        return "only with Landlock, which this system's kernel does not have or has switched off"
    return "" if _LIBC.prctl(GET_SECCOMP) in (0, FILTER) else "only with seccomp"


def check(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def fence() -> None:
    """Keeps this process and its later ones from the memory of all others, and from signals to them where possible.

    That takes any restriction of Landlock, and does nothing without it.
    """
    if (version := landlock_version()) and _LIBC.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0:
        restrict(MAKE_BLOCK, 0, SCOPED if version >= SCOPES else 0, {})


def restrict(files: int, network: int, scoped: int, allowed: Mapping[str, int]) -> None:
    """Refuses these rights, except those that are allowed to paths."""
    ruleset = check(_LIBC.syscall(CREATE_RULESET, pack("QQQ", files, network, scoped), ctypes.c_size_t(24), 0))
    for path, rights in allowed.items():
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # there is none
            continue
        if not os.path.isdir(path):
            rights &= ~READ_DIR
        check(_LIBC.syscall(ADD_RULE, ruleset, PATH_BENEATH, pack("=Qi", rights & files, place), 0))
        os.close(place)
    check(_LIBC.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def confine(readable: Sequence[str], command: bool = False) -> None:
    """Leaves this process only what it can read, and harmless system calls. A command can run what it can read."""
    if not command:  # later it may not list the folders from which it imports: of some it can read only parts
        PathFinder.find_spec(".", [*sys.path, *dict.fromkeys(os.path.dirname(path) for path in readable)])
    version = landlock_version()
    files = (1 << max(bits for since, bits in FILE_RIGHTS if version >= since)) - 1
    rights = READ_FILE | READ_DIR | (EXECUTE if command else 0)
    allowed = dict.fromkeys((*readable, f"/proc/{os.getpid()}"), rights)
    allowed |= {os.devnull: READ_FILE | WRITE_FILE, "/dev/zero": READ_FILE, "/dev/urandom": READ_FILE}
    check(_LIBC.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    check(_LIBC.capset(pack("Ii", CAPABILITIES, 0), bytes(24)))
    restrict(files, CONNECT_AND_BIND if version >= 4 else 0, SCOPED if version >= SCOPES else 0, allowed)
    filter_calls(call_filter(command, version))


def filter_calls(steps: bytes) -> None:
    kept = ctypes.create_string_buffer(steps, len(steps))
    program = ctypes.create_string_buffer(pack("HxxxxxxP", len(steps) // 8, ctypes.addressof(kept)))
    check(_LIBC.prctl(SET_SECCOMP, FILTER, program, 0, 0))
