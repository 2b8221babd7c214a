"""The examples of `docs/advice.md` run, one after the other."""

from pathlib import Path
from typing import Any

from tests.docs.test_bots import blocks

GUIDE = (Path(__file__).parents[2] / "docs" / "advice.md").read_text("utf-8")


def test_its_examples_run() -> None:
    names: dict[str, Any] = {}
    found = blocks(GUIDE, "python")
    assert len(found) == 5
    for number, block in enumerate(found):
        exec(compile(block, f"block {number}", "exec"), names)
    assert names["best"]
