"""The page on notation: its examples are read and played, its keys are the program's."""

import json
import re
from typing import Any

import pytest

from tests.docs.pages import whole
from tests.games.wallenstein.referee.referee_documents import FIGHT, HERE, as_read, normal
from wallenstein.games.wallenstein.editions import all_kinds, entry_types, phases
from wallenstein.games.wallenstein.position.document import with_all
from wallenstein.games.wallenstein.referee.scenario import REFEREE, UNTIL, rules

PAGE = whole("notation")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.get("format") == FIGHT["format"]])
def test_positions_of_the_page_can_be_read(block: dict[str, Any]) -> None:
    assert normal(normal(block)) == normal(block)


@pytest.mark.parametrize("block", [block for block in BLOCKS if "position" in block])
def test_scenarios_of_the_page_can_be_played(block: dict[str, Any]) -> None:
    position = REFEREE.write_reached(REFEREE.play(REFEREE.read(as_read(block), HERE)))
    assert position["slot"] == 2
    assert position["counties"]["kursachsen"] == {"owner": 0, "armies": 3, "buildings": [], "markers": 0}


def test_every_block_is_one_of_these() -> None:
    assert len(BLOCKS) == 2


def test_the_python_block_records_a_game() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)
    assert REFEREE.write_reached(REFEREE.play(REFEREE.read(as_read(names["recording"]), HERE)))["phase"] == "over"


def test_every_key_kind_entry_and_stop_is_on_the_page() -> None:
    keys = (*with_all().names, "pending")
    for name in (*keys, *all_kinds(), "throw", *rules(), *UNTIL, *entry_types(), *phases().values()):
        assert f"`{name}`" in PAGE or f'{{"{name}": ' in PAGE, name
