"""Functions of scipy.special, imported alone."""

import subprocess
import sys

import pytest

IMPORTS = ("from wallenstein.stats import special", "import scipy.special, scipy.optimize")


@pytest.mark.parametrize("order", [IMPORTS, IMPORTS[::-1]])
def test_they_are_those_of_scipy_before_and_after_all_of_it_is_imported(order: tuple[str, str]) -> None:
    code = "\n".join(
        [*order, "print(all(getattr(scipy.special, name) is getattr(special, name) for name in special.__all__))"]
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True"


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("wallenstein.stats.summary", "scipy.special"),
        ("wallenstein.analysis", "pandas"),
    ],
)
def test_what_takes_long_to_import_is_left_out(module: str, without: str) -> None:
    code = f"import sys, {module}\nprint({without!r} in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
