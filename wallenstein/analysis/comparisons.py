"""Who is better, with intervals: two runs compared, or the bots of one."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from wallenstein.record.objects import ObjectPath
from wallenstein.record.read import Run
from wallenstein.stats.figures import document
from wallenstein.tourney.figures.run_summary import summarise
from wallenstein.tourney.figures.two_runs import compare_runs

if TYPE_CHECKING:
    import pandas as pd

Place = str | PathLike[str] | ObjectPath


def compare(run: Place, after: Place | None = None) -> "pd.DataFrame":
    """Two runs: each bot's wins before and after, and how much more it wins and scores, paired where seeds are equal.

    One run: for each two bots of each cell, the share of meetings in which the first finished ahead. All with 95 %
    intervals, and whether they differ beyond chance.
    """
    import pandas as pd

    if after is None:
        figures = summarise(Run(str(run)))
        rows = [{"cell": cell.cell, **document(pair)} for cell in figures.cells for pair in cell.pairs]
    else:
        rows = document(compare_runs(Run(str(run)), Run(str(after))))["bots"]
    return pd.DataFrame([_flat(row) for row in rows])


def _flat(row: Mapping[str, Any], before: Sequence[str] = ()) -> dict[str, Any]:
    """Nested figures as columns such as `wins_low`; the value of an interval has the name of its figure."""
    found: dict[str, Any] = {}
    for key, value in row.items():
        path = [*before, *([] if key in ("value", "difference") else [key])]
        found |= _flat(value, path) if isinstance(value, Mapping) else {"_".join(path): value}
    return found
