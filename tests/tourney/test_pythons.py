"""Every Python from 3.11 on plays the same games and writes the same bytes: the quickstart on each that is installed.

An interpreter needs the project's dependencies, in the versions that this one has. They are installed once, into
`build/pythons/`; where that is not possible, for instance without an index of packages, the test is skipped.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution, requires
from pathlib import Path
from typing import Final

import pytest

from tests.pythons import interpreters
from tests.tourney.tournament import contents, only_run

ROOT: Final = Path(__file__).parents[2]
CACHE: Final = ROOT / "build" / "pythons"
QUICKSTART: Final = ("tourney", "configs/quickstart.toml", "--quiet", "--jobs", "2")
WAYS: Final = {
    "quickstart": (),
    "draft": ('game.setup="draft"', 'game.tower="baffles"', "tourney.blocks=4"),
    "expansions": ('game.expansions=["emperors-court","landsknechte"]', "tourney.blocks=4"),
    "first": ('game.edition="first"', 'game.variant="manual"', "tourney.blocks=4"),
}


def others_installed() -> list[Path]:
    """One interpreter of each other version that is installed."""
    return [path for path in interpreters().values() if path != Path(sys.executable)]


def needed() -> list[str]:
    """The project's dependencies, and theirs, in the versions that are installed here."""
    found: dict[str, str] = {}
    waiting = [*_names("wallenstein")]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = distribution(name).version
            waiting += _names(name)
    return [f"{name}=={version}" for name, version in sorted(found.items())]


def _names(package: str) -> Iterator[str]:
    for line in requires(package) or ():
        requirement, _, marker = line.partition(";")
        name = requirement.strip()
        for end in "[<>=!~ (":
            name = name.partition(end)[0]
        if "extra" not in marker and "platform" not in marker and "python_version" not in marker:
            yield name


def folder_of(interpreter: Path) -> Path:
    """The folder of its environment."""
    return CACHE / f"{interpreter.parent.parent.name}-{interpreter.name}"


def environment(interpreter: Path) -> Path:
    """The interpreter of an environment with the dependencies."""
    folder = folder_of(interpreter)
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        made = subprocess.run([interpreter, "-m", "venv", folder], capture_output=True, text=True)
        if made.returncode:
            pytest.skip(f"{interpreter} makes no environment: {made.stderr.strip()[-200:]}")
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *needed()]
        done = subprocess.run(install, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"{interpreter} gets no packages: {done.stderr.strip()[-200:]}")
        (folder / "ready").touch()
    return python


def tables(python: Path, results: Path, *sets: str) -> dict[str, bytes]:
    """The part files of the quickstart, played by this interpreter."""
    wanted = [word for pair in zip(["--set"] * len(sets), sets, strict=True) for word in pair]
    command = [
        str(python),
        "-m",
        "wallenstein.cli",
        *QUICKSTART,
        *wanted,
        "--results",
        str(results),
    ]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environ)
    assert done.returncode == 0, done.stderr
    return contents(only_run(results))


def ready(interpreter: Path) -> bool:
    """Whether its environment was made before."""
    return (folder_of(interpreter) / "ready").exists()


def differing(tmp_path: Path, others: list[Path], sets: tuple[str, ...]) -> dict[Path, set[str]]:
    """The part files of each of the others that are not as those written here."""
    here = tables(Path(sys.executable), tmp_path / "here", *sets)
    assert len(here) > 5
    found = {}
    for number, interpreter in enumerate(others):
        there = tables(environment(interpreter), tmp_path / str(number), *sets)
        found[interpreter] = {name for name in here | there if here.get(name) != there.get(name)}
    return found


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_the_same_bytes_in_every_python(tmp_path: Path, way: str) -> None:
    others = others_installed()
    if not others:
        pytest.skip(f"no other Python than {sys.version.split()[0]} is installed")
    assert differing(tmp_path, others, WAYS[way]) == {other: set() for other in others}


def test_the_same_bytes_in_every_python_that_is_ready(tmp_path: Path) -> None:
    others = [interpreter for interpreter in others_installed() if ready(interpreter)]
    if not others:
        pytest.skip("no other Python has an environment yet; the long tests make them")
    assert differing(tmp_path, others, ("tourney.blocks=1",)) == {other: set() for other in others}
