"""What the small integers of the rules mean: for each kind its name in documents, its limits, its column."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

from wallenstein.core.json.place import Json
from wallenstein.core.plain import number_or_name
from wallenstein.core.records import Code, Named, Truth
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.names import ACTIONS, BATTLES, BLANK, BUILDINGS, MOMENTS, OUTCOMES, SEASONS, TILES

COUNTIES: Final = board("default").ids  # every board has these, in this order


class SeatCode(Code):
    """A seat; none is null."""

    def write(self, value: int, context: Any) -> int | None:
        """Its number."""
        return None if value < 0 else value

    def highest(self, context: Any) -> int:
        """The last seat at the table."""
        last: int = context.book.players - 1
        return last


class CountyCode(Code):
    """A county by its id; none is null."""

    column = ("category", COUNTIES)

    def __init__(self, own: bool = False) -> None:
        """`own`: in a step of a position it must belong to the step's seat."""
        self.own = own

    def write(self, value: int, context: Any) -> str | None:
        """The county's id."""
        return None if value < 0 else context.book.board.ids[value]

    def schema(self) -> dict[str, Any]:
        """One of the county ids."""
        return {"$ref": "#/$defs/county"}

    def read(self, place: Json, context: Any) -> int:
        """A county id."""
        return place.code(context.book.board.ids, "a county")

    def plain(self, value: Any) -> int:
        """Its number or its id."""
        return number_or_name(value, COUNTIES, "county")

    def highest(self, context: Any) -> int:
        """The last county of the board."""
        return len(context.book.board.ids) - 1


class AnyCountyCode(CountyCode):
    """A county or none, in an object in which none has a meaning."""

    def schema(self) -> dict[str, Any]:
        """A county id, or null."""
        return {"anyOf": [super().schema(), {"type": "null"}]}

    def read_member(self, place: Json, context: Any) -> int:
        """A county id, or null for none."""
        return BLANK if place.value is None else self.read(place, context)

    def plain(self, value: Any) -> int:
        """Its number or its id; None is none."""
        return BLANK if value is None else super().plain(value)


class FromOne(Code):
    """A place that documents count from 1."""

    def write(self, value: int, context: Any) -> int:
        """The place."""
        return value + 1


class UpTo(Code):
    """A number with a highest value."""

    def __init__(self, most: int) -> None:
        self.most = most

    def highest(self, context: Any) -> int:
        """The highest value."""
        return self.most


class ArmiesCode(Code):
    """A number of armies of one player."""

    def highest(self, context: Any) -> int:
        """W2: a player's whole supply."""
        armies: int = context.book.cards.armies
        return armies


class PeasantsCode(Code):
    """A number of peasants, or of something that is limited by their number."""

    def highest(self, context: Any) -> int:
        """W2: the whole supply."""
        peasants: int = context.book.cards.peasants
        return peasants


class EventCode(Code):
    """An event card by its id."""

    def write(self, value: int, context: Any) -> str:
        """The event's id."""
        event: str = context.book.cards.events[value].id
        return event


class CubesCode(Code):
    """Cubes by colour: the seats' numbers, then the peasants; colours without cubes are omitted."""

    def write(self, value: Any, context: Any) -> dict[str, int]:
        """Counts by colour."""
        return write_cubes(value)


class Counties(Code):
    """Signed bytes, one for each county: owners, then armies, buildings as bits, and markers."""

    def write(self, value: bytes, context: Any) -> dict[str, Any]:
        """The counties that have an owner, as in a position."""
        ids = context.book.board.ids
        signed = memoryview(value).cast("b")
        owners, armies, buildings, markers = (signed[len(ids) * part :][: len(ids)] for part in range(4))
        return {
            name: {
                "owner": owners[county],
                "armies": armies[county],
                "buildings": [building for kind, building in enumerate(BUILDINGS) if buildings[county] >> kind & 1],
                "markers": markers[county],
            }
            for county, name in enumerate(ids)
            if owners[county] >= 0
        }


class LaidPlan(Code):
    """A plan, written as the rules in play write the choice of one."""

    def write(self, value: Any, context: Any) -> dict[str, Any]:
        """Its actions, and its bid where there is one."""
        written: dict[str, Any] = context.kinds["plan"].code.write(value, context)
        return written


class BidCode(Code):
    """A bid, written as in a plan."""

    def write(self, value: int, context: Any) -> Any:
        """Money, a card, or null."""
        return context.kinds["plan"].code.write_bid(value, context)


def colours(players: int) -> tuple[str, ...]:
    """The colours of cubes as documents write them."""
    return (*map(str, range(players)), "peasant")


def write_cubes(cubes: Sequence[int]) -> dict[str, int]:
    """The colours that have cubes."""
    return {name: count for name, count in zip(colours(len(cubes) - 1), cubes, strict=True) if count}


COUNTY: Final = CountyCode()
TILE: Final = Named(TILES, "a bonus tile")

Seat: TypeAlias = Annotated[int, SeatCode()]
County: TypeAlias = Annotated[int, COUNTY]
OwnCounty: TypeAlias = Annotated[int, CountyCode(own=True)]
CountyOrNone: TypeAlias = Annotated[int, AnyCountyCode()]
Action: TypeAlias = Annotated[int, Named(ACTIONS, "an action")]
Tile: TypeAlias = Annotated[int, TILE]
Event: TypeAlias = Annotated[int, EventCode()]
Armies: TypeAlias = Annotated[int, ArmiesCode()]
Peasants: TypeAlias = Annotated[int, PeasantsCode()]
Number: TypeAlias = Annotated[int, Code()]
Slot: TypeAlias = Annotated[int, FromOne()]
Year: TypeAlias = Annotated[int, UpTo(2)]
Season: TypeAlias = Annotated[int, Named(SEASONS, "a season")]
Moment: TypeAlias = Annotated[int, Named(MOMENTS, "a moment")]
Outcome: TypeAlias = Annotated[int, Named(OUTCOMES, "an outcome")]
BattleEnd: TypeAlias = Annotated[int, Named(BATTLES, "the end of a battle")]
YesNo: TypeAlias = Annotated[int, Truth()]
Cubes: TypeAlias = Annotated[tuple[int, ...], CubesCode()]
Bid: TypeAlias = Annotated[int, BidCode()]
