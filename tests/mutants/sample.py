"""Which mutants are made, and which tests are most likely to notice one."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.mutants.operators import Change, changed, changes

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = "wallenstein"
GAME: Final = "games/wallenstein"
OTHER: Final = "games/sixteen_thirty"

# The code that is mutated, by the beginning of its path, and the tests that are run first for it, the quickest first.
RULES: Final = ("tests/properties/test_golden.py", "tests/properties/test_perft.py", "tests/rules")
POSITIONS: Final = (f"tests/{GAME}/position", f"tests/{GAME}/referee", "tests/properties/test_perft.py", "tests/rules")
CASES: Final = (f"tests/{OTHER}/test_cases.py", f"tests/{OTHER}/test_golden.py")
FIRST: Final[dict[str, tuple[str, ...]]] = {
    f"{GAME}/phases/": RULES,
    f"{GAME}/editions/": RULES,
    f"{GAME}/model/": RULES,
    f"{GAME}/tower/": (f"tests/{GAME}/tower", "tests/properties/test_tower.py", f"tests/{GAME}/advice"),
    f"{GAME}/position/": POSITIONS,
    f"{GAME}/referee/": POSITIONS,
    f"{GAME}/journal/": (f"tests/{GAME}/journal", "tests/docs/test_reference.py", *RULES),
    f"{GAME}/messages.py": (f"tests/{GAME}/messages", "tests/docs/test_protocol.py", "tests/table/test_json_speech.py"),
    f"{GAME}/game.py": ("tests/properties/test_golden.py", f"tests/{GAME}/journal", "tests/properties/test_repeats.py"),
    f"{GAME}/new_game.py": RULES,
    f"{GAME}/plan.py": RULES,
    f"{OTHER}/phases/": CASES,
    f"{OTHER}/model/": (*CASES, f"tests/{OTHER}/properties"),
    f"{OTHER}/position": (*CASES, f"tests/{OTHER}/test_messages.py", f"tests/{OTHER}/properties"),
    f"{OTHER}/referee": (f"tests/{OTHER}/test_referee.py", *CASES),
    f"{OTHER}/rows.py": (f"tests/{OTHER}/test_rows.py", "tests/docs/test_reference.py", *CASES),
    f"{OTHER}/rules.py": (f"tests/{OTHER}/test_data_file.py", *CASES),
    f"{OTHER}/game.py": ("tests/games/test_games.py", *CASES),
    f"{OTHER}/new_game.py": CASES,
    "core/": ("tests/core", *POSITIONS),
    "record/": ("tests/record", "tests/cli/test_record.py", "tests/cli/test_verify.py", "tests/analysis"),
    "stats/": ("tests/stats", "tests/report", "tests/tourney/figures"),
    "tourney/schedule.py": ("tests/tourney/test_schedule.py", "tests/tourney/formats/test_fixed.py"),
    "tourney/formats/": ("tests/tourney/formats", "tests/tourney/test_schedule.py"),
}
# Then come these, and at last the rest of the quick suite.
NEXT: Final[dict[str, tuple[str, ...]]] = {
    f"{GAME}/": ("tests/properties", f"tests/{GAME}"),
    f"{OTHER}/": (f"tests/{OTHER}", "tests/games/test_games.py"),
    "core/": ("tests/properties", "tests/games"),
    "record/": ("tests/tourney",),
    "stats/": ("tests/cli",),
    "tourney/": ("tests/tourney",),
}
NO_RULES: Final = re.compile(r"/(advice|story|sensible|telling)\.py$")  # of bots and told games


class Mutant(NamedTuple):
    """One change of one file."""

    file: str  # in the package
    change: Change

    @property
    def name(self) -> str:
        """What tells it from the others."""
        kind, line, start, end, text = self.change
        return f"{self.file}:{line}:{start}-{end}:{kind}:{text}"


def all_mutants(root: Path = ROOT) -> Iterator[Mutant]:
    """Every change of every file that is mutated."""
    package = root / PACKAGE
    for path in sorted(package.rglob("*.py")):
        file = path.relative_to(package).as_posix()
        if file.startswith(tuple(FIRST)) and not NO_RULES.search(file):
            yield from (Mutant(file, change) for change in changes(path.read_text("utf-8")))


def sample(count: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """So many of them, drawn at random; a larger sample begins with a smaller one of the same seed."""
    mutants, found = list(all_mutants(root)), list[Mutant]()
    Random(seed).shuffle(mutants)
    for mutant in mutants:
        if len(found) < count and changed((root / PACKAGE / mutant.file).read_text("utf-8"), mutant.change) is not None:
            found.append(mutant)
    return found


def stages(file: str) -> list[list[str]]:
    """The tests for a mutant of this file, in the order in which they are run; those of a stage before are left out."""
    first = next(tests for start, tests in FIRST.items() if file.startswith(start))
    then = next(tests for start, tests in NEXT.items() if file.startswith(start))
    done = (*first, *then)
    return [
        [*first],
        [*then, *[f"--ignore={test}" for test in first]],
        ["tests", *[f"--ignore={test}" for test in (*done, "tests/mutants")]],  # that would see any changed line
    ]
