"""The tutorials: every command and every program in them runs, in the order in which they stand there.

Blocks that begin with the name of a file in a comment are written to that file; other Python blocks run together.
A block of text is part of what the block before it has printed; `...` stands for what is left out.
"""

import contextlib
import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wallenstein.core.program.packaged import packaged

ROOT = Path(__file__).parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w/]+\.(?:py|toml|csv))\n")
MINUTES = "0.01"  # of training, in place of what the tutorial says
INSTALLED = "pip install 'wallenstein["  # what tests have


class Reader:
    """Somebody who follows a tutorial in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {}
        self.printed = ""

    def follow(self, text: str) -> Iterator[str]:
        """Does what the tutorial says; a sentence for each text that is not what was printed."""
        for language, block in FENCE.findall(text):
            name = FILE.match(block)
            if language == "text":
                yield from (part for part in re.split(r"^\.\.\.\n", block, flags=re.M) if part not in self.printed)
            elif name:
                self.write(name[1], block[name.end() :] if language == "csv" else block)
            elif language == "json":
                self.write("position.json", block)
            elif language == "python":
                self.run_python(block)
            else:
                self.printed = "".join(map(self.run, block.splitlines()))

    def write(self, name: str, block: str) -> None:
        """A file that the tutorial shows."""
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(block, "utf-8")

    def run_python(self, block: str) -> None:
        """A block, with the names of those before it."""
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(block, "tutorial", "exec"), self.names)
        self.printed = out.getvalue()

    def run(self, line: str) -> str:
        """What a command prints, which must succeed."""
        words = shlex.split(line)
        if words[0] == "cd":
            self.folder = self.folder / words[1]
            return ""
        if line.startswith(INSTALLED):
            return ""
        if words[:2] == ["python", "train.py"]:
            shutil.copy(packaged("examples") / "train.py", self.folder)
            words[words.index("--minutes") + 1] = MINUTES
        command, file = (words[:-2], words[-1]) if words[-2] == ">" else (words, "")
        command = [sys.executable, *(["-m", "wallenstein"] if command[0] == "wallenstein" else []), *command[1:]]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        if file:
            (self.folder / file).write_text(done.stdout, "utf-8")
        return done.stdout


def test_there_is_one_for_each_reader() -> None:
    assert [path.stem for path in TUTORIALS] == ["analyst", "bot-author", "owner", "researcher", "teacher"]


@pytest.mark.long
@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_every_command_runs(path: Path, tmp_path: Path) -> None:
    assert list(Reader(tmp_path).follow(path.read_text("utf-8"))) == []
