"""The Landsknechte for learning programs."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from wallenstein.core.encoding import Feature, from_seat
from wallenstein.games.wallenstein.editions.landsknechte.part import CARDS
from wallenstein.games.wallenstein.encoding.table import COLOURS
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import BENEFITS

ACTIONS: Final = tuple(f"take-{benefit}" for benefit in BENEFITS)


def spellings(first: int) -> Mapping[str, Callable[[Any], tuple[int, ...]]]:
    """The spelling of its choices; `first` is the number of its first action."""
    return {"benefit": lambda benefit: (first + benefit,)}


def features(players: int) -> tuple[Feature, ...]:
    cards = tuple(f"card {number}" for number in range(1, CARDS + 1))
    return (Feature("landsknecht", "1 for the seat's card on top", (COLOURS[:players], cards)),)


def table(view: View) -> bytes:
    return bytes([top == card for top in from_seat(view.landsknechte, view.seat) for card in range(1, CARDS + 1)])
