"""docs/sixteen-thirty: rulings told once, tables as in the data, examples read and played, code run."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from tests.docs.pages import DOCS, whole
from wallenstein.bots.bot import forget
from wallenstein.cli import main
from wallenstein.core.documents import Json
from wallenstein.games import find_game
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES, ISSUES, PHASES
from wallenstein.games.sixteen_thirty.rules import packaged

RULES, NOTATION, GUIDE = [whole(f"sixteen-thirty/{name}") for name in ("rules", "notation", "bots")]
FOLDER = DOCS / "sixteen-thirty"
GAME = find_game("sixteen-thirty")
BLOCKS = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", NOTATION, re.DOTALL | re.MULTILINE)]
SCENARIOS = [block for block in BLOCKS if "position" in block]


def table(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table whose first column has this heading."""
    found = re.search(rf"^\| {heading} \|.*\n\|[ -|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert found is not None, heading
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


def test_every_ruling_is_told_once() -> None:
    told = re.findall(r"^- \*\*(R\d+b?)\*\* ", RULES, re.MULTILINE)
    assert sorted(told) == sorted([*(f"R{number}" for number in range(1, 56)), "R6b"])


def test_the_pages_name_no_other_ruling() -> None:
    told = {f"R{number}" for number in range(1, 56)}
    assert set(re.findall(r"\bR\d+\b", RULES + NOTATION + GUIDE)) <= told


def test_special_cards_are_those_of_the_data() -> None:
    counts = {row[0].strip("`"): row[1] for row in table(RULES, "special card")}
    for card, count in packaged()["deck"]["special"].items():
        assert counts[card] == str(count)


def test_every_name_is_on_the_page() -> None:
    assert all(f"`{name}`" in NOTATION for name in (*COUNTRIES, *CARDS[-7:], *ISSUES, *PHASES, *GAME.kinds))


def test_every_key_is_on_the_page_in_its_order() -> None:
    (position,) = [block for block in BLOCKS if block["format"].startswith("sixteen-thirty-position")]
    normal = GAME.check_position(Json(position), FOLDER)
    assert [row[0].strip("`") for row in table(NOTATION, "key")] == [*normal, "pending"]
    resolution = ", ".join(row[0].replace("`", "") for row in table(NOTATION, "key of `resolution`"))
    assert resolution.split(", ") == list(normal["resolution"])
    assert GAME.check_position(Json(normal), FOLDER) == normal


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_scenarios_can_be_played(number: int) -> None:
    position, log = GAME.play_scenario(Json(SCENARIOS[number]), FOLDER)
    assert position["players"] == 3
    assert {line["entry"] for line in log} <= entries()


def entries() -> set[str]:
    """The log's entries of the page."""
    cells = " ".join(row[0] for row in table(NOTATION, "entry"))
    return set(re.findall(r"`([a-z-]+)`", cells))


def test_every_entry_is_on_the_page() -> None:
    seen: set[str] = set()
    for seed in range(8):
        state = GAME.new_game(GAME.rules({}, FOLDER), 3, seed)
        while state.decision is not None:
            state.apply(state.decision.options[-1] if seed % 2 else state.decision.default)
        seen |= {line["entry"] for line in GAME.log_lines(state, state.journal or ())}
    assert seen <= entries()
    assert len(seen) > 20


def test_the_war_of_the_page_ends_as_it_says() -> None:
    (war,) = [block for block in SCENARIOS if "war" in block.get("chance", [{}])[0]]
    countries = GAME.play_scenario(Json(war), FOLDER).position["countries"]
    assert (countries["france"]["status"], countries["spain"]["status"], countries["spain"]["army"]) == (5, 2, 0)


@pytest.fixture
def module() -> Iterator[ModuleType]:
    """A module to run code in, as if it stood in a file."""
    made = ModuleType("guide_of_sixteen_thirty")
    sys.modules[made.__name__] = made
    yield made
    del sys.modules[made.__name__]
    forget(made.__name__)


def test_the_code_of_the_guide_runs(module: ModuleType) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    for number, block in enumerate(blocks):
        exec(compile(block, f"block {number}", "exec"), module.__dict__)


@pytest.mark.slow
def test_the_commands_of_the_guide_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    for line in commands.splitlines():
        result = CliRunner().invoke(main, shlex.split(line)[1:])
        assert result.exit_code == 0, result.output


def test_a_table_is_found() -> None:
    """The test of the tests."""
    rows: list[Any] = table("| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n", "a")
    assert rows == [["1", "2"], ["3", "4"]]
