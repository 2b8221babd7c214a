"""What seats did, against the tables read with pandas."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from wallenstein.analysis import load
from wallenstein.core.reports import Trait
from wallenstein.games.wallenstein.board import board as packaged_board
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.surveys.traits import traits
from wallenstein.record.read import Run
from wallenstein.tourney.figures.run_parts import about, run_parts

Traits = Mapping[str, Trait]


@pytest.fixture(scope="module")
def found(small_run: Path) -> Traits:
    """All traits of all seats."""
    run = Run(small_run)
    known, joined = about(run), dict[str, Trait]()
    for part in run_parts(run):
        for trait in traits(known, part):
            before = joined.get(f"{trait.group}: {trait.text}")
            both = (trait.part, trait.whole)
            if before:
                both = (np.append(before.part, trait.part), np.append(before.whole, trait.whole))
            joined[f"{trait.group}: {trait.text}"] = trait._replace(part=both[0], whole=both[1])
    return joined


@pytest.fixture(scope="module")
def frames(small_run: Path) -> Any:
    return load(small_run)


def by_seat(frames: Any, rows: pd.DataFrame, seat: str = "seat") -> list[float]:
    """How many of the rows belong to each seat of each game."""
    counts = rows.groupby(["game", seat]).size()
    return [float(counts.get((row.game, row.seat), 0)) for row in frames.seats.itertuples()]


def test_points_by_source_add_up_to_the_score(found: Traits, frames: Any) -> None:
    points = [trait.part for name, trait in found.items() if name.startswith("points:")]
    assert list(sum(points)) == list(frames.seats.score)
    assert not found["points: from elsewhere, year 1"].part.any()


def test_majorities_and_hunger_are_those_of_winter(found: Traits, frames: Any) -> None:
    rows = frames.seasons[(frames.seasons.season == "winter") & (frames.seasons.year == 2)]
    rows = rows.sort_values(["game", "seat"])
    assert list(found["points: for majorities, year 2"].part) == list(
        rows.vp_palaces + rows.vp_churches + rows.vp_posts
    )
    assert found["hunger: counties without grain in a winter"].part.sum() == frames.seasons.lacking.sum()
    assert set(found["hunger: counties without grain in a winter"].whole) == {2.0}


def test_actions_are_counted_by_outcome(found: Traits, frames: Any) -> None:
    actions = frames.actions
    assert list(found["actions: planned in a game"].part) == by_seat(frames, actions)
    assert list(found["actions: done, of those planned"].part) == by_seat(frames, actions[actions.outcome == "done"])
    lost = actions[actions.outcome == "void"]
    assert list(found["actions: not done because the county had been lost"].part) == by_seat(frames, lost)
    churches = actions[actions.action == "church"]
    assert list(found["actions: church done, of those planned"].whole) == by_seat(frames, churches)


def test_battles_are_those_of_attackers_and_defenders(found: Traits, frames: Any) -> None:
    battles = frames.throws[frames.throws.kind == "battle"]
    players = battles[battles.other >= 0]
    won = players[players.end == "attacker"]
    assert list(found["battles: attacks on other players in a game"].part) == by_seat(frames, players)
    assert list(found["battles: attacks on other players won"].part) == by_seat(frames, won)
    beaten = players[players.end == "defender"]
    assert list(found["battles: attacks suffered in a game"].part) == by_seat(frames, players, "other")
    assert list(found["battles: attacks suffered and beaten off"].part) == by_seat(frames, beaten, "other")
    assert len(players) > 10
    held = frames.throws[frames.throws.end == "held"]
    assert list(found["hunger: revolts in which the county was held"].part) == by_seat(frames, held)


def test_tables_that_were_not_recorded_have_no_traits(small_run: Path) -> None:
    run = Run(small_run)
    known = about(run)._replace(tables=("seasons",))
    assert {trait.group for trait in traits(known, next(run_parts(run)))} == {"points", "held", "hunger"}


def test_what_seats_begin_with_is_that_of_their_counties_on_the_board(small_run: Path, frames: Any) -> None:
    run, board = Run(small_run), packaged_board("default")
    start = frames.counties[(frames.counties.season == "start") & (frames.counties.owner >= 0)]
    known = about(run, Rules())
    part = next(run_parts(run))
    had = {trait.text: trait.part for trait in traits(known, part) if trait.group == "start"}
    for row in range(0, len(part.seats["seat"]), 7):
        mine = (start.game == part.seats["game"][row]) & (start.owner == part.seats["seat"][row])
        own = [board.index[county] for county in start[mine].county]
        assert had["tax at the start"][row] == sum(board.taxes[county] for county in own)
        assert had["grain at the start"][row] == sum(board.grain[county] for county in own)
        assert had["building sites at the start"][row] == sum(board.sites[county] for county in own)
        assert had["borders at the start"][row] == sum(len(board.neighbours[county]) for county in own)
        inner = sum(other in board.neighbours[county] for county in own for other in own)
        assert had["borders between own counties at the start"][row] == inner / 2
        assert had["regions at the start"][row] == len({board.region[county] for county in own})
