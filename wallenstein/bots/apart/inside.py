"""What a process apart does before and after it runs a bot: it gets its order, and sends its answer.

The keeper starts it as `python -m MODULE PIPE END`; the order is on standard input.
"""

import faulthandler
import json
import os
import sys
from time import monotonic
from typing import Any, Final

from wallenstein.bots.apart.values import from_json
from wallenstein.table.isolation import die_with_parent

WARNING: Final = 0.3  # seconds before the end, to say where it hangs


class Inside:
    """The wires of a process apart. It keeps what it needs later, because a bot may replace anything."""

    def __init__(self) -> None:
        """Dies with its parent from now on, and shortly before its end writes what it is doing."""
        self.pipe = int(sys.argv[1])
        self.write, self.end, self.dumps = os.write, os._exit, json.dumps
        die_with_parent()
        self.order: Any = from_json(sys.stdin.read())
        left = float(sys.argv[2]) - monotonic()
        faulthandler.dump_traceback_later(max(left - WARNING, WARNING), file=self.pipe)

    def send(self, document: Any) -> None:
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
