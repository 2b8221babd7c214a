"""Files of bots that do harm as soon as they are loaded: what each does, and what is to be said of it."""

from typing import Final, NamedTuple

from wallenstein.table.processes.confine import SCOPES, landlock_version

HEAD: Final = "from wallenstein import Bot, register\n"  # line 1
BOT: Final = '\n\n@register("hostile")\nclass Hostile(Bot):\n    """Does harm."""\n'
FINE: Final = ""  # it does no harm, and is loaded

SCOPED: Final = landlock_version() >= SCOPES  # signals reach only its own processes
KILLED: Final = "PermissionError" if SCOPED else "it ended the process that had started it"


class HostileFile(NamedTuple):
    """A file that does harm from line 2 on, and the end of the sentence about it."""

    code: str
    sentence: str

    @property
    def text(self) -> str:
        """The whole file."""
        return HEAD + self.code + BOT


def anywhere(write: str) -> str:
    """Code that writes to every open file."""
    return f"import os\nfor file in range(3, 30):\n    try:\n        {write}\n    except OSError:\n        pass"


FILES: Final = {
    "exits well": HostileFile("import os; os._exit(0)", "its process ended with exit code 0"),
    "exits badly": HostileFile("import os; os._exit(3)", "its process ended with exit code 3"),
    "asks to exit": HostileFile("raise SystemExit('enough')", "line 2: SystemExit: enough"),
    "interrupts": HostileFile("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "kills itself": HostileFile(
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "its process was ended by SIGKILL"
    ),
    "kills its parent": HostileFile(
        "import os, signal, time; os.kill(os.getppid(), signal.SIGKILL); time.sleep(99)",
        KILLED,
    ),
    "kills its parent's session": HostileFile(
        "import os, signal, time; os.killpg(os.getpgid(os.getppid()), signal.SIGKILL); time.sleep(99)",
        KILLED,
    ),
    "prints 100 MB": HostileFile("for _ in range(100): print('x' * 1_000_000)", FINE),
    "prints from a command": HostileFile("import os; os.system('echo x; echo y >&2')", FINE),
    "replaces json": HostileFile("import json, sys; json.dumps = lambda *a: '{}'; sys.modules['json'] = None", FINE),
    "closes its output": HostileFile("import os; os.close(1); os.close(2)", FINE),
    "closes all files": HostileFile("import os; os.closerange(0, 999)", "its process ended with exit code"),
    "writes garbage": HostileFile(
        anywhere(r"os.write(file, b'\n[{}]')") + "\nos._exit(0)", "it wrote into the answer of its process"
    ),
    "writes brackets": HostileFile(
        anywhere(r"os.write(file, b'\n' + b'[' * 60_000)") + "\nos._exit(0)", "it wrote into the answer of its process"
    ),
    "writes without end": HostileFile(
        "import os, sys\nwhile True: os.write(3, bytes(99_999))",
        "it wrote into the answer of its process",
    ),
    "leaves the folder": HostileFile("import os; os.chdir('/')", FINE),
    "starts a thread": HostileFile(
        "import threading, time; threading.Thread(target=time.sleep, args=[99]).start()", FINE
    ),
    "starts a daemon": HostileFile(  # in a session of its own, whose parent ends
        "import os, time\nif not os.fork():\n    os.setsid()\n    if not os.fork(): time.sleep(99)\n    os._exit(0)",
        FINE,
    ),
    "goes on in two processes": HostileFile("import os; os.fork()", FINE),
}
HANGING: Final = {
    "sleeps": HostileFile("import time\n\ntime.sleep(99)", ", and was at sleeps.py:4 in <module>"),
    "loops and is deaf": HostileFile(
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        ", and was at loops and is deaf.py:4 in <module>",
    ),
    "waits for a lock": HostileFile(
        "import threading\ndef wait():\n    threading.Event().wait()\nwait()",
        ", and was at waits for a lock.py:4 in wait",
    ),
    "stops its parent": HostileFile(
        "import os, signal, time\ntry: os.kill(os.getppid(), signal.SIGSTOP)\nexcept OSError: pass  # by Landlock\n"
        "time.sleep(99)",
        ", and was at stops its parent.py:5 in <module>",
    ),
}
