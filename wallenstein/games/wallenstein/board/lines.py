"""Finds the lines of the keys of a board file, which tomllib does not report."""

import re
from typing import Final

HEADER: Final = re.compile(r"\s*\[\[?\s*([\w-]+)\s*\]\]?\s*(#.*)?$")
KEY: Final = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")

Lines = dict[tuple[str, int, str], int]


def key_lines(text: str) -> Lines:
    """(table, which one of that name, key) -> line number; the key "" is the table's header.

    Inline tables are not found, so a caller must handle keys without a line.
    """
    found: Lines = {}
    count: dict[str, int] = {}
    table = ""
    quoted = False  # inside a string of several lines
    for number, line in enumerate(text.split("\n"), start=1):
        inside = quoted
        if (line.count('"""') + line.count("'''")) % 2:
            quoted = not quoted
        if inside:
            continue
        header = HEADER.match(line)
        key = KEY.match(line)
        if header:
            table = header[1]
            count[table] = count.get(table, -1) + 1
            found[table, count[table], ""] = number
        elif key:
            found.setdefault((table, count.get(table, 0), key[1]), number)
    return found
