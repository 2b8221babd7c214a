"""What a command costs before it does anything: processor time, our files that run, and our modules that are loaded."""

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Final, NoReturn

import wallenstein

PACKAGE: Final = Path(wallenstein.__file__).parent
QUICKSTART: Final = PACKAGE.parent / "configs" / "quickstart.toml"
FUNCTION: Final = 1  # the flag of the code of functions; that of modules and classes has not got it


class Calls:
    """The package's files with a function that is called in this process, or in those that are forked from it."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.seen = set[CodeType]()
        self.leave: Final = os._exit
        os._exit = self.exit
        sys.setprofile(self.called)

    def called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.seen.add(frame.f_code)

    def exit(self, status: int) -> NoReturn:
        """In place of `os._exit`, by which forked processes end."""
        self.write()
        self.leave(status)

    def write(self) -> None:
        sys.setprofile(None)
        files = {Path(code.co_filename) for code in self.seen if code.co_flags & FUNCTION}
        ours = sorted(str(file.relative_to(PACKAGE)) for file in files if file.is_relative_to(PACKAGE))
        loaded = sorted(name for name in sys.modules if name.partition(".")[0] == "wallenstein")
        (self.folder / f"{os.getpid()}.json").write_text(json.dumps({"called": ours, "loaded": loaded}))


def watched(folder: Path, words: list[str]) -> None:
    """Runs a command of the command line, and writes what it called."""
    calls = Calls(folder)
    try:
        from wallenstein.cli import main

        main(words, standalone_mode=False)
    finally:
        calls.write()


def footprint(listed: bool) -> None:
    """Prints how many of our files run in a tournament, and how many modules its processes load."""
    with TemporaryDirectory() as place:
        folder, told = Path(place) / "results", Path(place) / "told"
        told.mkdir()
        words = ["tourney", str(QUICKSTART), "--quiet", "--jobs", "1", "--results", str(folder)]
        command = [sys.executable, __file__, "--watch", str(told), *words]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            pass
        found = {file.stem: json.loads(file.read_text()) for file in told.iterdir()}
    own = found.pop(str(process.pid))
    forked = set().union(*(each["loaded"] for each in found.values()))
    playing = set().union(*(each["called"] for each in found.values()))
    print(f"wallenstein tourney quickstart.toml: {len({*own['called'], *playing})} of our files run,")
    print(f"  {len(own['called'])} in the command, {len(playing)} in its worker and the processes that play; loaded:")
    print(f"  {len(own['loaded'])} of our modules in the command, {len(forked)} in the others")
    for name in sorted({*own["called"], *playing}) if listed else ():
        print(f"    {name}")


def seconds(words: list[str], rounds: int) -> float:
    """The median of processor seconds of a command, those of the system and of its processes included."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        program = [sys.executable, "-m", "wallenstein", *words]
        subprocess.run(program, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    once()  # which writes the bytecode
    return median(once() for _ in range(rounds))


def times(rounds: int) -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
    with TemporaryDirectory() as place:
        os.environ["PYTHONPYCACHEPREFIX"] = f"{place}/bytecode"
        results = f"{place}/results"
        quickstart = ["tourney", str(QUICKSTART), "--quiet", "--results", results]
        subprocess.run([sys.executable, "-m", "wallenstein", *quickstart], check=True, capture_output=True)
        run = str(next(Path(results).iterdir()))
        for name, words in {
            "--help": ["--help"],
            "standings": ["standings", run],
            "why": ["why", run, "random"],
            "replay": ["replay", run, "3", "--out", f"{place}/page.html"],
            "tourney --dry-run": [*quickstart, "--dry-run"],
        }.items():
            print(f"wallenstein {name:18} {seconds(words, rounds):.2f} s", flush=True)


def main() -> None:
    """Prints all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="of each command; the median counts")
    parser.add_argument("--list", action="store_true", help="name the files that run")
    parser.add_argument("--watch", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.watch:
        watched(Path(options.watch[0]), options.watch[1:])
        return
    footprint(options.list)
    if options.rounds:
        times(options.rounds)


if __name__ == "__main__":
    main()
