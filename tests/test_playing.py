"""The benchmark of what bots do differently counts what the tables say."""

from math import sqrt
from pathlib import Path
from statistics import stdev

import wallenstein
from benchmarks.playing import table
from wallenstein import analysis

SETS = {
    "tourney": {"seed": 3, "blocks": 2, "format": "list", "tables": [["regent", "warlord", "warlord"]]},
    "bots": {"entries": ["regent", "warlord"]},
    "run": {"isolation": "none", "report": False},
}


def test_means_and_differences_are_those_of_the_tables(tmp_path: Path) -> None:
    run = analysis.load(wallenstein.run(SETS, {}, tmp_path).folder)
    lines = list(table(run, "regent", "warlord"))
    cells = {name: rest for name, *rest in ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:])}
    seats = run.seats.whole.set_index(["game", "seat"]).bot.astype(str)
    actions = run.actions.whole
    built = actions[(actions.action == "palace") & (actions.outcome == "done")]
    of_bots = seats.loc[list(zip(built.game, built.seat, strict=True))].value_counts()
    games = seats.index.get_level_values("game").nunique()
    regents, warlords = of_bots.get("regent", 0) / games, of_bots.get("warlord", 0) / (2 * games)
    one, other, difference = cells["palace: built"]
    assert (one, other) == (f"{regents:.1f}", f"{warlords:.1f}")
    of_seeds = dict.fromkeys(run.games.whole.block, 0.0)  # differences, by the seed
    for game, block in zip(run.games.whole.game, run.games.whole.block, strict=True):
        for seat, bot in enumerate(seats[game]):
            number = ((built.game == game) & (built.seat == seat)).sum()
            of_seeds[block] += number / 3 if bot == "regent" else -number / 6
    reach = 1.96 * stdev(of_seeds.values()) / sqrt(len(of_seeds))
    low, high = regents - warlords - reach, regents - warlords + reach
    assert difference == f"{regents - warlords:+.1f} ({low:+.1f} to {high:+.1f})"
    assert {"boxes with a card, of ten a season", "counties after winter, year 2"} < set(cells)
    assert "nan" not in "".join(lines)
