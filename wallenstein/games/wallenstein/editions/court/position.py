"""What the court adds to a position: courtiers, favors, protection."""

from collections.abc import Callable
from typing import Any, Final

from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.editions.court.courtiers import court_of
from wallenstein.games.wallenstein.editions.court.favors import ASKING
from wallenstein.games.wallenstein.editions.court.records import (
    CALM,
    NO_FAVOR,
    PRICES,
    AskBuilding,
    AskCalm,
    AskCancel,
    AskGarrison,
    box,
    guard,
)
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTIONS, COMBAT_A, COMBAT_B

COMBATS: Final = (ACTIONS[COMBAT_A], ACTIONS[COMBAT_B])


def read_courtiers(state: State, seat: int, place: Json) -> None:
    """C1: courtiers at court and in the supply; each follows from the other."""
    court, total = court_of(state), box().courtiers
    counts = {key: count.whole(0, total) for key, count in place.members(("supply", "hall")).items()}
    hall = counts.get("hall", total - counts.get("supply", total))
    if counts.get("supply", total - hall) + hall != total:
        there = sum(counts.values())  # exact: ints
        place.fail(f"C1: {there} courtiers in supply and hall; a player has {total}")
    court.hall[seat] = hall
    court.supply[seat] = total - hall


def read_kept_calm(state: State, seat: int, place: Json) -> None:
    """C6: whether the seat keeps favor 4; nobody else can."""
    court = court_of(state)
    court.kept_calm[seat] = place.truth()
    if court.kept_calm.count(True) > 1:
        place.fail(f"favor {CALM} is already kept by another seat; there is only one")


def read_protected(state: State, seat: int, place: Json) -> None:
    """C6: the combats by which the seat cannot be attacked this season."""
    codes = place.codes(COMBATS, "a combat")
    court_of(state).protected[seat] = sum(guard(COMBAT_A + code) for code in codes)  # exact: ints


SEAT_READERS: Final[dict[str, Callable[[State, int, Json], None]]] = {
    "courtiers": read_courtiers,
    "kept_calm": read_kept_calm,
    "protected": read_protected,
}


def write_seat(state: State, seat: int) -> dict[str, Any]:
    """What the seat has at court."""
    court = court_of(state)
    return {
        "courtiers": {"supply": court.supply[seat], "hall": court.hall[seat]},
        "kept_calm": court.kept_calm[seat],
        "protected": [name for code, name in enumerate(COMBATS) if court.protected[seat] & guard(COMBAT_A + code)],
    }


def read_favors(state: State, place: Json) -> None:
    """C2: favors on display by price, and those that have left the game."""
    court = court_of(state)
    fields = place.members(("open", "gone"))
    most = max(box().favors)
    if "open" in fields:
        prices = [str(price) for price in PRICES]
        for price, number in fields["open"].members(prices).items():
            court.open[prices.index(price)] = number.whole(1, most)
        shown = [number for number in court.open if number != NO_FAVOR]
        if shown != sorted(shown, reverse=True):
            fields["open"].fail("C2: of the favors on display, a higher number costs more")
    if "gone" in fields:
        court.gone = [item.whole(1, most) for item in fields["gone"].items()]
    lying = [*court.open, *court.gone]
    if True in court.kept_calm and CALM in court.open:
        lying.append(CALM)
    for favor in box().favors:
        if lying.count(favor) > 1:
            place.fail(f"favor {favor} is in two places; there is only one")


def write_favors(state: State) -> dict[str, Any]:
    """Favors by price, and those that are gone."""
    court = court_of(state)
    places = zip(PRICES, court.open, strict=True)
    return {
        "open": {str(price): number for price, number in places if number != NO_FAVOR},
        "gone": list(court.gone),
    }


def check_between(state: State, place: Json) -> None:
    """C5, C6: outside the seasons no favors are on display, and nobody is protected."""
    court = court_of(state)
    if any(court.open):
        place.at("favors").at("open").fail("C5: favors are on display from planning until the audience is over")
    if any(court.protected):
        place.at("seats").fail("C6: protection ends with the season")


def check_effect(state: State, step: AskCancel | AskCalm | AskGarrison | AskBuilding, place: Json) -> None:
    """C6: a favor that has just been taken, and asks for what the step asks."""
    number = step.favor
    if number not in court_of(state).gone or ASKING.get(box().favors[number].effect) is not type(step):
        place.fail(f"favor {number} was not taken, or needs no such decision")
