"""A bot's own process: it loads one file and describes its bots.

`python -m wallenstein.bots.asking.own_process FD END` gets the order as JSON on standard input, and writes the answer
as one line of JSON to the pipe FD. Shortly before END, by the monotonic clock, it writes there what it is doing.
"""

import faulthandler
import json
import os
import sys
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from wallenstein.bots.asking.values import from_json
from wallenstein.bots.description import describe
from wallenstein.bots.discovery import load_class
from wallenstein.core.errors import ConfigError
from wallenstein.table.isolation import die_with_parent, limit_memory

MEMORY: Final = 4 << 30  # bytes
WARNING: Final = 0.3  # seconds before the end, to say where it hangs


def main() -> None:
    """Answers one order."""
    answers, ends = int(sys.argv[1]), float(sys.argv[2])
    die_with_parent()
    limit_memory(MEMORY)
    order = from_json(sys.stdin.read())
    write, end, dumps = os.write, os._exit, json.dumps  # before a bot can replace them
    faulthandler.dump_traceback_later(max(ends - WARNING - monotonic(), WARNING), file=answers)
    text = "\n" + dumps([answer(question) for question in order])
    faulthandler.cancel_dump_traceback_later()
    data = text.encode()
    while data:
        data = data[write(answers, data) :]
    end(0)  # does not wait for threads that the bot has left behind


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The description of one bot, or a sentence."""
    try:
        cls = load_class(question["place"])
        return describe(cls, question["values"], question["where"]).as_json()
    except ConfigError as error:
        return {"error": str(error)}
    except BaseException as error:  # what a bot defines may raise anything when it is looked at
        said = type(error).__name__
        with suppress(BaseException):
            said = f"{said}: {error}".rstrip(": ")
        return {"error": f'the bot "{question["place"]}" cannot be loaded: {said}'}


if __name__ == "__main__":
    main()
