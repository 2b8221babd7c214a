"""The Emperor's court for learning programs."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from wallenstein.core.encoding import Feature, from_seat
from wallenstein.games.wallenstein.editions.court.records import NO_FAVOR, PRICES, box
from wallenstein.games.wallenstein.encoding.answers import NO, NONE
from wallenstein.games.wallenstein.encoding.table import COLOURS
from wallenstein.games.wallenstein.model.view import View

FAVORS: Final = tuple(box().favors)  # their numbers
ACTIONS: Final = tuple(f"favor-{number}" for number in FAVORS)


def spellings(first: int) -> Mapping[str, Callable[[Any], tuple[int, ...]]]:
    """The spelling of its choices; `first` is the number of its first action."""
    return {
        "favor": lambda favor: (NONE if favor is None else first + FAVORS.index(favor),),
        "favor-event": lambda cancel: (NO + cancel,),
        "favor-calm": lambda county: (county,),
        "favor-garrison": lambda county: (county,),
        "favor-build": lambda county: (county,),
    }


def features(players: int) -> tuple[Feature, ...]:
    seats = COLOURS[:players]
    return (
        Feature("courtiers in supply", "courtiers that can still go to court", (seats,), box().courtiers),
        Feature("courtiers at court", "courtiers at court", (seats,), box().courtiers),
        Feature("kept calm", "1 if the seat keeps favor 4", (seats,)),
        Feature("protected", "a sum: 1 from combat A, 2 from combat B", (seats,), 3),
        Feature("open favor", "1 for the favor on display at this price",
                (tuple(f"price {price}" for price in PRICES), ACTIONS)),
        Feature("gone favor", "1 if the favor has left the game", (ACTIONS,)),
    )  # fmt: skip


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
