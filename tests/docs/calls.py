"""Runs a command of the program and writes down the calls of some functions, in all processes that are forked.

`python -m tests.docs.calls LOG FILE:NAME,FILE:NAME... COMMAND...`
"""

import os
import sys
from pathlib import Path
from types import FrameType

import wallenstein

PACKAGE = str(Path(wallenstein.__file__).parent)


def main(log: str, names: str, command: list[str]) -> None:
    wanted = {tuple(each.split(":")) for each in names.split(",")}
    found: dict[object, bytes | None] = {}  # the line of a function, if it is wanted
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def look(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code not in found:
            place = code.co_filename.removeprefix(f"{PACKAGE}/"), code.co_qualname
            found[code] = f"{':'.join(place)}\n".encode() if place in wanted else None
        if event == "call" and (line := found[code]):
            os.write(descriptor, line)

    sys.setprofile(look)
    from wallenstein.cli import main as command_line

    command_line(command)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
