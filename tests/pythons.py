"""Which versions of Python are installed beside the one that runs the tests."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

MINORS: Final = (11, 12, 13, 14)


def interpreters() -> dict[str, Path]:
    """One interpreter of each version from 3.11 on, this one's or of those on the path and of pyenv, by version."""
    found: dict[str, Path] = {}
    for minor in MINORS:
        on_path = shutil.which(f"python3.{minor}")
        candidates = [Path(sys.executable)] if sys.version_info.minor == minor else []
        candidates += [Path(on_path)] if on_path else []
        candidates += sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python"))
        works = (path for path in candidates if _runs(path, minor))
        if (first := next(works, None)) is not None:
            found[f"3.{minor}"] = first
    return found


def _runs(path: Path, minor: int) -> bool:
    """Whether it is what it is called; a shim of pyenv may be none."""
    code = f"import sys, venv; sys.exit(sys.version_info[:2] != (3, {minor}))"
    try:
        return subprocess.run([path, "-c", code], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
