"""The Landsknechte for learning programs."""

from collections.abc import Mapping
from typing import Final

from wallenstein.core.encoding import from_seat
from wallenstein.games.wallenstein.editions.landsknechte.part import CARDS
from wallenstein.games.wallenstein.encoding.answers import Spellings
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import BENEFITS

ACTIONS: Final = tuple(f"take-{benefit}" for benefit in BENEFITS)
AXES: Final[Mapping[str, tuple[str, ...]]] = {}


def spellings(first: int) -> Spellings:
    return {"benefit": lambda benefit: (first + benefit,)}


def table(view: View) -> bytes:
    return bytes([top == card for top in from_seat(view.landsknechte, view.seat) for card in range(1, CARDS + 1)])
