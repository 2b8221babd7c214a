"""A season's plan (W23) as an immutable value."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wallenstein.games.wallenstein.names import ACTIONS, BLANK, COUNTY_BID


class Plan(NamedTuple):
    """Ten boxes by action code, each a county or BLANK; the bid; with the court, boxes convert 3, 2, 1."""

    boxes: tuple[int, ...]
    bid: int = 0
    court: tuple[int, ...] = ()

    @classmethod
    def of(cls, actions: Mapping[str, int | None], bid: int = 0, court: Sequence[int] = ()) -> "Plan":
        """A plan from actions by name; the others are not taken."""
        unknown = [name for name in actions if name not in ACTIONS]
        if unknown:
            raise ValueError(f'"{unknown[0]}" is not an action; actions are {", ".join(ACTIONS)}')
        chosen = [actions.get(name) for name in ACTIONS]
        return cls(tuple(BLANK if county is None else county for county in chosen), bid, tuple(court))


def county_bid(county: int) -> int:
    """The bid that is a county card."""
    return COUNTY_BID + county


def bid_county(bid: int) -> int:
    """The county of a bid, or BLANK if the bid is not a county card."""
    return bid - COUNTY_BID if bid >= COUNTY_BID else BLANK
