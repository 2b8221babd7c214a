"""Confines this process for good: Landlock restricts its files, seccomp its system calls. Neither needs rights of root.

A program that is confined has no network, starts nothing that outlives it, and can write to no file.
"""

import ctypes
import errno
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
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
CALLS: Final = """
read 0 63, write 1 64, open 2 -, close 3 57, stat 4 -, fstat 5 80, lstat 6 -, poll 7 -, lseek 8 62, mmap 9 222,
mprotect 10 226, munmap 11 215, brk 12 214, rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139,
ioctl 16 29, pread64 17 67, pwrite64 18 68, readv 19 65, writev 20 66, access 21 -, pipe 22 -, select 23 -,
sched_yield 24 124, mremap 25 216, madvise 28 233, dup 32 23, dup2 33 -, pause 34 -, nanosleep 35 101, getitimer 36 102,
alarm 37 -, setitimer 38 103, getpid 39 172, sendto 44 206, recvfrom 45 207, shutdown 48 210, getsockname 51 204,
getsockopt 55 209, clone 56 220, fork* 57 -, vfork* 58 -, execve* 59 221, exit 60 93, wait4 61 260, kill 62 129,
uname 63 160, fcntl 72 25, getcwd 79 17, chdir 80 49, readlink 89 -, umask 95 166, gettimeofday 96 169,
getrlimit 97 163, getrusage 98 165, sysinfo 99 179, times 100 153, getuid 102 174, getgid 104 176, geteuid 107 175,
getegid 108 177, setpgid* 109 154, getppid 110 173, getpgrp 111 -, setsid* 112 157, getgroups 115 158,
getresuid 118 148, getresgid 120 150, getpgid* 121 155, getsid* 124 156, capget* 125 90, rt_sigpending 127 136,
rt_sigtimedwait 128 137, rt_sigsuspend* 130 133, sigaltstack 131 132, statfs 137 43, fstatfs 138 44,
sched_getparam* 143 121, sched_getscheduler* 145 120, sched_get_priority_max* 146 125, sched_get_priority_min* 147 126,
prctl 157 167, arch_prctl 158 -, setrlimit 160 164, gettid 186 178, tkill* 200 130, futex 202 98,
sched_setaffinity* 203 122, sched_getaffinity 204 123, epoll_create 213 -, getdents64 217 61, set_tid_address 218 96,
restart_syscall 219 128, timer_create* 222 107, timer_settime* 223 110, timer_gettime* 224 108, timer_delete* 226 111,
clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115, exit_group 231 94, epoll_wait 232 -,
epoll_ctl 233 21, tgkill 234 131, waitid* 247 95, openat 257 56, newfstatat 262 79, readlinkat 267 78, faccessat 269 48,
pselect6 270 72, ppoll 271 73, set_robust_list 273 99, epoll_pwait 281 22, timerfd_create* 283 85, eventfd 284 -,
timerfd_settime* 286 86, timerfd_gettime* 287 87, eventfd2 290 19, epoll_create1 291 20, dup3 292 24, pipe2 293 59,
prlimit64 302 261, getcpu 309 168, getrandom 318 278, membarrier 324 283, statx 332 291, rseq 334 293,
close_range 436 436, faccessat2 439 439, epoll_pwait2 441 441
"""
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
    """An instruction of a filter."""
    return pack("HBBI", code, if_true, if_false, value)


def only(argument: int, values: Sequence[int]) -> bytes:
    """Allows a call only with one of these values."""
    tests = b"".join(step(EQUAL, value, 0, 1) + step(RETURN, ALLOW) for value in values)
    return step(LOAD, 16 + 8 * argument) + tests + step(RETURN, REFUSE | errno.EPERM)


def without(argument: int, bits: int) -> bytes:
    test = step(ANY_BIT, bits, 0, 1) + step(RETURN, REFUSE | errno.EPERM) + step(RETURN, ALLOW)
    return step(LOAD, 16 + 8 * argument) + test


def checks(process: int, command: bool, version: int) -> Mapping[str, bytes]:
    """What calls are allowed to do, if not everything."""
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
    for line in CALLS.replace("\n", " ").split(","):
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


def confine(readable: Iterable[str], command: bool = False) -> None:
    """Leaves this process only what it can read, and harmless system calls. A command can run what it can read."""
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
