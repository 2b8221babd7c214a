"""How long a sample of a view takes, and how long it takes to deal the hidden parts of one anew.

python benchmarks/dealing.py [--seconds 1]

Views of four players from one game, at a plan and in the middle of a season, with plans drawn at random and with plans
that are given. The aim for dealing anew is at most a third of a sample.
"""

import argparse
from collections.abc import Callable
from itertools import cycle
from random import Random
from time import process_time
from typing import Final

from wallenstein.core.search.playout import random_policy
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules

SEED: Final = 7
CASES: Final = {
    "second edition": Rules(),
    "both expansions": Rules(expansions=("emperors-court", "landsknechte")),
    "first edition": Rules(edition="first"),
    "draft": Rules(setup="draft"),
}


def moments(rules: Rules) -> dict[str, tuple[View, dict[int, Plan]]]:
    """Views with what the rivals have planned in truth."""
    state = new_game(rules, 4, seeded(SEED))
    rng = Random(SEED)
    found: dict[str, tuple[View, dict[int, Plan]]] = {}
    while (decision := state.decision) is not None and len(found) < 2 + (rules.setup == "draft"):
        name = "a draft" if decision.kind.startswith("draft") else "a plan" if decision.kind == "plan" else ""
        if decision.kind == "march" and state.slot >= 4:
            name = "a march"
        if name and name not in found and decision.seat == seat_of(state, name):
            found[name] = state.view(decision.seat), plans_of(state, decision.seat)
        state.make(random_policy(state, decision.seat, rng))
    return found


def seat_of(state: State, name: str) -> int:
    """The seat whose question is measured: the last one to plan, anybody else otherwise."""
    assert state.decision is not None
    return state.book.players - 1 if name == "a plan" else state.decision.seat


def plans_of(state: State, seat: int) -> dict[int, Plan]:
    """What all others have planned."""
    return {other: plan for other, plan in enumerate(state.plans) if plan is not None and other != seat}


def microseconds(action: Callable[[], object], seconds: float) -> float:
    """The processor time of an action, as the least of five measurements."""
    count = 20
    least = float("inf")
    for _ in range(5):
        begun, done = process_time(), 0
        while (spent := process_time() - begun) < seconds / 5:
            for _ in range(count):
                action()
            done += count
        least = min(least, spent / done)
    return 1e6 * least


def main() -> None:
    """Prints a table of all cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    print(f"{'rules':16} {'at':8} {'plans':7} {'sample':>9} {'anew':>9} {'part':>6}")
    for title, rules in CASES.items():
        for moment, (view, true) in moments(rules).items():
            for kind, plans in (("random", {}), ("given", true)):
                rng = Random(1)
                first = view.sample(rng, plans)
                views = cycle([view, view._replace(seat=view.seat)])  # of one view, much is kept
                whole = microseconds(lambda views=views, rng=rng, plans=plans: next(views).sample(rng, plans), seconds)  # type: ignore[misc]
                again = microseconds(
                    lambda view=view, first=first, rng=rng, plans=plans: view.resample(first, rng, plans),  # type: ignore[misc]
                    seconds,
                )
                print(f"{title:16} {moment:8} {kind:7} {whole:6.1f} µs {again:6.1f} µs {again / whole:6.2f}")


if __name__ == "__main__":
    main()
