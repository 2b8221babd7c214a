"""The small integers of the rules in documents and in columns of tables; the notation of plans."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final, TypeAlias

from wallenstein.core.documents import COUNT, NULL, Json, JsonObject, Schema, closed_object, either, or_null
from wallenstein.core.errors import RuleError
from wallenstein.core.plain import number_or_name
from wallenstein.core.position import Whole
from wallenstein.core.records import Code, Context, Field, Named, SeatCode, Truth, fields_of
from wallenstein.core.tables import Column, Table
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.plan import COUNTIES, NAMING, Plan, bid_county, county_bid


class CountyCode(Code):
    """A county by its id; null for none."""

    column = ("category", COUNTIES)

    def __init__(self, own: bool = False) -> None:
        """`own`: in a step of a position it must belong to the step's seat."""
        self.own = own

    def write(self, value: int, context: Context) -> str | None:
        return None if value < 0 else context.book.board.ids[value]

    def schema(self) -> Schema:
        return {"$ref": "#/$defs/county"}

    def read(self, place: Json, context: Context) -> int:
        return place.code(context.book.board.ids, "a county")

    def plain(self, value: object) -> int:
        return number_or_name(value, NAMING.ids, "county")

    def highest(self, context: Context) -> int:
        return len(context.book.board.ids) - 1


class AnyCountyCode(CountyCode):
    """A county or none, in an object in which none is a value."""

    def schema(self) -> Schema:
        return or_null(super().schema())

    def read_member(self, place: Json, context: Context) -> int:
        return const.BLANK if place.value is None else self.read(place, context)

    def plain(self, value: object) -> int:
        return const.BLANK if value is None else super().plain(value)


class FromOne(Whole):
    """A place that documents count from 1."""

    def write(self, value: int, context: Context) -> int:
        return value + 1

    def read(self, place: Json, context: Context) -> int:
        return super().read(place, context) - 1


class EventCode(Code):
    def write(self, value: int, context: Context) -> str:
        return self.names(context)[value]

    def schema(self) -> Schema:
        return {"$ref": "#/$defs/event"}

    def names(self, context: Context) -> tuple[str, ...]:
        ids: tuple[str, ...] = context.book.event_ids
        return ids

    def read(self, place: Json, context: Context) -> int:
        return place.code(self.names(context), "an event")


class CubesCode(Code):
    """Cubes by colour: the seats' numbers, then the peasants; colours without cubes are omitted."""

    def schema(self) -> Schema:
        return {"$ref": "#/$defs/cubes"}

    def write(self, value: Sequence[int], context: object) -> dict[str, int]:
        return {name: count for name, count in zip(colours(len(value) - 1), value, strict=True) if count}

    def read(self, place: Json, context: Context) -> list[int]:
        """Counts by colour; the totals are checked elsewhere."""
        names = colours(context.book.players)
        counts = place.members(names)
        return [counts[name].whole() if name in counts else 0 for name in names]


class Counties(Code):
    """Signed bytes, one for each county: owners, then armies, buildings as bits, and markers."""

    def write(self, value: bytes, context: Context) -> JsonObject:
        """The counties with an owner, as in a position."""
        ids = context.book.board.ids
        signed = memoryview(value).cast("b")
        owners, armies, buildings, markers = (signed[len(ids) * part :][: len(ids)] for part in range(4))
        return {
            name: {
                "owner": owners[county],
                "armies": armies[county],
                "buildings": [
                    building for kind, building in enumerate(const.BUILDINGS) if buildings[county] >> kind & 1
                ],
                "markers": markers[county],
            }
            for county, name in enumerate(ids)
            if owners[county] >= 0
        }


class LaidPlan(Code):
    """A plan, in the notation of the rules in play."""

    def write(self, value: Any, context: Any) -> JsonObject:
        written: JsonObject = context.kinds["plan"].code.write(value, context)
        return written


class BidCode(Code):
    def write(self, value: int, context: Any) -> Any:
        return context.kinds["plan"].code.write_bid(value, context)


def colours(players: int) -> tuple[str, ...]:
    return (*map(str, range(players)), "peasant")


COUNTY: Final = CountyCode()
SEAT_CODE: Final = SeatCode()
EVENT_CODE: Final = EventCode()
CUBES: Final = CubesCode()
TILE: Final = Named(const.TILES, "a bonus tile")

