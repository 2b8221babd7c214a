"""The text of a fault ends with the bot's own line, whatever of ours or of a library it has called."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

import wallenstein
from wallenstein.core.program.sources import load_python_file
from wallenstein.table.faults import error_text, failure_text, is_bots

PACKAGE = Path(wallenstein.__file__).parent
BOT = """
    import json
    from random import Random
    import numpy as np
    from wallenstein import Plan

    def mistyped():
        return Plan.of({"taxs": 3})

    def library():
        return json.loads("[")

    def numbers():
        return np.linalg.inv(np.zeros((2, 3)))

    def called_back(call):
        return call(key)

    def key(county):
        raise KeyError(county)

    def deep(depth):
        return deep(depth - 1) if depth else Plan.of({}, bid="x")
"""


@pytest.fixture
def otter(tmp_path: Path) -> Any:
    file = tmp_path / "otter.py"
    file.write_text(dedent(BOT).lstrip())
    return load_python_file(file, "otter_of_a_test")


def told(call: Callable[..., Any], *args: Any) -> list[str]:
    """The lines of the fault that the call is, as a bot's table records them, without the test's own."""
    try:
        call(*args)
    except Exception as error:
        return [line for line in error_text(error).splitlines() if "test_faults.py" not in line]
    raise AssertionError("nothing was wrong")


def as_file(file: str, source: str) -> Callable[..., Any]:
    """The function `call` of this source, as code of that file."""
    names: dict[str, Any] = {}
    exec(compile(dedent(source), file, "exec"), names)
    found: Callable[..., Any] = names["call"]
    return found


def test_the_line_that_mistyped_is_named_and_not_ours(otter: Any) -> None:
    said, *calls = told(otter.mistyped)
    assert said.startswith("NotPlain: ")
    assert calls == ["  otter.py:7 in mistyped"]


def test_the_line_that_called_a_library_is_named(otter: Any) -> None:
    assert told(otter.library)[1:] == ["  otter.py:10 in library"]
    assert told(otter.numbers)[1:] == ["  otter.py:13 in numbers"]


def test_what_a_library_calls_back_is_the_bots_own(otter: Any) -> None:
    def ours(key: Callable[[int], Any]) -> Any:
        return sorted([4], key=key)

    names = as_file(
        str(PACKAGE / "games" / "wallenstein" / "plan.py"), "def call(key):\n    return sorted([4], key=key)"
    )
    assert told(otter.called_back, names) == ["KeyError: 4", "  otter.py:16 in called_back", "  otter.py:19 in key"]
    assert told(otter.called_back, ours)[1:] == ["  otter.py:16 in called_back", "  otter.py:19 in key"]


def test_the_innermost_calls_of_many_are_named(otter: Any) -> None:
    assert told(otter.deep, 30)[1:] == ["  otter.py:22 in deep"] * 8


def test_our_compiled_code_is_ours() -> None:
    """It has names of files that are relative to where it was compiled."""
    compiled = as_file("wallenstein/games/wallenstein/plan.py", "def call():\n    raise ValueError('no')")
    assert told(compiled) == ["ValueError: no"]


def test_files_that_may_be_a_bots() -> None:
    reference = PACKAGE / "bots" / "reference" / "miller.py"
    bots = [str(reference), "wallenstein/bots/reference/miller.py", "/home/ann/bots/otter.py", "<stdin>", "otter.py"]
    assert all(map(is_bots, [*bots, np.__file__]))
    others = [str(PACKAGE / "bots" / "bot.py"), "wallenstein/plan.py", "<frozen os>", dedent.__code__.co_filename]
    assert not any(map(is_bots, others))


def test_an_installed_bot_is_named_with_what_it_calls_of_its_package() -> None:
    helper = as_file("/usr/lib/python3/dist-packages/otters/helper.py", "def call():\n    raise ValueError('no')")
    bot = as_file("/usr/lib/python3/dist-packages/otters/otter.py", "def call(helper):\n    return helper()")
    wrapped = as_file(str(PACKAGE / "table" / "inside.py"), "def call(bot, helper):\n    return bot(helper)")
    with pytest.raises(ValueError, match="no") as raised:
        wrapped(bot, helper)
    trace = raised.value.__traceback__
    assert trace is not None
    raised.value.__traceback__ = trace.tb_next  # without this test's own frame, which would count as a bot's
    assert error_text(raised.value).splitlines()[1:] == ["  otter.py:2 in call", "  helper.py:2 in call"]


def test_a_failure_of_our_own_is_told_with_all_calls(otter: Any) -> None:
    try:
        otter.mistyped()
    except ValueError as error:
        calls = [line.split(" in ")[1] for line in failure_text(error).splitlines()[1:]]
    assert calls[1:] == ["mistyped", "of", "action_code", "number_or_name"]
