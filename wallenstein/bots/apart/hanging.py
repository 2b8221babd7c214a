"""Where a bot hangs, from the calls that the interpreter writes when its time is up."""

import re
from pathlib import Path
from typing import Final

from wallenstein.core.words import printable
from wallenstein.table.faults import is_bots

CALL: Final = re.compile(r'^  File "(.+)", line (\d+) in (.+)$', re.MULTILINE)
LONGEST: Final = 200  # characters


def hangs_at(calls: str) -> str:
    """The innermost call that is the bot's own, as `otter.py:12 in choose`; empty if there is none."""
    for file, line, function in CALL.findall(calls):
        if is_bots(file) and not file.startswith("<"):
            return printable(f"{Path(file).name}:{line} in {function}", LONGEST)
    return ""
