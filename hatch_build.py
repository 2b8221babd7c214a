"""What pip builds: the files that belong into the packages, and the rules compiled with mypyc.

The rules are compiled in place for `make fast`, and into the wheel if WALLENSTEIN_COMPILE=1 is set for pip.
"""

import gc
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH: Final = "WALLENSTEIN_COMPILE"
GROUP: Final = "wallenstein_rules"  # the library with all compiled code is wallenstein_rules__mypyc, beside the package
SUFFIX: Final[str] = sysconfig.get_config_var("EXT_SUFFIX")
FOLDERS: Final = {  # beside the package in a clone, with what others may have put there; their places in a wheel
    "bots": "wallenstein/bots/reference",
    "configs": "wallenstein/configs",
    "docs": "wallenstein/docs",
    "examples": "wallenstein/examples",
    "studies": "wallenstein/studies",
}
PICTURES: Final = "docs/pictures/"  # of the documents; no wheel has them, because they are printed as text there
ALONE: Final = (  # mypy reads no other packages, and does not complain of what follows; `make lint` checks types
    "--no-site-packages", "--follow-imports=silent", "--ignore-missing-imports", "--no-warn-return-any",
    "--no-warn-unused-ignores", "--allow-subclassing-any", "--allow-untyped-decorators",
)  # fmt: skip
STAMP: Final = f"compiled-{sys.implementation.cache_tag}.json"  # in the package: which sources it was made from

# What plays games is compiled: all of games/ and table/, and what they share, but for what says here why not.
COMPILED: Final = (
    "core/arithmetic.py", "core/chance.py", "core/choices.py", "core/encoding.py", "core/engine.py", "core/plain.py",
    "core/search/*.py", "environment/batched.py", "environment/stepped_game.py", "games/*.py", "table/*.py",
)  # fmt: skip
INTERPRETED: Final[dict[str, tuple[str, ...]]] = {
    "has nothing that runs": ("*/__init__.py",),
    "says in annotations what numbers mean, which compiled classes lose": (
        "*/records.py", "*/model/codes.py", "*/model/entries.py", "*/model/decision.py", "*/model/choices.py",
        "*/model/view.py", "*/wallenstein/plan.py",
    ),
    "is derived from by what is not compiled, or is itself derived from such a class": (
        "*/bot.py", "*/game.py", "*/rules.py", "*/conformance.py",
    ),
    "is used once a game or less: to lay it out, to fit a model, to list the columns of a table": (
        "*/new_game.py", "*/names.py", "games/wallenstein/options.py", "*/tables.py", "*/fit.py", "*/fitting.py",
        "*/loading.py", "*/tower/throws.py",
    ),
    "tells a game, draws it, or reads it from a document": (
        "*/story*", "*/replay*", "*/terminal/*", "*/position*", "*/referee*", "*/messages.py", "*/telling.py",
        "*/seat.py", "*/board/*", "*/surveys*", "*/analysis.py", "*/advice.py",
    ),
    "spends its time in other processes, or runs once a seat": (
        "table/processes/*", "table/isolation.py", "table/protocol.py", "table/conditions.py", "table/faults.py",
        "table/answers.py",
    ),
}  # fmt: skip


def sources(package: Path) -> list[Path]:
    """The files that are compiled."""
    found = ((path, path.relative_to(package).as_posix()) for path in sorted(package.rglob("*.py")))
    return [path for path, name in found if matches(name, COMPILED) and why_not(name) is None]


def why_not(name: str) -> str | None:
    """Why a file is not compiled, as what follows "it"; None if nothing speaks against it."""
    return next((reason for reason, patterns in INTERPRETED.items() if matches(name, patterns)), None)


def matches(name: str, patterns: tuple[str, ...]) -> bool:
    """Whether one of the patterns is that of the name; an asterisk stands for folders, too."""
    return any(fnmatch(name, pattern) for pattern in patterns)


class Compiled(NamedTuple):
    """The libraries by their places below the project, and what the sources were like that they were made from."""

    libraries: dict[str, Path]
    stamp: dict[str, list[int]]


