"""What decides a game is in the fingerprint of its rules, and what only tells, records or checks games is not."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wallenstein.compiled import SWITCH
from wallenstein.core.documents import folder_of
from wallenstein.core.game import UNDECISIVE
from wallenstein.core.program.sources import files_in, folder_hash, left_out
from wallenstein.games.wallenstein.game import Wallenstein

ROOT: Final = Path(__file__).parents[3] / "wallenstein"
CORE: Final = ROOT / "core"
GAME: Final = ROOT / "games" / "wallenstein"

# Games of all editions and expansions in an interpreter of their own, with all that a bot may ask of a view and an
# offer; prints the files whose code has run.
PLAY: Final = """
import sys
from pathlib import Path
from random import Random
from wallenstein.games.wallenstein.game import Wallenstein

ran = set()
game = Wallenstein()
ways = [
    {}, {"setup": "draft", "tower": "baffles"}, {"tower": "open"}, {"expansions": ["emperors-court", "landsknechte"]},
    {"edition": "first"}, {"edition": "first", "variant": "manual", "setup": "draft"},
]
sys.setprofile(lambda frame, event, argument: ran.add(frame.f_code.co_filename))
for way in ways:
    for players in (3, 4, 5):
        state, rng = game.new_game(game.rules(way, Path()), players, 1), Random(players)
        while (decision := state.decision) is not None:
            view = state.view(decision.seat)
            if rng.random() < 0.01:
                view.sample(rng)
            choice = decision.random(rng)
            if decision.kind == "plan":
                choice = decision.options.repair(choice)
            if rng.random() < 0.05:
                choice = game.substitute(state, rng)
            state.apply(choice)
        state.result()
sys.setprofile(None)
print("\\n".join(sorted(ran)))
"""
# What code that counts takes from code that does not: types, readers of documents, what tells and records a game.
TAKEN: Final = {
    "core/documents.py": {
        *("COUNT", "Json", "NULL", "Schema", "TRUTH", "by_name", "closed_object", "either", "many"),
        *("JsonObject", "RawTable", "folder_of", "parse_toml", "read_text"),
        *("MOST", "PendingDecision", "open_object", "or_null", "refusal"),
    },
    # the code itself counts by its files
    "core/program/own_code.py": {"OwnCode", "OwnCodeFailed", "asked", "check_data", "check_module", "code_file"},
    "core/program/sources.py": {"class_hash", "files_hash", "folder_hash", "load_python_file"},
    "core/scenario.py": {"Referee"},
    "core/story.py": {"LogNarrator", "Narrator", "Placing"},
    "core/reports.py": {"About", "ColumnReader", "Map", "Measure", "RunPart", "Survey", "Trait"},
    "core/tables.py": {"Column", "Rows", "Table", "listed_tables"},
    "core/text.py": {"Items", "Toned", "brief", "did_you_mean", "either", "printable"},
    "games/wallenstein/board/check.py": {"check"},
    "games/wallenstein/editions/court/position.py": {"position"},
    "games/wallenstein/journal/rows.py": {"tables", "write_rows"},
    "games/wallenstein/position/document.py": {"with_all", "write_position"},
    "games/wallenstein/position/holdings.py": {"CARDS", "plan_codes"},
}


ADVICE: Final = ("advice.py",)  # a bot that is advised by these counts what they import as its own


def counts(path: Path) -> bool:
    """Whether a file of the rules is part of the fingerprint."""
    if path.is_relative_to(GAME):
        return not left_out(path.relative_to(GAME).as_posix(), Wallenstein.undecisive)
    return not left_out(path.relative_to(CORE).as_posix(), UNDECISIVE)


def of_rules(path: Path) -> bool:
    return path.is_relative_to(GAME) or path.is_relative_to(CORE)


def test_all_code_that_runs_in_a_game_counts() -> None:
    command, environment = [sys.executable, "-c", PLAY], {**os.environ, SWITCH: "0"}  # compiled code is not seen
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    ran = [Path(line) for line in run.stdout.splitlines() if of_rules(Path(line))]
    assert len(ran) > 35
    assert [str(path) for path in ran if not counts(path)] == []


def taken() -> Iterator[tuple[str, str]]:
    """The file and name of everything that code that counts imports from code that does not."""
    for path in (*CORE.rglob("*.py"), *GAME.rglob("*.py")):
        if not counts(path) or path.name in ("advice.py",):  # whoever is advised by it counts the advice of all
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wallenstein."):
                for name in (alias.name for alias in node.names):
                    for module in (str(node.module), f"{node.module}.{name}"):
                        file = ROOT.parent / f"{module.replace('.', '/')}.py"
                        if file.is_file() and of_rules(file) and not counts(file):
                            yield file.relative_to(ROOT).as_posix(), name


def test_code_that_counts_takes_nothing_that_decides_from_code_that_does_not() -> None:
    found = set(taken())
    assert len(found) > 20
    assert [(file, name) for file, name in sorted(found) if name not in TAKEN.get(file, ())] == []


def test_every_pattern_leaves_something_out() -> None:
    for folder, patterns in (
        (folder_of("wallenstein.core"), UNDECISIVE),
        (folder_of("wallenstein.games.wallenstein"), Wallenstein.undecisive),
    ):
        names = [name for name, _ in files_in(folder)]
        assert [pattern for pattern in patterns if not any(left_out(name, [pattern]) for name in names)] == []


def test_a_file_that_counts_changes_the_hash_and_another_does_not(tmp_path: Path) -> None:
    (tmp_path / "story").mkdir()
    for name in ("rules.py", "story/told.py", "data.toml", "notes.txt"):
        (tmp_path / name).write_text("one = 1\n")
    before = folder_hash([tmp_path], ["story/"])
    for name, same in (("story/told.py", True), ("notes.txt", True), ("rules.py", False), ("data.toml", False)):
        (tmp_path / name).write_text("one = 2\n")
        assert (folder_hash([tmp_path], ["story/"]) == before) is same, name
        before = folder_hash([tmp_path], ["story/"])
