"""The sections of a report, as far as a run's tables allow."""

from collections.abc import Callable
from typing import Final

from wallenstein.core.reports.survey import About, NotRecorded, Survey
from wallenstein.games.sixteen_thirty.surveys.lobbies import Lobbies
from wallenstein.games.sixteen_thirty.surveys.turns import Turns
from wallenstein.games.sixteen_thirty.surveys.wars import Wars

OF_TABLES: Final[dict[str, tuple[str, Callable[[About], Survey]]]] = {
    "turns": (Turns.title, Turns),
    "lobbies": (Lobbies.title, Lobbies),
    "wars": (Wars.title, Wars),
}


def surveys(about: About) -> list[Survey]:
    """The sections in their order; one without its table says so."""
    return [
        survey(about) if table in about.tables else NotRecorded(title, table)
        for table, (title, survey) in OF_TABLES.items()
    ]
