"""What becomes of planned actions."""

from collections.abc import Sequence
from typing import Final

import pandas as pd

from wallenstein.games.wallenstein.names import ACTIONS, OUTCOMES
from wallenstein.stats.grouped import BLOCK, Grouped, Tables, Where

KEY: Final = ["run", "game", "seat"]


def action_outcomes(run: Tables, by: Sequence[str] = ("bot",), where: Where = None) -> pd.DataFrame:
    """Each action: how often it is planned in a game, and the share that is done; then the shares of all outcomes.

    `by` are columns of games and seats, such as `bot`, `cell` or `win`; `where` chooses among them.
    """
    beside = [column for column in by if column not in KEY]
    seats = run.read("seats", [*KEY, BLOCK, *beside], where)
    rows = run.read("actions", [*KEY, "action", "outcome"], where)
    pairs = seats[KEY].merge(pd.DataFrame({"action": pd.Categorical(ACTIONS, ACTIONS, ordered=True)}), how="cross")
    each = pairs.merge(seats, on=KEY)
    counted = rows.astype({"action": str}).groupby([*KEY, "action", "outcome"], observed=True).size()
    keys = pd.MultiIndex.from_frame(each[[*KEY, "action"]].astype({"action": str}))
    counts = counted.unstack(fill_value=0).reindex(keys, fill_value=0)
    planned = counts.sum(axis=1).to_numpy()
    grouped = Grouped(each, [*by, "action"])
    grouped.mean("planned", planned)
    for outcome in OUTCOMES:
        if outcome in counts.columns:
            make = grouped.share if outcome == "done" else grouped.plain
            make(outcome, counts[outcome].to_numpy(), planned)
    return grouped.table