Seat: TypeAlias = Annotated[int, SEAT_CODE]
County: TypeAlias = Annotated[int, COUNTY]
OwnCounty: TypeAlias = Annotated[int, CountyCode(own=True)]
CountyOrNone: TypeAlias = Annotated[int, AnyCountyCode()]
Action: TypeAlias = Annotated[int, Named(const.ACTIONS, "an action")]
Tile: TypeAlias = Annotated[int, TILE]
Event: TypeAlias = Annotated[int, EVENT_CODE]
Armies: TypeAlias = Annotated[int, Whole(lambda context: context.book.cards.armies)]
Peasants: TypeAlias = Annotated[int, Whole(lambda context: context.book.cards.peasants)]
Number: TypeAlias = Annotated[int, Code()]
Slot: TypeAlias = Annotated[int, FromOne()]
Year: TypeAlias = Annotated[int, Whole(2)]
Season: TypeAlias = Annotated[int, Named(const.SEASONS, "a season")]
Moment: TypeAlias = Annotated[int, Named(const.MOMENTS, "a moment")]
Outcome: TypeAlias = Annotated[int, Named(const.OUTCOMES, "an outcome")]
BattleEnd: TypeAlias = Annotated[int, Named(const.BATTLES, "the end of a battle")]
YesNo: TypeAlias = Annotated[int, Truth()]
Cubes: TypeAlias = Annotated[tuple[int, ...], CUBES]
Bid: TypeAlias = Annotated[int, BidCode()]

# Columns that several tables share, and columns made from the fields of a record.

GAME: Final = Column("game", "i32", "number of the game in the schedule")
YEAR: Final = Column("year", "i8", "1 or 2")
SEASON: Final = Column("season", "category", "spring, summer, fall, winter", const.SEASONS)
SEAT: Final = Column("seat", "i8", "seat at the table, from 0")


def county_column(name: str, text: str) -> Column:
    return Column(name, "category", text, COUNTIES)


def entry_table(name: str, text: str, entry: object) -> Table:
    """A table with a row for every entry of this type: its time, then its fields."""
    own = [SEAT if field.name == SEAT.name else _column(field) for field in fields_of(entry)]
    return Table(name, text, (GAME, YEAR, SEASON, *own))


def _column(field: Field) -> Column:
    kind, names = field.code.column
    return Column(field.name, kind, field.text, names)


def entry_row(entry: Any) -> list[object]:
    return [field.code.cell(value) for field, value in zip(fields_of(type(entry)), entry, strict=True)]


class PlanCode(Code):
    """`{"actions": {action: county}, "bid": bid}`; a missing or null action is not taken."""

    keys: ClassVar[tuple[str, ...]] = ("actions", "bid")
    bids: ClassVar[tuple[Any, ...]] = ({**COUNT, "maximum": const.MONEY_CARDS - 1}, COUNTY.schema(), NULL)

    def schema(self) -> Schema:
        actions = closed_object(dict.fromkeys(const.ACTIONS, or_null(COUNTY.schema())), const.ACTIONS)
        return closed_object({"actions": actions, "bid": either(*self.bids)}, self.keys)

    def read(self, place: Json, context: Context) -> Plan:
        """The plan; whether it is legal is checked elsewhere."""
        fields = place.members(self.keys)
        boxes = [const.BLANK] * len(const.ACTIONS)
        if "actions" in fields:
            for action, county in fields["actions"].members(const.ACTIONS).items():
                if county.value is not None:
                    boxes[const.ACTIONS.index(action)] = COUNTY.read(county, context)
        bid = self.read_bid(fields["bid"], context) if "bid" in fields else const.NO_BID
        return Plan(tuple(boxes), bid)

    def write(self, value: Plan, context: Context) -> JsonObject:
        return {"actions": self.write_actions(value, context), "bid": self.write_bid(value.bid, context)}

    def write_actions(self, plan: Plan, context: Context) -> dict[str, object]:
        return {
            const.ACTIONS[action]: COUNTY.write(county, context)
            for action, county in enumerate(plan.boxes)
            if county != const.BLANK
        }

    def read_bid(self, place: Json, context: Context) -> int:
        """Money, a county, or null for none. Raises RuleError, not FormatError, for an amount without a card."""
        value = place.value
        if value is None:
            return const.NO_BID
        if value == const.TOWER_CARD:
            return self.read_tower_bid(place)
        if type(value) is str:
            return county_bid(COUNTY.read(place, context))
        if type(value) is not int:
            place.wanted("money, a county or null")
        if not 0 <= value < const.MONEY_CARDS:
            raise RuleError("W23", f"{place.path}: the money cards are 0 to {const.MONEY_CARDS - 1}")
        bid: int = value
        return bid

    def read_tower_bid(self, place: Json) -> int:
        """C3: only the court has dice tower cards."""
        raise RuleError("W23", f"{place.path}: a dice tower card is a bid only with Emperor's Court")

    def write_bid(self, bid: int, context: Context) -> int | str | None:
        if bid == const.NO_BID:
            return None
        county = bid_county(bid)
        return bid if county == const.BLANK else COUNTY.write(county, context)
