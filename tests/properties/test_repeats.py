"""The same seed gives the same game: on repeat, in another process, under another hash seed, in any order of asking."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.properties.golden import digests
from tests.properties.photo import photo
from tests.properties.players import Table, at_every_table, finish, random_choice, start
from wallenstein.core.seeds import derive, stream
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.decision import AskPlan
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View

Journal = list[tuple[Any, ...]]

ROOT = Path(__file__).parents[2]
PRINT = "from tests.properties.golden import digests; print(digests())"


@at_every_table(range(7, 8), range(100, 110))
def test_the_same_seed_gives_the_same_game_again_and_another_does_not(table: Table, seeds: range) -> None:
    for seed in seeds:
        first, second, other = (finish(start(table, s), stream(7, "players")) for s in (seed, seed, seed + 1))
        assert first.journal == second.journal
        assert photo(first) == photo(second)
        assert first.journal != other.journal


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_same_seed_gives_the_same_game_whatever_the_hash_seed(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = subprocess.run(
        [sys.executable, "-c", PRINT], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == str(digests())


class PlanFirst:
    """Answers for all seats; plans are asked for in the order it wishes, and all views of planners are kept."""

    def __init__(self, table: Table, seed: int, backwards: bool) -> None:
        self.state = start(table, seed)
        self.seed = seed
        self.backwards = backwards
        self.views: dict[tuple[int, int, int], View] = {}

    def play(self) -> State:
        while (decision := self.state.decision) is not None:
            if decision.kind == "plan":
                self.plan_all()
            else:
                self.answer()
        return self.state

    def plan_all(self) -> None:
        """All seats plan, in seat order or against it."""
        state = self.state
        assert state.decision is not None
        waiting = [state.decision.step]
        while state.agenda and isinstance(state.agenda[-1], AskPlan):
            waiting.append(state.agenda.pop())
        assert len(waiting) == state.book.players
        state.decision = None
        state.agenda += waiting if self.backwards else reversed(waiting)
        state.advance()
        while self.state.decision is not None and self.state.decision.kind == "plan":
            self.answer()

    def answer(self) -> None:
        """A choice that depends on nothing but seat, season, and what this seat was asked before."""
        state = self.state
        decision = state.decision
        assert decision is not None
        if decision.kind == "plan":
            self.views[state.year, state.season, decision.seat] = state.view(decision.seat)
            rng = Random(derive(self.seed, decision.seat, state.year, state.season))
        else:
            rng = Random(derive(self.seed, decision.seat, state.year, state.season, state.slot, state.seats_done))
        state.apply(random_choice(decision, rng))


@at_every_table(range(3, 4), range(110, 120))
def test_w23_the_order_in_which_simultaneous_plans_are_asked_does_not_matter(table: Table, seeds: range) -> None:
    for seed in seeds:
        tables = [PlanFirst(table, seed, backwards) for backwards in (False, True)]
        ends = [one.play() for one in tables]
        forwards, backwards = (Wallenstein().event_log(end) for end in ends)
        assert forwards != backwards  # the plans themselves were noted in another order
        plans, others = zip(*map(apart, (forwards, backwards)), strict=True)
        assert plans[0] == plans[1]
        assert others[0] == others[1]
        assert photo(ends[0], journal=False) == photo(ends[1], journal=False)
        assert tables[0].views == tables[1].views


def apart(journal: Journal) -> tuple[Journal, Journal]:
    """The plans, sorted, and everything else as it came."""
    return sorted(e for e in journal if e[0] == "plan"), [e for e in journal if e[0] != "plan"]
