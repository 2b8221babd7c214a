"""Commands of bots in other languages, as far as this machine can run them."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
JAVASCRIPT: Final = ROOT / "examples" / "javascript" / "otter.js"
SIXTEEN_THIRTY: Final = JAVASCRIPT.with_name("sixteen-thirty.js")
C: Final = ROOT / "examples" / "c" / "otter.c"
STRICT: Final = ("-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
CHECKED: Final = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def compiled(source: Path, folder: Path, *flags: str) -> list[str]:
    """The command of a C program; the test is skipped where there is no gcc."""
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no gcc")
    program = folder / source.stem
    subprocess.run([compiler, *STRICT, *flags, "-o", program, source], check=True, timeout=120)
    return [str(program)]


def javascript(source: Path) -> list[str]:
    """The command of a JavaScript program; the test is skipped where there is no Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node")
    return [node, str(source)]


def command_of(language: str, folder: Path, *flags: str) -> list[str]:
    """The command of the example in this language."""
    return javascript(JAVASCRIPT) if language == "javascript" else compiled(C, folder, *flags)
