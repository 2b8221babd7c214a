"""A game written down: its chance is what happened, also where all of a player's counties revolt undrawn (W71)."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from tests.properties.players import FIRST, Table, name_of, random_choice
from wallenstein.cli import main
from wallenstein.core.seeds import stream
from wallenstein.games import find_game

FIVE, FIVE_DRAFT = FIRST[2], FIRST[5]


def written_down(table: Table, seed: int) -> dict[str, Any]:
    """A random game as a scenario, by the way that `wallenstein record` takes."""
    (rules, players), game = table, find_game("wallenstein")
    state, rng, packed = game.new_game(rules, players, seed), stream(seed, "players"), []
    while (decision := state.decision) is not None:
        choice = random_choice(decision, rng)
        packed.append(game.encode(game.shared(state.view(0)), decision, choice))
        state.apply(choice)
    return game.transcribe(rules, players, seed, packed)


def log_of(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    """What the referee tells of it."""
    result = CliRunner().invoke(main, ["referee", "-", "--log"], input=json.dumps(scenario))
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def risen(log: list[dict[str, Any]]) -> Iterator[tuple[int, set[str], int]]:
    """The counties that revolt in a winter, by the seats that lack grain: seat, counties, how many were to be drawn."""
    lines = iter(log)
    for line in lines:
        if line["entry"] != "winter":
            continue
        hungry: list[dict[str, Any]] = []
        counties: dict[int, set[str]] = {}
        for after in lines:
            if after["entry"] == "hunger":
                hungry.append(after)
            if after["entry"] == "revolt":
                counties.setdefault(after["seat"], set()).add(after["county"])
            if after["entry"] == "score":
                break
        yield from ((line["seat"], counties[line["seat"]], line["revolts"]) for line in hungry)


@pytest.mark.parametrize(
    ("table", "seed"), [(FIVE, 45), (FIVE_DRAFT, 29), (FIVE, 1)], ids=("last-stand", "draft", "plenty")
)
def test_w71_every_hungry_seat_has_its_revolts_in_the_scenario(table: Table, seed: int) -> None:
    """In the first two games a seat is left with one county, which revolts without a draw."""
    scenario = written_down(table, seed)
    found = list(risen(log_of(scenario)))
    noted = [set(entry["revolts"]) for entry in scenario["chance"] if "revolts" in entry]
    assert noted == [counties for _, counties, _ in found]
    assert all(len(counties) <= revolts for _, counties, revolts in found)


def test_w71_a_county_that_rises_alone_is_among_them() -> None:
    """The games above are what they are taken for."""
    for table, seed in ((FIVE, 45), (FIVE_DRAFT, 29)):
        log = log_of(written_down(table, seed))
        standings = [line for line in log if line["entry"] == "standing" and line["season"] == "fall"]
        assert 1 in [line["counties"] for line in standings], name_of(table)
        assert any(len(counties) == 1 for _, counties, _ in risen(log))
