"""Bots that do no harm when they are found, but in the process that has them loaded for their games."""

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.hostile.attack import BEFORE, PROCESS, UNSEEN, Holds, died
from tests.hostile.tournament import PLENTY, TIGHT, compare, outcome, place
from tests.hostile.twins import Honest
from wallenstein.tourney.worker.supervisor import ProcessLost

pytestmark = pytest.mark.slow

HEAD: Final = """
import os, pickle, signal, sys, threading, time
from pathlib import Path
from tests.hostile.twins import Honest

def harm():
    {harm}

class Bot(Honest):
    pass

if "wallenstein.table.processes.loader" in sys.modules:
    harm()
"""


class Harm(NamedTuple):
    """What a file does, and what must hold."""

    code: str
    holds: Holds = UNSEEN


def unborn(text: str) -> Holds:
    """It has no process from the start."""
    return died(text, BEFORE)


HARM: Final = {
    "exits": Harm("os._exit(3)", unborn("while it was loaded, its process ended with exit code 3")),
    "kills-itself": Harm(
        "os.kill(os.getpid(), signal.SIGKILL)", unborn("while it was loaded, its process was ended by SIGKILL")
    ),
    "raises": Harm(
        "raise ValueError('not here')", unborn("the bot file raises.py cannot be loaded: line 13: ValueError: not here")
    ),
    "stops-itself": Harm("os.kill(os.getpid(), signal.SIGSTOP)", unborn("it was not loaded within 60 seconds")),
    "closes-all": Harm("os.closerange(3, 99)", unborn("while it was loaded, its process ended with exit code 0")),
    "cannot-fork": Harm("os.fork = lambda: -1", unborn("its process could not be started")),
    "cannot-read": Harm("pickle.loads = None", unborn("its process could not be started")),
    "deletes-itself": Harm("Path(__file__).unlink()"),
    "starts-a-thread": Harm("threading.Thread(target=time.sleep, args=(99,), daemon=True).start()"),
    "ignores-signals": Harm("[signal.signal(number, signal.SIG_IGN) for number in (1, 2, 3, 13, 15)]"),
    "has-other-files": Harm(
        "found = [one for one in range(3, 99) if os.path.exists(f'/proc/self/fd/{one}')]\n"
        "    assert len(found) < 4, found"
    ),
    "writes-to-all": Harm("for file in range(3, 9):\n        try: os.write(file, b'R')\n        except OSError: pass"),
    "shares-memory": Harm(
        "import mmap\n    sys.kept = mmap.mmap(-1, 4096)",
        unborn("MemoryError: its file makes shared memory (mmap, multiprocessing) when it is imported"),
    ),
    "lies-about-ends": Harm(
        "import socket, struct\n    fork = os.fork\n"
        "    def note(data):\n        for file in range(3, 64):\n            try:\n"
        "                with socket.socket(fileno=os.dup(file)) as wire:\n"
        "                    if wire.type == socket.SOCK_SEQPACKET: wire.send(data)\n"
        "            except OSError: pass\n"
        "    def lying():\n        number = fork()\n"
        "        if number: note(b'E' + struct.pack('<ii', number, 127))\n        return number\n"
        "    os.fork, os.waitpid = lying, lambda *_: (0, 0)\n    Bot.attack = lambda *_: os._exit(5)",
        died("its process ended with exit code 127"),
    ),
    "leaves-a-daemon": Harm(
        "if os.fork(): os.wait()\n    else:\n        os.setsid()\n        if not os.fork(): time.sleep(99)\n"
        "        os._exit(0)"
    ),
}


NEVER: Final = unborn("its process could not be started")
STILL: Final = {  # no seat begins, and the process that starts them goes on
    "stops-its-copies": Harm("os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGSTOP))", NEVER),
    "has-copies-that-sleep": Harm("os.register_at_fork(after_in_child=lambda: time.sleep(999))", NEVER),
    "sleeps-when-it-forks": Harm("os.fork = lambda: time.sleep(999)", NEVER),
}


@pytest.mark.parametrize(
    ("harms", "seconds"),
    [pytest.param(HARM, PLENTY, id="loading"), pytest.param(STILL, TIGHT, id="starting", marks=pytest.mark.long)],
)
def test_files_that_do_harm_where_they_are_loaded(tmp_path: Path, harms: dict[str, Harm], seconds: float) -> None:
    bots = {}
    for name, harm in harms.items():
        path = tmp_path / f"{name.replace('-', '_')}.py"
        path.write_text(HEAD.format(harm=harm.code))
        bots[f"loading-{name}"] = f"{path}:Bot"
    holds = {f"loading-{name}": harm.holds for name, harm in harms.items()}
    compare(tmp_path / "x", PROCESS, holds, bots, seconds)


def test_nobody_is_blamed_when_a_bot_shuts_down_the_output_of_all(tmp_path: Path) -> None:
    """Others that print would crash in every later game; a process loses the keeper instead, and the run ends."""
    path = tmp_path / "shuts.py"
    path.write_text(HEAD.format(harm="import socket\n    socket.socket(fileno=os.dup(1)).shutdown(socket.SHUT_RDWR)"))
    bots = {"honest": place(Honest), "shuts": f"{path}:Bot"}
    with pytest.raises(ProcessLost, match="the process that plays game 1 was lost 20 times; the last one lost its"):
        outcome(tmp_path / "x", PROCESS, bots, PLENTY)
