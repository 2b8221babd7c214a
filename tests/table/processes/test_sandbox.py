"""What a program inside a sandbox can see and do: each claim of docs/security.md, tried by a program in each kind."""

import json
import os
import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.table.processes.kinds import each_kind  # noqa: F401
from wallenstein.bots.entrants import Entrant
from wallenstein.bots.isolated.ask import BotQuery, ask
from wallenstein.table.processes import confine, sandbox
from wallenstein.table.processes.sandbox import Kind, NoSandbox, readable_by, sandbox_kind, sandboxed, system

SECRET: Final = "the seed of all games"
ROOT: Final = Path(__file__).parents[3]
FIRST: Final = {
    Kind.LANDLOCK: "from wallenstein.table.processes.confine import confine; confine({readable})\n",
    Kind.BUBBLEWRAP: "from wallenstein.table.processes.confine import *; filter_calls(call_filter())\n",
}


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """The folder of a run, beside others."""
    folder = tmp_path / "results" / "this-run"
    folder.mkdir(parents=True)
    (folder / "manifest.jsonl").write_text(SECRET)
    return folder


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """The bot's own folder."""
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "bot.py").write_text("name = 'otter'")
    return folder


def run(kind: Kind | None, program: str, folder: Path, *seen: Path) -> "subprocess.CompletedProcess[str]":
    """A Python program in a sandbox of this kind, or in none."""
    readable = [str(path) for path in (*system(), *seen)]
    first = FIRST[kind].format(readable=readable) if kind is not None else ""
    words = [sys.executable, "-P", "-c", first + program]
    if kind is Kind.BUBBLEWRAP:
        words = sandboxed(words, readable, str(folder))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        words, capture_output=True, text=True, timeout=60, check=False, cwd=folder, env=environment, errors="replace"
    )


def inside(kind: Kind | None, program: str, folder: Path, *seen: Path) -> str:
    """What the program prints, or the last line of its error."""
    done = run(kind, program, folder, *seen)
    return done.stdout.strip() or (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]


def own(name: str, folder: Path, results: Path) -> list[Path]:
    """What a bot sees beside the system."""
    found = readable_by(f"{folder}/{name}.py:Bot", results)
    return [Path(path) for path in found if Path(path) not in system()]


REFUSED: Final = ("PermissionError", "FileNotFoundError", "Read-only file system", "BlockingIOError")


def test_it_begins_in_its_folder_and_reads_there(kind: Kind, bots: Path) -> None:
    assert inside(kind, "import os; print(os.getcwd(), open('bot.py').read())", bots, bots) == f"{bots} name = 'otter'"


@pytest.mark.parametrize("place", ["results", "home", "/etc/passwd", "/proc/{pid}/cmdline", "/var/log", "config"])
def test_nothing_else_is_there(kind: Kind, bots: Path, results: Path, place: str) -> None:
    (bots / "league.toml").write_text(SECRET)
    (bots / "results").mkdir()
    (bots / "results" / "manifest.jsonl").write_text(SECRET)
    paths = {
        "results": bots / "results" / "manifest.jsonl", "home": Path.home() / ".bashrc",
        "config": bots / "league.toml",
    }  # fmt: skip
    path = paths.get(place, Path(place.format(pid=os.getpid())))
    read = f"import os; path = {str(path)!r}; print(os.listdir(path) if os.path.isdir(path) else open(path).read())"
    seen = own("bot", bots, results)
    assert bots / "bot.py" in seen
    assert inside(kind, "print(open('bot.py').read())", bots, *seen) == "name = 'otter'"
    assert any(word in inside(kind, read, bots, *seen) for word in REFUSED)


def test_it_sees_its_own_folder_but_no_configuration_and_no_run(tmp_path: Path, results: Path) -> None:
    mine = tmp_path / "own"
    for name in (
        "bot.py",
        "weights/net.npz",
        "league.toml",
        "old/manifest.jsonl",
        ".git/config",
        "deep/a/b.toml",
        "league.json.unfinished",
        "class/league.json",
        "class/archive/ann/ann.py",
    ):
        (mine / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / name).write_text(SECRET)
    (mine / "link").symlink_to("/etc/passwd")
    (mine / "deep" / "data.txt").touch()
    assert own("bot", mine, results) == [mine / "bot.py", mine / "deep" / "data.txt", mine / "weights"]
    version = mine / "class" / "archive" / "ann"
    assert own("ann", version, results) == [version]
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "bot.py").touch()
    assert own("bot", alone, results) == [alone]
    liar = Entrant("bot", f"{alone}/bot.py:Bot", files=(str(results / "manifest.jsonl"),))
    assert str(results) not in " ".join(readable_by(liar.place, results, liar))


