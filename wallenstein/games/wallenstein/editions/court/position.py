"""The court's keys of a position: courtiers, favors, protection."""

from typing import Final

from wallenstein.core.documents import COUNT, Json, JsonObject, Schema, by_name, many, open_object
from wallenstein.core.position import Key, NamedSet, Shown, itself
from wallenstein.core.records import Code, Context, Named, Truth
from wallenstein.games.wallenstein.editions.court import records
from wallenstein.games.wallenstein.editions.court.audience import ASKING, Asking, court_of
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTIONS, COMBAT_A, COMBAT_B


def read_courtiers(place: Json, context: object) -> tuple[int, int]:
    """C1: courtiers in the supply and at court; each follows from the other."""
    total = records.box().courtiers
    counts = {key: count.whole(0, total) for key, count in place.members(("supply", "hall")).items()}
    hall = counts.get("hall", total - counts.get("supply", total))
    if counts.get("supply", total - hall) + hall != total:
        there = sum(counts.values())  # exact: ints
        place.fail(f"C1: {there} courtiers in supply and hall; a player has {total}")
    return total - hall, hall


def put_courtiers(state: State, value: tuple[int, int], seat: int) -> None:
    court_of(state).supply[seat], court_of(state).hall[seat] = value


class KeptCalm(Truth):
    """C6: whether the seat keeps favor 4; only one seat can."""

    def read(self, place: Json, context: State) -> bool:
        kept = place.truth()
        if kept and True in court_of(context).kept_calm:
            place.fail(f"favor {records.CALM} is already kept by another seat; there is only one")
        return kept


COMBATS: Final = Named((ACTIONS[COMBAT_A], ACTIONS[COMBAT_B]), "a combat")
SEAT_KEYS: Final[tuple[Key, ...]] = (
    Key(
        "courtiers",
        Shown(
            open_object({"supply": COUNT, "hall": COUNT}),
            lambda counts: dict(zip(("supply", "hall"), counts, strict=True)),
            read_courtiers,
        ),
        lambda state: zip(court_of(state).supply, court_of(state).hall, strict=True),
        put_courtiers,
        sometimes=True,
    ),
    Key("kept_calm", KeptCalm(), lambda state: court_of(state).kept_calm, sometimes=True),
    Key("protected", NamedSet(COMBATS), lambda state: court_of(state).protected, sometimes=True),
)


class Favors(Code):
    """C2: favors on display by price, and those that have left the game."""

    def schema(self) -> Schema:
        return open_object(
            {"open": by_name({"enum": [str(price) for price in records.PRICES]}, COUNT), "gone": many(COUNT)}
        )

    def write(self, value: State, context: Context) -> JsonObject:
        court = court_of(value)
        places = zip(records.PRICES, court.open, strict=True)
        return {
            "open": {str(price): number for price, number in places if number != records.NO_FAVOR},
            "gone": list(court.gone),
        }

    def read(self, place: Json, context: State) -> None:
        court = court_of(context)
        fields = place.members(("open", "gone"))
        most = max(records.box().favors)
        if "open" in fields:
            prices = [str(price) for price in records.PRICES]
            for price, number in fields["open"].members(prices).items():
                court.open[prices.index(price)] = number.whole(1, most)
            shown = [number for number in court.open if number != records.NO_FAVOR]
            if shown != sorted(shown, reverse=True):
                fields["open"].fail("C2: of the favors on display, a higher number costs more")
        if "gone" in fields:
            court.gone = [item.whole(1, most) for item in fields["gone"].items()]
        lying = [*court.open, *court.gone]
        if True in court.kept_calm and records.CALM in court.open:
            lying.append(records.CALM)
        for favor in records.box().favors:
            if lying.count(favor) > 1:
                place.fail(f"favor {favor} is in two places; there is only one")


FAVORS: Final[Key] = Key("favors", Favors(), itself, sometimes=True)


def check_between(state: State, place: Json) -> None:
    """C5, C6: outside the seasons no favors are on display, and nobody is protected."""
    court = court_of(state)
    if any(court.open):
        place.at("favors").at("open").fail("C5: favors are on display from planning until the audience is over")
    if any(court.protected):
        place.at("seats").fail("C6: protection ends with the season")


def check_effect(state: State, step: Asking, place: Json) -> None:
    """C6: checks that a favor with this step's question has just been taken."""
    number = step.favor
    if number not in court_of(state).gone or ASKING.get(records.box().favors[number].effect) is not type(step):
        place.fail(f"favor {number} was not taken, or needs no such decision")
