"""The line where a bot hangs: the innermost call that is its own."""

import json
from pathlib import Path

import pytest

import wallenstein
from wallenstein.bots.isolated.ask import hangs_at

PACKAGE = Path(wallenstein.__file__).parent


def calls(*places: str) -> str:
    return "Timeout (0:00:01)!\nThread 0x0001 (most recent call first):\n" + "".join(
        f'  File "{file}", line {line} in {function}\n'
        for file, line, function in (place.rsplit(":", 2) for place in places)
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (calls("/a/otter.py:12:choose", f"{PACKAGE}/table/played_game.py:3:ask"), "otter.py:12 in choose"),
        (calls(f"{json.__file__}:3:loads", "/a/otter.py:12:<module>"), "otter.py:12 in <module>"),
        (calls("<frozen importlib>:3:_load", "/a/b.py:1:f", "/a/c.py:2:g"), "b.py:1 in f"),
        (calls(f"{PACKAGE}/bots/reference/regent.py:5:plan"), "regent.py:5 in plan"),
        (calls("/x/site-packages/league/otter.py:5:plan"), "otter.py:5 in plan"),
        (calls(f"{PACKAGE}/table/played_game.py:3:ask"), ""),
        ("", ""),
        ("garbage\n[{}]", ""),
    ],
)
def test_the_line_is_named(text: str, found: str) -> None:
    assert hangs_at(text) == found