def test_of_an_environment_in_the_folder_of_a_tournament_it_sees_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bin", "lib", "results"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    system.cache_clear()
    seen = [path for path in system() if path.is_relative_to(tmp_path) or tmp_path.is_relative_to(path)]
    system.cache_clear()
    assert seen == [tmp_path / "bin", tmp_path / "lib"]


def test_a_bot_is_imported_in_a_sandbox_from_the_first_time_on(kind: Kind, bots: Path) -> None:
    (bots / "spy.py").write_text("open('/etc/passwd')\n")
    open_to_all, confined = (ask([BotQuery(f"{bots}/spy.py:Spy")], sandboxed=one)[0] for one in (False, True))
    assert "there is no class Spy" in str(open_to_all)
    assert any(f"line 1: {word}" in str(confined) for word in REFUSED)


CALL: Final = """
import ctypes, errno, fcntl, json, mmap, os, resource, signal, socket, struct, sys, threading, time
LIBC = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    result = LIBC.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def child():
    number = os.fork()
    if not number:
        os._exit(0)
    os.waitpid(number, 0)
def touch(path):
    with open(path, "w"):
        pass
    os.remove(path)
def shared():
    file = os.open("/dev/shm/wallenstein-test", os.O_CREAT | os.O_RDWR)
    os.close(file)
    os.remove("/dev/shm/wallenstein-test")
def connect(family, place):
    with socket.socket(family) as one:
        one.settimeout(5)
        one.connect(place)
"""
ATTEMPTS: Final = {
    "network": "connect(socket.AF_INET, ('127.0.0.1', {port}))",
    "a socket in a file": "connect(socket.AF_UNIX, {path!r})",
    "an abstract socket": "connect(socket.AF_UNIX, '\\0{path}')",
    "a pair of sockets": "socket.socketpair()",
    "a file in its folder": "touch('more.py')",
    "a temporary file": "touch('/tmp/wallenstein-test')",
    "shared memory": "shared()",
    "its own file's times": "os.utime('bot.py')",
    "its own file's rights": "os.chmod('bot.py', 0o644)",
    "attributes of a file": "call(191, b'bot.py', b'user.seen', 0, 0)",
    "a lock": "fcntl.flock(open('bot.py'), fcntl.LOCK_EX)",
    "another lock": "fcntl.lockf(open('bot.py'), fcntl.LOCK_SH)",
    "a lease": "fcntl.fcntl(open('bot.py'), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
    "flags of a file": "fcntl.ioctl(open('bot.py'), 0x80086601, bytes(8))",
    "a watch on files": "call(254, call(253), b'bot.py', 0x20)",
    "a child": "child()",
    "a program": "os.posix_spawn('/bin/true', ['true'], {{}})",
    "a signal to another": "os.kill({process}, 0)",
    "limits of another": "resource.prlimit({process}, resource.RLIMIT_CORE)",
    "processors of another": "os.sched_setaffinity({process}, os.sched_getaffinity(0))",
    "a handle of another": "os.pidfd_open({process})",
    "the memory of another": "open('/proc/{process}/maps').read()",
    "reading another": "call(310, {process}, struct.pack('PN', 0, 0), 0, struct.pack('PN', 0, 0), 0, 0)",
    "memory in a file": "os.memfd_create('x')",
    "System V memory": "call(31, call(29, 0, 4096, 0o1600), 0, 0)",
    "System V messages": "call(71, call(68, 0, 0o1600), 0, 0)",
    "System V semaphores": "call(66, call(64, 0, 1, 0o1600), 0, 0, 0)",
    "messages": "call(241, call(240, b'wallenstein-test', 0o102, 0o600, 0) and b'wallenstein-test')",
    "a terminal": "os.openpty()",
    "a key": "call(248, b'user', b'wallenstein-test', b'x', 1, -2)",
    "whether pages are cached": "call(27, ctypes.c_void_p(id(0) & ~4095), 4096, b' ')",
    "advice on pages": "os.posix_fadvise(os.open('bot.py', os.O_RDONLY), 0, 0, os.POSIX_FADV_DONTNEED)",
    "a read from the cache": "call(327, os.open('bot.py', os.O_RDONLY), struct.pack('PN', id(0), 0), 0, 0, 0, 8)",
    "an interface by rings": "call(425, 1, bytes(120))",
    "namespaces": "call(272, 0x10000000)",
    "a personality": "call(135, 0xFFFFFFFF)",
    "performance counters": "call(298, struct.pack('IIQ', 1, 112, 0) + bytes(96), 0, -1, -1, 0)",
    "the end of output of all": "LIBC.syscall(48, 0, 1) and ctypes.get_errno() == errno.EPERM and 1 / 0",
    "a life without parent": "LIBC.prctl(1, 0, 0, 0, 0) == 0 or 1 / 0",
}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers of calls differ")
def test_what_is_refused(kind: Kind, bots: Path) -> None:
    path = str(bots / "daemon")
    with (
        socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as daemon,
        socket.socket(socket.AF_UNIX) as abstract,
    ):  # fmt: skip
        daemon.bind(path)
        daemon.listen()
        abstract.bind(f"\0{path}")
        abstract.listen()
        known = {"port": server.getsockname()[1], "path": path, "process": os.getpid()}
        codes = {name: code.format(**known) for name, code in ATTEMPTS.items()}
        program = f"{CALL}\ndone = []\nfor name, code in {codes!r}.items():\n    try: eval(code)\n"
        program += "    except (OSError, ZeroDivisionError, ValueError) as error: print(name, error, file=sys.stderr)\n"
        program += "    else: done.append(name)\nprint(json.dumps(done))"
        assert json.loads(inside(kind, program, bots, bots)) == []
        free = run(None, program, bots)
    assert len(json.loads(free.stdout)) > len(ATTEMPTS) - 5, free.stderr  # the test of the test


