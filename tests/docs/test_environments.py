"""The code of `docs/environments.md` runs; the meaning of its numbers is in tests of the reference."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")


def test_the_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    exec(compile(code, "docs/environments.md", "exec"), {})
    assert capsys.readouterr().out == "('bremen', 'holstein', 'lueneburg')\n"
