"""What a program inside a sandbox can see and do: each claim of docs/security.md, tried by a program."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from wallenstein.table.processes.commands import PRIVATE, SCRATCH, NoSandbox, check_sandbox, sandboxed

SECRET = "the seed of all games"


@pytest.fixture(autouse=True)
def _sandboxes() -> None:
    """Skips where sandboxes cannot be made."""
    try:
        check_sandbox()
    except NoSandbox as error:
        pytest.skip(str(error))


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """The folder of a run, which is hidden."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "manifest.jsonl").write_text(SECRET)
    return folder


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """The folder in which the program begins."""
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "bot.py").write_text("name = 'otter'")
    return folder


@pytest.fixture
def listening() -> Iterator[int]:
    """The port of a server on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def inside(program: str, hidden: Path, folder: Path, *seen: Path) -> str:
    """What a Python program prints inside a sandbox, or the last line of its error."""
    words = sandboxed([sys.executable, "-I", "-c", program], hidden, folder, seen)
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout.strip() or (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]


def test_it_begins_in_its_folder_and_reads_there(run_folder: Path, bots: Path) -> None:
    program = "import os; print(os.getcwd(), open('bot.py').read(), os.environ['HOME'])"
    assert inside(program, run_folder, bots) == f"{bots} name = 'otter' {PRIVATE}"


def test_there_is_no_network(run_folder: Path, bots: Path, listening: int) -> None:
    reach = f"import socket; socket.create_connection(('127.0.0.1', {listening}), 5); print('reached')"
    assert "Connection refused" in inside(reach, run_folder, bots)
    names = "import socket; print([name for _, name in socket.if_nameindex() if name != 'lo'])"
    assert inside(names, run_folder, bots) == "[]"
    assert "reached" in subprocess.run([sys.executable, "-c", reach], capture_output=True, text=True, check=True).stdout


def test_no_other_process_is_seen_or_reached(run_folder: Path, bots: Path) -> None:
    seen = "import os; print(sorted(int(name) for name in os.listdir('/proc') if name.isdigit()), os.getpid())"
    assert inside(seen, run_folder, bots) == "[1] 1"
    ours = f"open('/proc/{os.getpid()}/environ').read(); print('read')"
    assert "No such file or directory" in inside(ours, run_folder, bots)
    kill = f"import os; os.kill({os.getpid()}, 0); print('reached')"
    assert "ProcessLookupError" in inside(kill, run_folder, bots)


def test_the_folder_of_the_run_is_hidden(run_folder: Path, bots: Path) -> None:
    assert inside(f"import os; print(os.listdir({str(run_folder)!r}))", run_folder, bots) == "[]"
    assert "FileNotFoundError" in inside(f"open({str(run_folder / 'manifest.jsonl')!r})", run_folder, bots)
    assert "Read-only file system" in inside(f"open({str(run_folder / 'x')!r}, 'w')", run_folder, bots)
    # nor by another way to it: what it hides lies in the sandbox's own view of all files
    assert "FileNotFoundError" in inside(f"open('/proc/1/root{run_folder}/manifest.jsonl')", run_folder, bots)
    assert (run_folder / "manifest.jsonl").read_text() == SECRET


def test_the_folder_is_hidden_even_inside_one_that_is_seen(tmp_path: Path, run_folder: Path, bots: Path) -> None:
    program = f"import os; print(sorted(os.listdir({str(tmp_path)!r})), os.listdir({str(run_folder)!r}))"
    assert inside(program, run_folder, bots, tmp_path) == "['bots', 'run'] []"


def test_files_can_only_be_read(run_folder: Path, bots: Path) -> None:
    for program in (
        "open('bot.py', 'a')",
        "open('more.py', 'w')",
        "import os; os.remove('bot.py')",
        f"open({str(Path(__file__))!r}, 'a')",
        "open('/etc/wallenstein', 'w')",
        "open('/dev/wallenstein', 'w')",
        "import os; os.mkdir('/var/tmp/wallenstein')",
    ):
        assert "Read-only file system" in inside(program, run_folder, bots), program
    assert [path.name for path in bots.iterdir()] == ["bot.py"]


def test_temporary_files_are_its_own_and_go_with_it(run_folder: Path, bots: Path) -> None:
    write = "from pathlib import Path; Path('/tmp/note').write_text('seen'); print(Path('/tmp/note').read_text())"
    assert inside(write, run_folder, bots) == "seen"
    assert not Path("/tmp/note").exists()
    assert "FileNotFoundError" in inside("open('/tmp/note')", run_folder, bots)
    shared = "from pathlib import Path; Path('/dev/shm/note').write_text('seen'); print('written')"
    assert inside(shared, run_folder, bots) == "written"
    assert not Path("/dev/shm/note").exists()


def test_no_temporary_file_of_others_is_seen(run_folder: Path) -> None:
    with NamedTemporaryFile(dir=PRIVATE) as file:
        assert inside(f"import os; print(os.path.exists({file.name!r}))", run_folder, Path("/")) == "False"


@pytest.mark.parametrize("folder", [PRIVATE, "/dev/shm"])
def test_temporary_files_have_a_limit(run_folder: Path, bots: Path, folder: str) -> None:
    program = f"open('{folder}/big', 'wb').write(bytes({SCRATCH + 1_000_000}))"
    assert "No space left on device" in inside(program, run_folder, bots)


def test_it_has_no_rights_of_root(run_folder: Path, bots: Path) -> None:
    program = "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('CapEff')])"
    assert inside(program, run_folder, bots) == "['0000000000000000']"
    mount = "import ctypes; print(ctypes.CDLL(None).mount(b'none', b'/tmp', b'tmpfs', 0, None))"
    assert inside(mount, run_folder, bots) == "-1"


def test_what_it_starts_ends_with_it(run_folder: Path, bots: Path) -> None:
    """A process in a session of its own, started twice over, does not hold up the end."""
    program = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(300)
    os._exit(0)
print('done', flush=True)
"""
    assert inside(program, run_folder, bots) == "done"