def test_what_a_bot_needs_works(kind: Kind, bots: Path) -> None:
    program = f"""
import ctypes, decimal, json, os, random, signal, sqlite3, sys, threading, time
import numpy
thread = threading.Thread(target=time.sleep, args=(0.001,))
thread.start()
thread.join()
signal.setitimer(signal.ITIMER_REAL, 100)
os.urandom(8)
open(os.devnull, "w").write("x")
assert open("/proc/thread-self/schedstat").read()
try: os.kill({os.getppid()}, 0)
except OSError: pass
print(numpy.ones((9, 9)).sum())
"""
    assert inside(kind, program, bots, bots) == "81.0"


def test_it_has_no_rights_of_root(kind: Kind, bots: Path) -> None:
    program = "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('CapEff')])"
    assert inside(kind, program, bots) == "['0000000000000000']"


def test_of_other_processes_a_sandbox_by_landlock_sees_their_names_only(kind: Kind, bots: Path, tmp_path: Path) -> None:
    """What one kind lacks: a file whose path is known can be seen to exist."""
    (tmp_path / "known").touch()
    told = inside(kind, f"import os; print(os.path.exists({str(tmp_path / 'known')!r}))", bots, bots)
    assert told == str(kind is Kind.LANDLOCK)


def test_another_interface_of_the_processor_ends_it(bots: Path) -> None:
    if confine.lacking():
        pytest.skip(confine.lacking())
    if platform.machine() != "x86_64":
        pytest.skip("only there")
    assert run(Kind.LANDLOCK, "import ctypes; ctypes.CDLL(None).syscall(0x40000027)", bots).returncode == -31


def test_filters_are_short_enough_and_know_both_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    for machine in confine.MACHINES:
        monkeypatch.setattr(platform, "machine", lambda machine=machine: machine)
        for command in (False, True):
            assert 100 < len(confine.call_filter(command, 1)) // 8 < 1000
    lines = [line.split() for line in confine.CALLS]
    for column in (1, 2):
        numbers = [line[column] for line in lines if line[column] != "-"]
        assert len(numbers) == len(set(numbers))


def test_an_unknown_processor_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    sandbox_kind.cache_clear()
    with pytest.raises(NoSandbox, match="only on x86_64 and aarch64, not on riscv64"):
        sandbox_kind()
    sandbox_kind.cache_clear()


def test_where_namespaces_are_forbidden_the_advice_has_the_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "lacking", lambda: "only elsewhere")
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/false")
    monkeypatch.setattr(sandbox, "PROGRAM", "false")
    sandbox_kind.cache_clear()
    with pytest.raises(NoSandbox, match="profile bwrap"):
        sandbox_kind()
    sandbox_kind.cache_clear()


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """The kind is found anew."""
    yield
    sandbox_kind.cache_clear()
