"""docs/security.md: each promise names its test, which holds in the mode of its column."""

import re
from pathlib import Path

from tests.hostile.attack import NONE, PROCESS, SANDBOX
from tests.hostile.tournament import all_attacks

ROOT = Path(__file__).parents[2]
COLUMNS = {1: NONE, 2: PROCESS, 3: SANDBOX, 4: SANDBOX}
NAME = re.compile(r"`((?:test_\w+)|(?:[A-Z]\w+))`")


def test_each_promise_names_its_test() -> None:
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    tests = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    modes: dict[str, set[str]] = {}
    for attack in all_attacks().values():
        modes.setdefault(attack.__name__, set()).update(attack.modes)
    promises = text[text.index("| promise |") :].partition("\n\n")[0].splitlines()[2:]
    assert len(promises) > 10
    for promise in promises:
        cells = [cell.strip() for cell in promise.strip("|").split("|")]
        assert len(cells) == 1 + len(COLUMNS), promise
        for column, mode in COLUMNS.items():
            named = NAME.findall(cells[column])
            assert named or cells[column] in ("–", "the same"), promise
            for name in named:
                assert name in tests or mode in modes.get(name, ()), f"{name} in {mode}: {promise}"
    for head in ("| in the folder of a run |", "| when | where its code runs |"):
        others = text[text.index(head) :].partition("\n\n")[0].splitlines()[2:]
        assert len(others) > 5
        for row in others:
            last = row.strip("| ").rpartition("| ")[2]
            assert last == "–" or (last.strip("`") in tests and NAME.fullmatch(last)), row
