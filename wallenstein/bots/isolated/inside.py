"""The frame of an isolated process that runs a bot; as a program, it loads files and describes their bots.

The keeper starts it as `python -m MODULE PIPE END`; the order is on standard input.
"""

import faulthandler
import json
import os
import sys
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from wallenstein.bots.description import describe, from_json
from wallenstein.bots.discovery import load_class
from wallenstein.core.errors import ConfigError
from wallenstein.table.isolation import die_with_parent, limit_files, limit_memory

WARNING: Final = 0.3  # seconds before the end, to say where it hangs


class Inside:
    """The pipes of an isolated process. It keeps functions for later, because a bot may replace anything."""

    def __init__(self) -> None:
        """From now on dies with its parent, and shortly before its time is up writes its open calls."""
        self.pipe = int(sys.argv[1])
        self.write, self.end, self.dumps = os.write, os._exit, json.dumps
        die_with_parent()
        self.order: Any = from_json(sys.stdin.read())
        left = float(sys.argv[2]) - monotonic()
        faulthandler.dump_traceback_later(max(left - WARNING, WARNING), file=self.pipe)

    def send(self, document: object) -> None:
        """Sends the answer, and ends the process without waiting for threads that a bot has left behind."""
        data = ("\n" + self.dumps(document)).encode()
        faulthandler.cancel_dump_traceback_later()
        while data:
            data = data[self.write(self.pipe, data) :]
        self.end(0)

    def give_up(self, code: int) -> None:
        """Ends the process in the middle of a call, and says where it is."""
        faulthandler.dump_traceback(file=self.pipe)
        self.end(code)


# A bot's own process: loads one file, and describes its bots.

MEMORY: Final = 4 << 30  # bytes


def main() -> None:
    inside = Inside()
    limit_files()
    limit_memory(MEMORY)
    inside.send([answer(question) for question in inside.order])


def answer(question: dict[str, Any]) -> dict[str, object]:
    """The description of one bot, or a sentence."""
    try:
        cls = load_class(question["place"])
        return describe(cls, question["values"], question["where"]).as_json()
    except ConfigError as error:
        return {"error": str(error)}
    except BaseException as error:  # attributes of a bot may raise anything
        said = type(error).__name__
        with suppress(BaseException):
            said = f"{said}: {error}".rstrip(": ")
        return {"error": f'the bot "{question["place"]}" cannot be loaded: {said}'}


if __name__ == "__main__":
    main()
