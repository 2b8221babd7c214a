"""What tests skip is named at the end, with the command that installs it."""

import atexit
import os
import signal
import sys
from collections import Counter
from shutil import which
from typing import Final

import pytest

PACKAGES: Final = {  # of Debian, by the programs of which tests look for one
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "bubblewrap": ("bwrap",),
    "gcc": ("gcc",),
    "nodejs": ("node",),
}


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell begins what runs in its background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # otherwise, commands that tests stop would not hear it


@atexit.register
def _silence_duckdb() -> None:
    """DuckDB lists what it leaks when Python ends, after everything else."""
    if "duckdb" in sys.modules:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Each reason once."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, tests in sorted(reasons.items()):
        terminalreporter.write_line(f"skipped {tests}: {reason}")
    missing = [package for package, programs in PACKAGES.items() if not any(map(which, programs))]
    if reasons and missing:
        terminalreporter.write_line(f"what brings the missing programs: sudo apt-get install {' '.join(missing)}")
