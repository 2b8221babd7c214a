"""What the small integers of the rules mean: for each kind its name in documents, and its column."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

from wallenstein.core.json.place import Json
from wallenstein.core.plain import NotPlain, brief, is_of, row
from wallenstein.core.records import Code, Named, Truth
from wallenstein.games.sixteen_thirty.names import (
    CARDS,
    CAUSES,
    COUNTRIES,
    DISSOLVED_BY,
    FACTIONS,
    ISSUES,
    NONE,
    SOURCES,
)


class NamedOrNone(Named):
    """One of these names, or none, which is null."""

    def schema(self) -> dict[str, Any]:
        """One of the names, or null."""
        return {"enum": [*self.names, None]}

    def write(self, value: int, context: Any) -> Any:
        """The name, or null."""
        return None if value < 0 else self.names[value]

    def read_member(self, place: Json, context: Any) -> int:
        """One of the names; null for none."""
        return NONE if place.value is None else self.read(place, context)

    def plain(self, value: Any) -> int:
        """Its number or its name; None is none."""
        return NONE if value is None else super().plain(value)


class SeatOrNone(Code):
    """A seat; none is null."""

    def write(self, value: int, context: Any) -> int | None:
        """Its number."""
        return None if value < 0 else value

    def plain(self, value: Any) -> Any:
        """Its number; None is none."""
        return NONE if value is None else super().plain(value)


class SeatCode(Code):
    """A seat of the table."""

    def schema(self) -> dict[str, Any]:
        """A seat's number."""
        return {"$ref": "#/$defs/seat"}

    def read(self, place: Json, context: Any) -> int:
        """A seat's number; the context has the book."""
        return place.whole(0, context.book.players - 1)


class Defined(Named):
    """One of the names that a schema defines for all."""

    def __init__(self, names: tuple[str, ...], what: str, definition: str) -> None:
        """`definition`: what the schema calls them."""
        super().__init__(names, what)
        self.definition = definition

    def schema(self) -> dict[str, Any]:
        """One of the names."""
        return {"$ref": f"#/$defs/{self.definition}"}


class Listed(Code):
    """Several values of a kind: a list."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def schema(self) -> dict[str, Any]:
        """A list of them."""
        return {"type": "array", "items": self.code.schema()}

    def write(self, value: Any, context: Any) -> list[Any]:
        """Each as its kind is written."""
        return [self.code.write(one, context) for one in value]

    def read(self, place: Json, context: Any) -> tuple[Any, ...]:
        """All items."""
        return tuple([self.code.read(item, context) for item in place.items()])

    def plain(self, value: Any) -> tuple[Any, ...]:
        """Each as its kind is meant."""
        return row(value, self.code.plain, "cards")


class CountrySet(Code):
    """A set of countries, a bit for each: a list outside."""

    def write(self, value: int, context: Any) -> list[str]:
        """The countries in their order."""
        return [name for number, name in enumerate(COUNTRIES) if value >> number & 1]


class DisplayCode(Code):
    """Influence cards by country, as they are shown at the start: pairs of a country and a card."""

    def schema(self) -> dict[str, Any]:
        """Lists of cards by country."""
        return {"type": "object", "propertyNames": COUNTRY.schema(), "additionalProperties": CARDS_LISTED.schema()}

    def write(self, value: Sequence[tuple[int, int]], context: Any) -> dict[str, list[str]]:
        """The cards of each country."""
        written: dict[str, list[str]] = {}
        for country, card in value:
            written.setdefault(COUNTRIES[country], []).append(CARDS[card])
        return written

    def read(self, place: Json, context: Any) -> tuple[tuple[int, int], ...]:
        """The pairs in their order; cards of another kind or country have the right form."""
        found = []
        for name, cards in place.members(COUNTRIES).items():
            found += [(COUNTRIES.index(name), CARD.read(item, context)) for item in cards.items()]
        return tuple(sorted(found))

    def plain(self, value: Any) -> tuple[tuple[int, int], ...]:
        """Pairs, each of a country and a card."""
        return row(value, self.plain_pair, "what is shown")

    def plain_pair(self, value: Any) -> tuple[int, int]:
        """A country, and a card."""
        if not is_of(value, tuple, list) or len(value) != 2:
            raise NotPlain(f"{brief(value)} is not (country, card)")
        return COUNTRY.plain(value[0]), CARD.plain(value[1])


COUNTRY: Final = Defined(COUNTRIES, "a country", "country")
COUNTRY_OR_NONE: Final = NamedOrNone(COUNTRIES, "a country")
CARD: Final = Defined(CARDS, "a card", "card")
COLOUR: Final = Named(FACTIONS, "a colour")
COLOUR_OR_NONE: Final = NamedOrNone(FACTIONS, "a colour")
ISSUE: Final = Named(ISSUES, "an issue")
DISPLAY: Final = DisplayCode()
CARDS_LISTED: Final = Listed(CARD)

Seat: TypeAlias = Annotated[int, SeatCode()]
AnySeat: TypeAlias = Annotated[int, SeatOrNone()]
Number: TypeAlias = Annotated[int, Code()]
YesNo: TypeAlias = Annotated[int, Truth()]
Country: TypeAlias = Annotated[int, COUNTRY]
CountryOrNone: TypeAlias = Annotated[int, COUNTRY_OR_NONE]
Card: TypeAlias = Annotated[int, CARD]
Colour: TypeAlias = Annotated[int, COLOUR]
ColourOrNone: TypeAlias = Annotated[int, COLOUR_OR_NONE]
Issue: TypeAlias = Annotated[int, ISSUE]
IssueOrNone: TypeAlias = Annotated[int, NamedOrNone(ISSUES, "an issue")]
Cause: TypeAlias = Annotated[int, Named(CAUSES, "a cause")]
DissolvedBy: TypeAlias = Annotated[int, Named(DISSOLVED_BY, "a cause")]
Source: TypeAlias = Annotated[int, Named(SOURCES, "a source")]
CardOrNone: TypeAlias = Annotated[int, NamedOrNone(CARDS, "a card")]
Cards: TypeAlias = Annotated[tuple[int, ...], CARDS_LISTED]
Hands: TypeAlias = Annotated[tuple[tuple[int, ...], ...], Listed(CARDS_LISTED)]
Holdings: TypeAlias = Annotated[tuple[tuple[int, ...], ...], Listed(Listed(COUNTRY))]
Countries: TypeAlias = Annotated[int, CountrySet()]
Display: TypeAlias = Annotated[tuple[tuple[int, int], ...], DISPLAY]
Pairs: TypeAlias = Annotated[tuple[tuple[int, ...], ...], Listed(Listed(Code()))]
