"""What the expansions add to a position: courtiers, favors, cards on top."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from wallenstein.core.json_place import Json
from wallenstein.games.wallenstein.editions.court.cards import CALM, NO_FAVOR, PRICES, box, guard
from wallenstein.games.wallenstein.editions.court.table import Court
from wallenstein.games.wallenstein.editions.landsknechte.expansion import CARDS
from wallenstein.games.wallenstein.names import ACTIONS, COMBAT_A, COMBAT_B, COURT, LANDSKNECHT

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

COURT_SEAT: Final = ("courtiers", "kept_calm", "protected")
LANDSKNECHT_SEAT: Final = ("landsknecht",)
COMBATS: Final = (ACTIONS[COMBAT_A], ACTIONS[COMBAT_B])


def seat_keys(state: "State") -> tuple[str, ...]:
    """The keys of a seat that the expansions in play add."""
    return (*(COURT_SEAT if state.court else ()), *(LANDSKNECHT_SEAT if state.landsknechte else ()))


def read_seat(state: "State", seat: int, fields: dict[str, Json]) -> None:
    """What a seat has of the expansions."""
    for key, read in SEAT_READERS.items():
        if key in fields:
            read(state, seat, fields[key])


def read_courtiers(state: "State", seat: int, place: Json) -> None:
    """C1: those at court and those in the supply; one follows from the other."""
    court, total = court_at(state, place), box().courtiers
    counts = {key: count.whole(0, total) for key, count in place.members(("supply", "hall")).items()}
    hall = counts.get("hall", total - counts.get("supply", total))
    if counts.get("supply", total - hall) + hall != total:
        place.fail(f"C1: {sum(counts.values())} courtiers in supply and hall; a player has {total}")
    court.hall[seat] = hall
    court.supply[seat] = total - hall


def read_kept_calm(state: "State", seat: int, place: Json) -> None:
    """C6: whether the seat keeps favor 4; nobody else can."""
    court = court_at(state, place)
    court.kept_calm[seat] = place.truth()
    if court.kept_calm.count(True) > 1:
        place.fail(f"favor {CALM} is kept by another seat already; there is one of each")


def read_protected(state: "State", seat: int, place: Json) -> None:
    """C6: the combats with which the seat cannot be attacked this season."""
    codes = place.codes(COMBATS, "a combat")
    court_at(state, place).protected[seat] = sum(guard(COMBAT_A + code) for code in codes)


def read_landsknecht(state: "State", seat: int, place: Json) -> None:
    """L1: the card on top."""
    state.landsknechte[seat] = place.whole(1, CARDS)


SEAT_READERS: Final[dict[str, Callable[["State", int, Json], None]]] = {
    "courtiers": read_courtiers,
    "kept_calm": read_kept_calm,
    "protected": read_protected,
    "landsknecht": read_landsknecht,
}


def court_at(state: "State", place: Json) -> Court:
    """The court, which this place of the document is about."""
    if state.court is None:
        place.fail('belongs to Emperor\'s Court; name "emperors-court" in rules.expansions')
    return state.court


def write_seat(state: "State", seat: int) -> dict[str, Any]:
    """What the seat has of the expansions in play."""
    written: dict[str, Any] = {}
    if state.court is not None:
        court = state.court
        written["courtiers"] = {"supply": court.supply[seat], "hall": court.hall[seat]}
        written["kept_calm"] = court.kept_calm[seat]
        written["protected"] = [
            name for code, name in enumerate(COMBATS) if court.protected[seat] & guard(COMBAT_A + code)
        ]
    if state.landsknechte:
        written["landsknecht"] = state.landsknechte[seat]
    return written


def read_favors(state: "State", place: Json) -> None:
    """C2: favors on display by price, and those that have left the game."""
    court = court_at(state, place)
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
            place.fail(f"favor {favor} lies in two places; there is one of each")


def write_favors(state: "State") -> dict[str, Any] | None:
    """Favors by price and those that are gone, with the court."""
    if state.court is None:
        return None
    places = zip(PRICES, state.court.open, strict=True)
    return {
        "open": {str(price): number for price, number in places if number != NO_FAVOR},
        "gone": list(state.court.gone),
    }


def check_between(state: "State", place: Json) -> None:
    """C5, C6: outside the seasons no favors are on display, and nobody is protected."""
    if state.court is not None and any(state.court.open):
        place.at("favors").at("open").fail("C5: favors are on display from planning until the audience is over")
    if state.court is not None and any(state.court.protected):
        place.at("seats").fail("C6: protection ends with the season")


def check_phase(state: "State", place: Json) -> None:
    """The phases of the expansions belong to games that are played with them."""
    if state.phase == COURT:
        court_at(state, place)
    if state.phase == LANDSKNECHT and not state.landsknechte:
        place.fail('belongs to Landsknechte; name "landsknechte" in rules.expansions')
