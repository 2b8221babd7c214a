"""Builds wheel and sdist, looks at what is in them, and tries them in a clean environment of every Python there is.

python -m tests.package.run [--pythons 3.11 3.13]

A part of continuous integration. Everything is in build/packages, and made anew.
"""

import argparse
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from hatch_build import FOLDERS, PICTURES, place_in_wheel
from tests.pythons import interpreters

ROOT: Final = Path(__file__).parents[2]
HOME: Final = ROOT / "build" / "packages"
TRIAL: Final = Path(__file__).with_name("trial.py")
JOBS: Final = 2
MADE_BY_BUILDING: Final = "PKG-INFO"


def build(out: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel made from it."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    checked(command, out)
    return next(out.glob("*.tar.gz")), next(out.glob("*.whl"))


def tracked(*folders: str) -> list[str]:
    """The files of these folders that are under version control and there."""
    listed = checked(["git", "-C", str(ROOT), "ls-files", "--", *folders], ROOT).splitlines()
    return [name for name in listed if (ROOT / name).is_file()]


def wheel_faults(wheel: Path) -> Iterator[str]:
    """What is in the wheel and should not be, and what is missing."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    beside = (name for name in tracked(*FOLDERS) if not name.startswith(PICTURES))
    wanted = {*tracked("wallenstein"), *map(place_in_wheel, beside)}
    yield from differences(wheel.name, packed, wanted)


def sdist_faults(sdist: Path) -> Iterator[str]:
    """What is in the sdist and should not be, and what is missing."""
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()} - {MADE_BY_BUILDING}
    left_out = (".ci/", ".git")
    wanted = {name for name in tracked(".") if not name.startswith(left_out)}
    # hatchling puts .gitignore into every sdist, as it decides what belongs there
    yield from differences(sdist.name, packed - {".gitignore"}, wanted)


def differences(archive: str, packed: set[str], wanted: set[str]) -> Iterator[str]:
    """A sentence for each file that is there and should not be, or the other way round."""
    yield from (f"{archive}: {name} does not belong there" for name in sorted(packed - wanted))
    yield from (f"{archive}: {name} is missing" for name in sorted(wanted - packed))


def environment(python: Path, folder: Path, package: Path) -> Path:
    """The interpreter of a new environment with nothing but the package and what it depends on."""
    checked([str(python), "-m", "venv", str(folder)], HOME)
    inside = folder / "bin" / "python"
    checked([str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(package)], HOME)
    return inside


def tried(version: str, python: Path, package: Path) -> str:
    """Installs the package for this Python and tries it, outside the repository; a line for the log."""
    began = time.monotonic()
    folder = HOME / f"{version}-{'wheel' if package.suffix == '.whl' else 'sdist'}"
    inside = environment(python, folder, package)
    installed = time.monotonic()
    work = folder / "work"
    work.mkdir()
    said = checked([str(inside), "-P", str(TRIAL)], work).strip().splitlines()[-1]
    took = f"{installed - began:.0f} s to install, {time.monotonic() - installed:.0f} s to try"
    return f"Python {version}, {package.name}: {said} ({took})"


def checked(command: Sequence[str], cwd: Path) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Builds, looks, tries; exit code 1 and a sentence for each fault if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pythons", nargs="+", metavar="VERSION", help="only these versions, such as 3.12")
    wanted = parser.parse_args().pythons
    found = {version: path for version, path in interpreters().items() if wanted is None or version in wanted}
    if missing := set(wanted or ()) - set(found):
        raise SystemExit(f"there is no Python {', '.join(sorted(missing))} here")
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    sdist, wheel = build(HOME)
    if faults := [*wheel_faults(wheel), *sdist_faults(sdist)]:
        raise SystemExit("\n".join(faults))
    first = next(iter(found))
    tasks = [(first, found[first], sdist), *((version, path, wheel) for version, path in found.items())]
    with ThreadPoolExecutor(JOBS) as pool:
        for line in pool.map(lambda task: tried(*task), tasks):
            print(line, flush=True)


if __name__ == "__main__":
    main()
