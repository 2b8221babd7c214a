"""The code of `docs/bots.md`, of the README's part on bots, and of the examples runs."""

import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from wallenstein.bots.bot import forget
from wallenstein.bots.conformance import assert_conforms
from wallenstein.bots.discovery import find
from wallenstein.bots.match import play
from wallenstein.cli import main

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "bots.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLE = ROOT / "examples" / "rehearsal.py"


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def readme_section() -> str:
    """What the README says under "Write a bot"."""
    return README.partition("## Write a bot\n")[2].partition("\n## ")[0]


@pytest.fixture
def module() -> Iterator[ModuleType]:
    """A module to run code in, as if it stood in a file."""
    made = ModuleType("guide_of_bots")
    sys.modules[made.__name__] = made
    yield made
    del sys.modules[made.__name__]
    forget(made.__name__)


@pytest.mark.parametrize("text", [GUIDE, readme_section()], ids=["docs/bots.md", "README.md"])
def test_python_runs(text: str, module: ModuleType) -> None:
    found = blocks(text, "python")
    assert found
    for number, block in enumerate(found):
        exec(compile(block, f"block {number}", "exec"), module.__dict__)
    assert play([module.__dict__["Taxman"], "random", "random"], seed=1).faults == []


@pytest.mark.slow
def test_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [shlex.split(line)[1:] for block in blocks(GUIDE, "sh") for line in block.splitlines()]
    assert ["bots", "new", "weaver"] in commands
    for words in commands:
        result = CliRunner().invoke(main, words, prog_name="wallenstein")
        assert result.exit_code == 0, f"{words}: {result.output}"


@pytest.mark.slow
def test_the_example_conforms_and_beats_random() -> None:
    example = find(str(EXAMPLE))
    assert_conforms(example, rounds=1)
    ranks: Counter[int] = Counter()
    for seed in range(24):
        seats: list[str | type] = ["random"] * 4
        seats[seed % 4] = example
        ranks[play(seats, seed=seed).result[seed % 4].rank] += 1
    assert ranks[1] >= 14  # of 24; at 80 % as measured, fewer are one in a hundred; parity is 6
