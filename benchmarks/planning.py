"""How good are the plans of bots that search? Each plans in the same positions, and every plan is tried in fresh deals.

`python benchmarks/planning.py --games 20` plays games between marshals with few trials of other choices than plans, and
asks the bots below for each plan. The judge deals positions in which the rivals have planned what they do plan, plays
the season on by quick play, and ends it with the packaged forecast. So this measures searching and foreseeing the
rivals, not the forecast. With compiled rules (`make fast`), a game takes some 20 seconds.
"""

import argparse
from collections.abc import Mapping
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from wallenstein.bots.discovery import find
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.rehearsal import Rehearsal
from wallenstein.games.wallenstein.search.styles import Styles

BOTS: Final = {
    "marshal": ("marshal", {}),
    "generalissimo without experience": ("generalissimo", {"experience": "none"}),
    "generalissimo": ("generalissimo", {}),
}
DEALS: Final = 300


def asked(view: Any, offer: Any, beliefs: Any, plans: Mapping[int, Plan]) -> dict[str, float]:
    """The chance to win with each bot's plan, over the same deals, when the rivals plan so."""
    rehearsal = Rehearsal(view, Random(4711), lambda: plans)
    tried = {label: made(name, options, beliefs, 17).plan(view, offer) for label, (name, options) in BOTS.items()}
    return {label: fmean(rehearsal.trial(plan, deal) for deal in range(DEALS)) for label, plan in tried.items()}


def made(name: str, options: dict[str, Any], beliefs: Any, seed: int) -> Any:
    """A bot that knows as much of its rivals as the one that plays."""
    bot: Any = find(name)(**options)
    bot.rng = Random(seed)
    if beliefs is not None:
        bot.styles = Styles(len(beliefs))
        bot.styles.now = [list(row) for row in beliefs]
    return bot


def played(seed: int) -> list[dict[str, float]]:
    """One game between four marshals; a row for each plan."""
    state, rows = new_game(Rules(), 4, seeded(seed)), []
    bots = [made("marshal", {"trials": 40}, None, 10 * seed + seat) for seat in range(4)]
    waiting = []
    while (decision := state.decision) is not None:
        seat = decision.seat
        view, bot = state.view(seat), bots[seat]
        if decision.kind == "plan":
            waiting.append((view, decision.options, bot.styles and [list(row) for row in bot.styles.now]))
            choice = bot.plan(view, decision.options)
        else:
            choice = bot.choose(view, decision)
        state.make(choice)
        if waiting and state.decision is not None and state.decision.kind != "plan":
            plans = {other: plan for other, plan in enumerate(state.plans) if plan is not None}
            rows += [asked(view, offer, beliefs, plans) for view, offer, beliefs in waiting]
            waiting = []
    return rows


def main() -> None:
    """Prints the mean chance of each bot's plans, and its difference to the one above with a 95 % interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=40)
    given = parser.parse_args()
    rows = [row for seed in range(given.seed, given.seed + given.games) for row in played(seed)]
    print(f"{len(rows)} plans")
    above = "marshal"
    for label in BOTS:
        gains = [100 * (row[label] - row[above]) for row in rows]
        mean, reach = fmean(gains), 1.96 * stdev(gains) / sqrt(len(gains))
        chance = 100 * fmean(row[label] for row in rows)
        print(f"{label:40} {chance:5.1f} %  {mean:+5.1f} ({mean - reach:+.1f} to {mean + reach:+.1f})")
        above = label


if __name__ == "__main__":
    main()
