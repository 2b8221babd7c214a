"""A command that plays the toy game; its argument says how it misbehaves at its second decision, if at all."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HOW = sys.argv[1] if len(sys.argv) > 1 else "decent"
ARGUMENT = sys.argv[2] if len(sys.argv) > 2 else ""


def say(text: str) -> None:
    """Writes to standard output."""
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(message: dict[str, Any], **members: Any) -> str:
    """An answer as a line."""
    return json.dumps({"id": message["id"], **members}) + "\n"


def misbehave(message: dict[str, Any]) -> None:
    """What is wrong with it."""
    good = answer(message, choice=2)
    if HOW == "illegal":
        say(answer(message, choice=7))
    elif HOW == "garbled":
        say("I think that 2 is best\n")
    elif HOW == "endless":
        say("x" * 200_000)
        time.sleep(1000)
    elif HOW == "wrong-id":
        say(json.dumps({"id": 1, "choice": 2}) + "\n")
    elif HOW == "chatty":
        say("thinking\n" + good)
    elif HOW == "quitting":
        sys.exit(3)
    elif HOW == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif HOW == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif HOW == "hanging":
        while True:
            pass
    elif HOW == "sleeping":
        time.sleep(1000)
    elif HOW == "dribbling":
        for byte in good:
            say(byte)
            time.sleep(0.1)
    elif HOW == "late":
        begun = time.process_time()
        while time.process_time() < begun + float(ARGUMENT):
            pass
        say(good)
    elif HOW == "greedy":
        hoard = bytearray(2 << 30)
        say(answer(message, choice=len(hoard) and 2))
    elif HOW == "loud":
        sys.stderr.write("look at me! " * 10_000)
        say(good)
    elif HOW == "leaving":
        child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        with Path(ARGUMENT).open("a") as file:
            file.write(f"{child.pid}\n")
        say(good)
    elif HOW == "writing":
        try:
            Path(ARGUMENT).write_text("mine")
            say(answer(message, choice=0))
        except OSError:
            say(good)
    else:
        say(good)


def main() -> None:
    """One message after the other."""
    decisions = 0
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            if HOW == "rude":
                say("who is there?\n")
            elif HOW == "too-new":
                say(answer(message, protocol=2))
            else:
                say(answer(message, protocol=1, name="toy"))
        elif kind == "decide":
            decisions += 1
            if decisions == 2:
                misbehave(message)
            else:
                say(answer(message, choice=2))
        else:
            if kind == "start" and HOW == "counted":
                with Path(ARGUMENT).open("a") as file:
                    file.write(f"{os.getpid()}\n")
            say(answer(message))


main()
