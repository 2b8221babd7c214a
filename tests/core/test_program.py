"""A user's Python file is loaded under a name that the program chooses, and leaves nothing behind when it fails."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from wallenstein.core.program.sources import load_python_file

NAME = "a_file_of_the_user"


@pytest.fixture(autouse=True)
def _unload() -> Iterator[None]:
    yield
    sys.modules.pop(NAME, None)


def test_a_file_is_found_under_the_name_that_was_chosen(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("WHO = __name__\n")
    module = load_python_file(file, NAME)
    assert module.WHO == NAME
    assert sys.modules[NAME] is module
    assert load_python_file(file, NAME, b"WHO = 'somebody else'").WHO == "somebody else"


@pytest.mark.parametrize(
    ("text", "fault"),
    [("1 / 0\n", ZeroDivisionError), ("def\n", SyntaxError), ("raise SystemExit(3)\n", SystemExit)],
)
def test_a_file_that_fails_leaves_no_module_behind(tmp_path: Path, text: str, fault: type[BaseException]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(fault):
        load_python_file(file, NAME)
    assert NAME not in sys.modules
