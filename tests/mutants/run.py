"""Makes mutants and runs the tests on each, in copies of the tree: `python -m tests.mutants.run --count 400`.

Results are kept in build/mutants, a line a mutant: run it again to resume, or with `--survivors` to try again those
that no test has found.
"""

import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from time import monotonic
from typing import Any, Final

from tests.mutants.operators import changed
from tests.mutants.sample import PACKAGE, ROOT, Mutant, sample, stages

FOLDER: Final = ROOT / "build" / "mutants"
RESULTS: Final = FOLDER / "results.jsonl"
SECONDS: Final = (120, 300, 900)  # for the tests of a stage; a mutant that takes longer is found: it hangs
AT_FAULT: Final = (1, 2)  # exit codes of pytest: a test failed, or could not even be collected


class Workshop:
    """A copy of the tree in which one mutant after the other is made and undone."""

    def __init__(self, number: int) -> None:
        self.tree = FOLDER / f"tree-{number}"
        shutil.rmtree(self.tree, ignore_errors=True)
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            copy = self.tree / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy, follow_symlinks=False)

    def failing_unchanged(self, mutants: list[Mutant], last: int) -> str | None:
        """The test that fails without any mutant, if there is one: it would seem to find them all."""
        chosen = {test for mutant in mutants for tests in stages(mutant.file)[:last] for test in tests}
        every = sorted(test for test in chosen if not test.startswith("--"))
        return self.failing(["tests"] if "tests" in every else every, 2 * sum(SECONDS))

    def found_by(self, mutant: Mutant, last: int) -> str | None:
        """The test that notices the mutant, as pytest names it; None if none does."""
        path = self.tree / PACKAGE / mutant.file
        source = path.read_text("utf-8")
        text = changed(source, mutant.change)
        assert text is not None, mutant
        path.write_text(text, "utf-8")
        try:
            for tests, seconds in list(zip(stages(mutant.file), SECONDS, strict=True))[:last]:
                found = self.failing(tests, seconds)
                if found is not None:
                    return found
        finally:
            path.write_text(source, "utf-8")
        return None

    def failing(self, tests: list[str], seconds: int) -> str | None:
        """The first test that fails, or that takes too long."""
        command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-m", "not long", "-p", "no:cacheprovider", *tests]
        environment = {**os.environ, "PYTHONPATH": str(self.tree)}
        process = subprocess.Popen(
            command, cwd=self.tree, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.communicate()
            return "time limit"
        if process.returncode not in AT_FAULT:
            return None
        lines = [line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        return lines[0].split(" - ")[0] if lines else output[-200:]


def known() -> dict[str, dict[str, Any]]:
    """The results so far, by the mutant's name."""
    lines = RESULTS.read_text("utf-8").splitlines() if RESULTS.exists() else []
    return {result["mutant"]: result for result in map(json.loads, lines)}


def run(options: Namespace) -> int:
    """Tries the mutants that have no result yet; the exit code is 0 if enough were found, 2 if none can be judged."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    mutants = sample(options.count, options.seed)
    results = known()
    waiting = [
        mutant
        for mutant in mutants
        if mutant.name not in results or (options.survivors and results[mutant.name]["found"] is None)
    ]
    failing = Workshop(0).failing_unchanged(waiting, options.stages) if waiting else None
    if failing is not None:
        print(f"no mutant can be judged, because a test fails without one: {failing}")
        return 2
    workshops: SimpleQueue[Workshop] = SimpleQueue()
    for number in range(min(options.jobs, len(waiting))):
        workshops.put(Workshop(number))

    def judge(mutant: Mutant) -> None:
        workshop, begun = workshops.get(), monotonic()
        try:
            found = workshop.found_by(mutant, options.stages)
        finally:
            workshops.put(workshop)
        result = {"mutant": mutant.name, "found": found, "seconds": round(monotonic() - begun, 1)}
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
        print(f"{'found   ' if found else 'SURVIVED'} {mutant.name.splitlines()[0]}  {found or ''}", flush=True)

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(judge, waiting))
    return report(mutants, options.least)


def report(mutants: list[Mutant], least: float) -> int:
    """Prints the survivors and the share that was found."""
    results = known()
    tried = [mutant for mutant in mutants if mutant.name in results]
    left = [mutant for mutant in tried if results[mutant.name]["found"] is None]
    for mutant in left:
        source = (ROOT / PACKAGE / mutant.file).read_text("utf-8")
        line = source.splitlines()[mutant.change.line - 1].strip()
        text = (changed(source, mutant.change) or "").splitlines()[mutant.change.line - 1].strip()
        print(f"\n{PACKAGE}/{mutant.file}:{mutant.change.line} ({mutant.change.kind})\n  - {line}\n  + {text}")
    share = 100 * (len(tried) - len(left)) / max(1, len(tried))
    print(f"\n{len(tried) - len(left)} of {len(tried)} mutants found ({share:.1f} %), {len(left)} survived")
    return int(share < least)


def main() -> int:
    """Reads the command line."""
    parser = ArgumentParser(description="Plants small faults in copies of the program and runs the tests on each.")
    parser.add_argument("--count", type=int, default=400, help="how many mutants (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (default: 2)")
    parser.add_argument("--stages", type=int, default=3, help="1: the nearest tests, 2: more, 3: all quick ones")
    parser.add_argument("--survivors", action="store_true", help="try those again that no test has found")
    parser.add_argument("--least", type=float, default=96.0, help="per cent that must be found (default: 96)")
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
