"""The journal's entries of the court turned into rows."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.editions.court.cards import box
from wallenstein.games.wallenstein.editions.court.conversion import SIZES
from wallenstein.games.wallenstein.editions.court.tables import FAVORS_TABLE
from wallenstein.games.wallenstein.journal.columns import COUNTIES
from wallenstein.games.wallenstein.names import BLANK, DICE_TOWER

EFFECTS: Final = next(column.names for column in FAVORS_TABLE.columns if column.name == "effect")
NO_COURT: Final = (BLANK,) * len(SIZES)


def source(card: int) -> int:
    """The code of a court box's card in the tables."""
    return len(COUNTIES) if card == DICE_TOWER else card


def sources(court: Sequence[int]) -> tuple[int, ...]:
    """The codes of a plan's court boxes; nothing where there is no court."""
    return tuple([source(card) for card in court]) if court else NO_COURT


def write_court(number: int, journal: Sequence[tuple[Any, ...]], rows: Mapping[str, Rows]) -> None:
    """A row for every conversion and every favor, as far as those tables are wanted."""
    conversions, favors = rows.get("conversions"), rows.get("favors")
    year = season = price = 0
    for entry in journal:
        name = entry[0]
        if name == "season":
            year, season = entry[1], entry[2]
        elif name == "convert" and conversions is not None:
            _, seat, armies, card, outcome = entry
            conversions.add(number, year, season, seat, armies, source(card), outcome)
        elif name == "favor":
            price = entry[3]
        elif name == "effect" and favors is not None:
            _, seat, favor, amount, county = entry
            effect = EFFECTS.index(box().favors[favor].effect)
            favors.add(number, year, season, seat, favor, effect, price, amount, county)
