"""Whether the rules run compiled: by libraries beside their sources, unless those have changed since `make fast`."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

SWITCH: Final = "WALLENSTEIN_COMPILED"  # 0 in the environment: interpreted, whatever there is
PACKAGE: Final = Path(__file__).parent
LIBRARY: Final = PACKAGE.parent / f"wallenstein_rules__mypyc{EXTENSION_SUFFIXES[0]}"
STAMP: Final = PACKAGE / f"compiled-{sys.implementation.cache_tag}.json"  # a wheel has none: its sources stay


class Sources:
    """Finds the package's modules by their sources, before Python finds the libraries beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The module of a file; packages are found as usual."""
        package, *parts = name.split(".")
        if package != PACKAGE.name or not parts:
            return None
        file = PACKAGE.joinpath(*parts).with_suffix(".py")
        return spec_from_file_location(name, file) if file.is_file() else None


def why_interpreted() -> str | None:
    """Why the rules do not run compiled, as a phrase; None if they do."""
    if not LIBRARY.exists():
        return "they have not been compiled"
    if os.environ.get(SWITCH) == "0":
        return f"{SWITCH} is 0"
    if STAMP.exists() and has_changed():
        return "their sources have changed since they were compiled"
    return None


def has_changed() -> bool:
    """Whether a source is gone, has another size or another time of its last change than the stamp says.

    A stamp that cannot be read says nothing, so everything may have changed.
    """
    import json

    try:
        stamp = json.loads(STAMP.read_text())
        now = [(PACKAGE / name).stat() for name in stamp]
        return [[fact.st_mtime_ns, fact.st_size] for fact in now] != list(stamp.values())
    except (OSError, ValueError, TypeError, AttributeError):
        return True


def choose() -> str | None:
    """Makes Python take the sources where the libraries must not be used; the reason, None if they are used."""
    reason = why_interpreted()
    if reason is not None and LIBRARY.exists():
        sys.meta_path.insert(0, Sources)
    return reason


INTERPRETED: Final = choose()


def sentence() -> str:
    """How the rules run, for people."""
    if INTERPRETED is None:
        return "The rules run compiled."
    checkout = (PACKAGE.parent / "hatch_build.py").exists()
    remedy = "`make fast` compiles them" if checkout else "installing with WALLENSTEIN_COMPILE=1 compiles them"
    return f"The rules run interpreted: {INTERPRETED}; {remedy}."
