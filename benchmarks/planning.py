"""How good are the plans of bots that search? Each plans in the same positions, and every plan is tried in fresh deals.

`python benchmarks/planning.py --games 6` plays games between marshals with few playouts, and asks the bots below for a
plan in a third of all cases. The judge is the marshal's own rehearsal: rivals plan by its notion of them, and a season
ends with the packaged forecast. So this measures searching, not the forecast. With compiled rules (`make fast`), a game
takes some ten seconds.
"""

import argparse
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from wallenstein.bots.discovery import find
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules

BOTS: Final = {
    "marshal": ("marshal", {}),
    "marshal, four times the playouts": ("marshal", {"playouts": 12_000}),
    "generalissimo": ("generalissimo", {}),
}
DEALS: Final = 300
SHARE: Final = 0.35  # of the plans


def asked(view: Any, offer: Any, styles: Any) -> dict[str, float]:
    """The chance to win with each bot's plan, over the same deals."""
    rehearsal = made("marshal", {}, styles, 4711).rehearsal(view)
    plans = {label: planned(made(name, options, styles, 17), view, offer) for label, (name, options) in BOTS.items()}
    return {label: fmean(rehearsal.trial(plan, deal) for deal in range(DEALS)) for label, plan in plans.items()}


def made(name: str, options: dict[str, Any], styles: Any, seed: int) -> Any:
    """A bot that knows as much of its rivals as the one that plays."""
    bot: Any = find(name)(**options)
    bot.rng, bot.styles = Random(seed), styles
    return bot


def planned(bot: Any, view: Any, offer: Any) -> Plan:
    bot.guess = lambda view: None  # its notion of the rivals stays
    plan: Plan = bot.plan(view, offer)
    return plan


def played(seed: int) -> list[dict[str, float]]:
    """One game between four quick marshals; a row for each plan that was asked for."""
    state, rows, rng = new_game(Rules(), 4, seeded(seed)), [], Random(seed)
    bots = [made("marshal", {"playouts": 450, "trials": 40, "rounds": 1}, None, 10 * seed + seat) for seat in range(4)]
    while (decision := state.decision) is not None:
        view, bot = state.view(decision.seat), bots[decision.seat]
        if decision.kind == "plan":
            choice = bot.plan(view, decision.options)
            if rng.random() < SHARE:
                rows.append(asked(view, decision.options, bot.styles))
        else:
            choice = bot.choose(view, decision)
        state.make(choice)
    return rows


def main() -> None:
    """Prints the mean chance of each bot's plans, and its difference to the marshal's with a 95 % interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=40)
    given = parser.parse_args()
    rows = [row for seed in range(given.seed, given.seed + given.games) for row in played(seed)]
    print(f"{len(rows)} plans")
    for label in BOTS:
        gains = [100 * (row[label] - row["marshal"]) for row in rows]
        mean, reach = fmean(gains), 1.96 * stdev(gains) / sqrt(len(gains))
        chance = 100 * fmean(row[label] for row in rows)
        print(f"{label:34} {chance:5.1f} %  {mean:+5.1f} ({mean - reach:+.1f} to {mean + reach:+.1f})")


if __name__ == "__main__":
    main()
