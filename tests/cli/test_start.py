"""What the process of a command is given before it imports libraries."""

import subprocess
import sys
from os import environ

import pytest

from wallenstein.cli.group import OBJECTS

SAY = """
import gc, os, sys
from click import Context
from wallenstein.cli import main
main.get_command(Context(main), "tourney")
import wallenstein.tourney.run
print(gc.get_threshold()[0], os.environ["OPENBLAS_NUM_THREADS"])
print(*[name for name in sys.modules if name in {"scipy.special", "scipy.optimize", "pyarrow.compute"}])

class Found:
    def __del__(self):
        os.write(1, b"found at the end")

garbage = Found()
garbage.itself = garbage
"""


def said(environment: dict[str, str]) -> list[str]:
    """What a process says that is about to run a tournament."""
    run = subprocess.run([sys.executable, "-c", SAY], capture_output=True, text=True, check=True, env=environment)
    return run.stdout.splitlines()


@pytest.mark.parametrize("threads", [None, "3"])
def test_libraries_start_no_threads_unless_the_environment_says_so(threads: str | None) -> None:
    environment = {name: value for name, value in environ.items() if name != "OPENBLAS_NUM_THREADS"}
    if threads is not None:
        environment["OPENBLAS_NUM_THREADS"] = threads
    assert said(environment)[0] == f"{OBJECTS} {threads or 1}"


def test_a_tournament_begins_without_what_only_its_end_needs() -> None:
    """Workers are forked then, and would all have it."""
    assert said(dict(environ))[1] == ""


def test_a_command_ends_without_a_look_for_garbage() -> None:
    assert len(said(dict(environ))) == 2
