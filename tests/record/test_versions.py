"""A run says what it was played with, and a program of other versions says so."""

import platform

import numpy as np
import pytest

from wallenstein.tourney import identity as module
from wallenstein.tourney.identity import other_versions, versions


def test_the_versions_are_those_that_play() -> None:
    found = versions()
    assert list(found) == ["python", "numpy", "pandas", "pyarrow", "scipy"]
    assert (found["python"], found["numpy"]) == (platform.python_version(), np.__version__)


def test_what_differs_is_named() -> None:
    now = versions()
    assert other_versions({"versions": now}) == ""
    assert other_versions({}) == ""
    begun = {**now, "pyarrow": "1.0", "python": "3.10.0", "older": "2"}
    assert other_versions({"versions": begun}) == (
        f"python 3.10.0 (now {now['python']}), pyarrow 1.0 (now {now['pyarrow']})"
    )


def test_a_package_that_was_put_on_the_path_by_hand_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PACKAGES", ("nothing-of-this-name",))
    assert versions() == {"python": platform.python_version(), "nothing-of-this-name": "unknown"}
