"""The Emperor's court for learning programs."""

from typing import Final

from wallenstein.core.encoding import from_seat
from wallenstein.games.wallenstein.editions.court.records import NO_FAVOR, PRICES, box
from wallenstein.games.wallenstein.encoding.answers import NO, NONE, Spellings
from wallenstein.games.wallenstein.model.view import View

FAVORS: Final = tuple(box().favors)  # their numbers
ACTIONS: Final = tuple(f"favor-{number}" for number in FAVORS)
AXES: Final = {"favors": ACTIONS}


def spellings(first: int) -> Spellings:
    """The spelling of its choices; `first` is the number of its first action."""
    return {
        "favor": lambda favor: (NONE if favor is None else first + FAVORS.index(favor),),
        "favor-event": lambda cancel: (NO + cancel,),
        "favor-calm": lambda county: (county,),
        "favor-garrison": lambda county: (county,),
        "favor-build": lambda county: (county,),
    }


def table(view: View) -> bytes:
    court, seat = view.court, view.seat
    entries = bytearray((len(PRICES) + 1) * len(FAVORS))
    for place, number in enumerate(court.open):
        if number != NO_FAVOR:
            entries[place * len(FAVORS) + FAVORS.index(number)] = 1
    for number in court.gone:
        entries[len(PRICES) * len(FAVORS) + FAVORS.index(number)] = 1
    by_seat = (court.supply, court.hall, court.kept_calm, court.protected)
    return bytes([value for values in by_seat for value in from_seat(values, seat)]) + entries
