"""How long the assignment of cards to boxes takes: our own, and scipy's linear_sum_assignment.

python benchmarks/assigning.py [--games 10]

The tables of values are those of regents' plans. It also counts where the two choose other cards: sums are equal then,
but a plan is another one. scipy's import is measured in a fresh process.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from time import process_time

from wallenstein.bots.policies import policy
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.plan_table import assign, plan_table
from wallenstein.games.wallenstein.names import MONEY_CARDS
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules

ROUNDS = 5
IMPORT = "from time import process_time as t; a = t(); from scipy.optimize import linear_sum_assignment; print(t() - a)"


def tables(games: int) -> list[tuple[list[list[float]], int]]:
    """The tables from which regents plan in some games, each with the number of its county cards."""
    found = []
    for seed in range(games):
        state, policies = new_game(Rules(), 4, seeded(seed)), policy("regent")
        rng = Random(seed)
        while (decision := state.decision) is not None:
            seat = decision.seat
            if decision.kind == "plan":
                offer = decision.options
                outlook = Outlook(state.view(seat), Weights())
                table = plan_table(outlook, offer.counties, MONEY_CARDS + offer.short, early=0.1)
                found.append(([list(row) for row in (*table.rows, *table.more)], len(offer.counties)))
            state.make(policies(state, seat, rng))
    return found


def cards(columns: Sequence[int], counties: int) -> list[int]:
    """The cards of these columns: those after the counties are blanks, which are all alike."""
    return [min(column, counties) for column in columns]


def main() -> None:
    """Prints both times, and how often the plans differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    found = tables(parser.parse_args().games)
    values = [table for table, _ in found]
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    least = [float("inf")] * 3
    for _ in range(ROUNDS):
        begun = process_time()
        ours = [assign(table) for table in values]
        least[0] = min(least[0], process_time() - begun)
        begun = process_time()
        theirs = [linear_sum_assignment(table, maximize=True)[1].tolist() for table in values]
        least[1] = min(least[1], process_time() - begun)
        arrays = [np.array(table) for table in values]
        begun = process_time()
        for array in arrays:
            linear_sum_assignment(array, maximize=True)
        least[2] = min(least[2], process_time() - begun)
    pairs = zip(ours, theirs, found, strict=True)
    differ = sum(cards(one, counties) != cards(other, counties) for one, other, (_, counties) in pairs)
    imports = [float(subprocess.check_output([sys.executable, "-c", IMPORT])) for _ in range(3)]
    names = ("our own", "scipy, from lists", "scipy, from arrays")
    print(f"{len(values)} tables, {len(values[0])} rows and about {len(values[0][0])} columns")
    for name, spent in zip(names, least, strict=True):
        print(f"{name:20} {1e6 * spent / len(values):6.1f} µs a table")
    print(f"other cards in {differ} of {len(values)} tables; importing scipy.optimize takes {min(imports):.2f} s")


if __name__ == "__main__":
    main()
