"""The frame of an isolated process that runs a bot; as a program, it loads files and describes their bots.

It is started as `python -m MODULE END`; a line of standard input is its order, and its answer goes to standard output.
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
from wallenstein.table.isolation import limit_memory, no_input
from wallenstein.table.processes.confine import confine

WARNING: Final = 0.3  # seconds before the end, to report the open call


class Inside:
    """The pipes of an isolated process. It keeps its own references, because a bot may replace anything."""

    def __init__(self) -> None:
        """Shortly before its end it writes the open call. A bot sees neither pipe as its input or output."""
        self.pipe = os.dup(1)
        self.write, self.end, self.dumps = os.write, os._exit, json.dumps
        self.order: Any = from_json(sys.stdin.readline())
        no_input()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(nowhere, number)
        os.close(nowhere)
        if isinstance(self.order, dict) and self.order.get("readable"):
            confine(self.order["readable"])  # before there is another thread
        left = float(sys.argv[1]) - monotonic()
        faulthandler.dump_traceback_later(max(left - WARNING, WARNING), file=self.pipe)

    def send(self, document: object) -> None:
        """Sends the answer, and ends the process without waiting for threads of the bot."""
        data = ("\n" + self.dumps(document)).encode()
        faulthandler.cancel_dump_traceback_later()
        while data:
            data = data[self.write(self.pipe, data) :]
        self.end(0)

    def give_up(self, code: int) -> None:
        """Ends the process in the middle of a call, and reports the call."""
        faulthandler.dump_traceback(file=self.pipe)
        self.end(code)


MEMORY: Final = 4 << 30  # bytes


def main() -> None:
    inside = Inside()
    limit_memory(MEMORY)
    inside.send([answer(question) for question in inside.order["bots"]])


def answer(question: dict[str, Any]) -> dict[str, object]:
    """The description of one bot, or an error sentence."""
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
