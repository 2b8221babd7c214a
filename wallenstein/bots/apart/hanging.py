"""Where a bot hangs, from the calls that the interpreter writes when its time is up."""

import re
import sysconfig
from pathlib import Path
from typing import Final

from wallenstein.core.words import printable

CALL: Final = re.compile(r'^  File "(.+)", line (\d+) in (.+)$', re.MULTILINE)
PACKAGE: Final = str(Path(__file__).parents[2])
REFERENCE: Final = f"{PACKAGE}/bots/reference/"
LIBRARY: Final = sysconfig.get_path("stdlib")
SITES: Final = ("site-packages", "dist-packages")
LONGEST: Final = 200  # characters


def hangs_at(calls: str) -> str:
    """The innermost call that is the bot's own, as `otter.py:12 in choose`; empty if there is none."""
    for file, line, function in CALL.findall(calls):
        if not _is_ours(file):
            return printable(f"{Path(file).name}:{line} in {function}", LONGEST)
    return ""


def _is_ours(file: str) -> bool:
    """Whether a file is the program's or Python's, and not a bot's."""
    if file.startswith("<"):
        return True
    if file.startswith(PACKAGE) and not file.startswith(REFERENCE):
        return True
    return file.startswith(LIBRARY) and not any(site in file for site in SITES)
