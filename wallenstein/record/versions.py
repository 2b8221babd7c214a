"""The versions that a run was played with. They decide no game, so a run may be resumed with others."""

import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

PACKAGES: Final = ("numpy", "pandas", "pyarrow", "scipy")


def versions() -> dict[str, str]:
    """Of the interpreter, and of the packages that tables and figures are made with."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:  # put on the path by hand
            found[package] = "unknown"
    return found


def other_versions(header: Mapping[str, Any]) -> str:
    """What differs from the versions in a run's header, such as `pyarrow 25.0.0 (now 26.0.1)`; empty if nothing."""
    here = versions()
    begun = header.get("versions", {})
    return ", ".join(f"{name} {was} (now {here[name]})" for name, was in begun.items() if here.get(name, was) != was)
