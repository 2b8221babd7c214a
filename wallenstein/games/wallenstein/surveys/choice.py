"""Which surveys a run's tables allow."""

from wallenstein.core.survey import About, Survey
from wallenstein.games.wallenstein.surveys.battles import Battles
from wallenstein.games.wallenstein.surveys.bids import Bids
from wallenstein.games.wallenstein.surveys.deeds import Deeds
from wallenstein.games.wallenstein.surveys.lands import Lands
from wallenstein.games.wallenstein.surveys.points import Points


def surveys(about: About) -> list[Survey]:
    """The sections of a report, in its order."""
    found: list[Survey] = []
    if "seasons" in about.tables:
        found.append(Points(about))
    if about.rules is not None:
        found.append(Lands(about, about.rules.board))
    if "actions" in about.tables:
        found.append(Deeds(about))
    if "throws" in about.tables:
        found.append(Battles(about))
    if "turns" in about.tables:
        found.append(Bids(about))
    return found
