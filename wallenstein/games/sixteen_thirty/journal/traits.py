"""What seats did, for `why`: points by turn, influence, votes."""

from collections.abc import Iterator

import numpy as np

from wallenstein.core.reports.figures import PERCENT
from wallenstein.core.reports.survey import About, RunPart, Trait

SUMMED = {"specials": "special cards played", "added": "influence cards added", "put_down": "cards put to the market"}
LATE = 5  # turns up to this one are early


def traits(about: About, part: RunPart) -> list[Trait]:
    """All that the recorded tables tell."""
    return list(of_turns(part)) if "turns" in about.tables else []


def of_turns(part: RunPart) -> Iterator[Trait]:
    """What each turn brought, and what was done for it."""
    columns = ["game", "turn", "seat", "gain", "votes_won", "votes_lost", *SUMMED]
    rows = part.rows("turns", columns)
    at, seats = part.row_of(rows["game"], rows["seat"]), len(part.seats["seat"])
    once = np.ones(seats)
    early = rows["turn"] <= LATE
    for text, which in ((f"up to turn {LATE}", early), (f"after turn {LATE}", ~early)):
        yield Trait("points", text, np.bincount(at, rows["gain"] * which, seats), once)
    for column, text in SUMMED.items():
        yield Trait("cards", f"{text} in a game", np.bincount(at, rows[column], seats), once)
    won, lost = (np.bincount(at, rows[column], seats) for column in ("votes_won", "votes_lost"))
    yield Trait("votes", "votes in a game", won + lost, once)
    yield Trait("votes", "votes on the winning side", won, won + lost, PERCENT)
