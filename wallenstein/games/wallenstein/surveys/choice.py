"""The sections of a report, as far as a run's tables allow."""

from collections.abc import Callable
from typing import Final

from wallenstein.core.reports.survey import About, NotRecorded, Survey
from wallenstein.games.wallenstein.surveys.battles import Battles
from wallenstein.games.wallenstein.surveys.bids import Bids
from wallenstein.games.wallenstein.surveys.deeds import Deeds
from wallenstein.games.wallenstein.surveys.lands import Lands, NoLands
from wallenstein.games.wallenstein.surveys.points import Points

OF_TABLES: Final[dict[str, tuple[str, Callable[[About], Survey]]]] = {
    "seasons": (Points.title, Points),
    "actions": (Deeds.title, Deeds),
    "throws": (Battles.title, Battles),
    "turns": (Bids.title, Bids),
}


def surveys(about: About) -> list[Survey]:
    """The sections in their order; one without its table says so."""
    points, *others = (
        survey(about) if table in about.tables else NotRecorded(title, table)
        for table, (title, survey) in OF_TABLES.items()
    )
    lands = NoLands() if about.rules is None else Lands(about, about.rules.board)
    return [points, lands, *others]