def compile_rules(root: Path) -> Compiled:
    """Compiles into build/compiled."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    build = root / "build" / "compiled" / sys.implementation.cache_tag
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir(parents=True)
    stamp = stamp_of(root / "wallenstein")
    before = Path.cwd()
    os.chdir(root)  # mypy's settings are here, and traces name files from here
    try:
        files = [path.relative_to(root).as_posix() for path in sources(root / "wallenstein")]
        tell(f"Reading {len(files)} files.")
        modules = mypycify(  # at level 3, games are no faster; symbols for debuggers would double it
            [*ALONE, *files], group_name=GROUP, target_dir=str(build / "c"), multi_file=True, opt_level="2",
            debug_level="0",
        )  # fmt: skip
        gc.freeze()  # at its end, Python would free all that mypy holds, object by object, for as long as this took
        distribution = Distribution({"name": "wallenstein", "ext_modules": modules})
        command = side_by_side()(distribution)
        command.build_lib, command.build_temp = str(build / "lib"), str(build / "temp")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    home = build / "lib"
    return Compiled({path.relative_to(home).as_posix(): path for path in home.rglob(f"*{SUFFIX}")}, stamp)


def side_by_side() -> Any:
    """The command of setuptools, with as many compilers as processors, where its own runs one for each library."""
    from setuptools.command.build_ext import build_ext

    class BuildSideBySide(build_ext):
        def build_extensions(self) -> None:
            compile_files: Any = self.compiler.compile
            total, done = sum(len(each.sources) for each in self.extensions), count(1)

            def compile_each(names: list[str], **options: Any) -> list[str]:
                def compile_one(name: str) -> list[str]:
                    objects: list[str] = compile_files([name], **options)
                    tell(f"Compiling: {next(done)} of {total} files of C.")
                    return objects

                largest_first = sorted(names, key=os.path.getsize, reverse=True)  # so that no compiler ends alone
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    return list(chain.from_iterable(pool.map(compile_one, largest_first)))

            self.compiler.compile = compile_each
            super().build_extensions()

    return BuildSideBySide


def tell(text: str) -> None:
    """Progress, on one line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def stamp_of(package: Path) -> dict[str, list[int]]:
    """Of every file whose constants may be compiled in: when it was changed, and its size."""
    stamp: dict[str, list[int]] = {}
    for folder in ("core", "environment", "games", "table"):
        for path in sorted((package / folder).rglob("*.py")):
            fact = path.stat()
            stamp[path.relative_to(package).as_posix()] = [fact.st_mtime_ns, fact.st_size]
    return stamp


def place(compiled: Compiled, root: Path) -> None:
    """Puts the libraries beside their sources; the stamp first, so that there are never libraries without it."""
    remove(root)
    (root / "wallenstein" / STAMP).write_text(json.dumps(compiled.stamp, indent=1) + "\n")
    for name, library in compiled.libraries.items():
        shutil.copy2(library, root / name)


def remove(root: Path) -> None:
    """Takes away what `place` has put there for this Python."""
    for library in [*root.glob(f"{GROUP}__mypyc{SUFFIX}"), *(root / "wallenstein").rglob(f"*{SUFFIX}")]:
        library.unlink()
    (root / "wallenstein" / STAMP).unlink(missing_ok=True)


def project_files(root: Path) -> list[str]:
    """The files of FOLDERS that are part of the project: those under version control, so that sketches stay out."""
    if (root / ".git").exists():
        command = ["git", "-C", str(root), "ls-files", "-z", "--", *FOLDERS]
        listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return sorted(name for name in listed.split("\0") if name and (root / name).is_file())
    files = (path for folder in FOLDERS for path in (root / folder).rglob("*"))  # an sdist has no others
    return sorted(path.relative_to(root).as_posix() for path in files if path.is_file())


def place_in_wheel(name: str) -> str:
    """Where a file of FOLDERS is in a wheel."""
    folder, _, rest = name.partition("/")
    return f"{FOLDERS[folder]}/{rest}"


class ProjectHook(BuildHookInterface[Any]):
    """Adds the project's files to a wheel or an sdist, and the compiled rules to a wheel, if that is wanted.

    An editable installation has the files beside the package, and gets the rules compiled in place.
    """

    def wanted(self) -> bool:
        """Whether the switch is set."""
        return self.target_name == "wheel" and os.environ.get(SWITCH, "0") not in ("", "0")

    def dependencies(self) -> list[str]:
        """What compiling needs."""
        return ["mypy>=2.4", "setuptools>=68"] if self.wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lists the files, and compiles, before the wheel or the sdist is put together."""
        root = Path(self.root)
        if version != "editable":
            files = project_files(root)
            wheel = {name: place_in_wheel(name) for name in files if not name.startswith(PICTURES)}
            places = wheel if self.target_name == "wheel" else dict(zip(files, files, strict=True))
            build_data["force_include"] |= {str(root / name): place for name, place in places.items()}
        if not self.wanted():
            return
        compiled = compile_rules(root)
        if version == "editable":
            place(compiled, root)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(library): name for name, library in compiled.libraries.items()}


if __name__ == "__main__":
    here = Path(__file__).parent
    if "--remove" in sys.argv:
        remove(here)
    else:
        place(compile_rules(here), here)
        tell("")
