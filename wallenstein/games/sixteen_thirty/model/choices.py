"""The questions of the rules and the choices that answer them, as records; the meaning of their small integers."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from wallenstein.core import records
from wallenstein.core.choices import Choices
from wallenstein.core.documents import Json, Schema, by_name
from wallenstein.core.plain import NotPlain, brief, is_of, row
from wallenstein.core.position import NamedSet
from wallenstein.core.records import Code, ListCode, Named, NamedOrNone, SeatCode, SeatOrNone, SortedList, Truth
from wallenstein.games.sixteen_thirty import names as const

# The small integers of the rules: for each kind its name in documents, and its column. The order of cards and markers
# means nothing (R40).


class DisplayCode(Code):
    """Influence cards by country, as displayed at the start: pairs of a country and a card."""

    def schema(self) -> Schema:
        return by_name(COUNTRY.schema(), CARDS_LISTED.schema())

    def write(self, value: Sequence[tuple[int, int]], context: object) -> dict[str, list[str]]:
        written: dict[str, list[str]] = {}
        for country, card in value:
            written.setdefault(const.COUNTRIES[country], []).append(const.CARDS[card])
        return written

    def read(self, place: Json, context: records.Context) -> tuple[tuple[int, int], ...]:
        """The pairs in order; cards of another kind or country are well formed."""
        found = []
        for name, cards in place.members(const.COUNTRIES).items():
            found += [(const.COUNTRIES.index(name), CARD.read(item, context)) for item in cards.items()]
        return tuple(sorted(found))

    def plain(self, value: object) -> tuple[tuple[int, int], ...]:
        """Pairs, each of a country and a card."""
        return row(value, self.plain_pair, "what is shown")

    def plain_pair(self, value: Any) -> tuple[int, int]:
        if not is_of(value, tuple, list) or len(value) != 2:
            raise NotPlain(f"{brief(value)} is not (country, card)")
        return COUNTRY.plain(value[0]), CARD.plain(value[1])


COUNTRY: Final = Named(const.COUNTRIES, "a country", "country")
CARD: Final = Named(const.CARDS, "a card", "card")
COLOUR: Final = Named(const.FACTIONS, "a colour")
ISSUE: Final = Named(const.ISSUES, "an issue")
DISPLAY: Final = DisplayCode()
CARDS_LISTED: Final = SortedList(CARD, "cards")
MARKERS_LISTED: Final = SortedList(COUNTRY, "markers")

Seat: TypeAlias = Annotated[int, SeatCode()]
AnySeat: TypeAlias = Annotated[int, SeatOrNone()]
Number: TypeAlias = Annotated[int, Code()]
YesNo: TypeAlias = Annotated[int, Truth()]
Country: TypeAlias = Annotated[int, COUNTRY]
CountryOrNone: TypeAlias = Annotated[int, NamedOrNone(const.COUNTRIES, "a country")]
Card: TypeAlias = Annotated[int, CARD]
Colour: TypeAlias = Annotated[int, COLOUR]
ColourOrNone: TypeAlias = Annotated[int, NamedOrNone(const.FACTIONS, "a colour")]
Issue: TypeAlias = Annotated[int, ISSUE]
IssueOrNone: TypeAlias = Annotated[int, NamedOrNone(const.ISSUES, "an issue")]
Cause: TypeAlias = Annotated[int, Named(const.CAUSES, "a cause")]
DissolvedBy: TypeAlias = Annotated[int, Named(const.DISSOLVED_BY, "a cause")]
Source: TypeAlias = Annotated[int, Named(const.SOURCES, "a source")]
CardOrNone: TypeAlias = Annotated[int, NamedOrNone(const.CARDS, "a card")]
Cards: TypeAlias = Annotated[tuple[int, ...], CARDS_LISTED]
Hands: TypeAlias = Annotated[tuple[tuple[int, ...], ...], ListCode(CARDS_LISTED, "cards")]
Holdings: TypeAlias = Annotated[tuple[tuple[int, ...], ...], ListCode(MARKERS_LISTED, "markers")]
Countries: TypeAlias = Annotated[int, NamedSet(COUNTRY)]
Display: TypeAlias = Annotated[tuple[tuple[int, int], ...], DISPLAY]
Pairs: TypeAlias = Annotated[tuple[tuple[int, ...], ...], ListCode(ListCode(Code(), "cards"), "cards")]

# Choices that are records, and their notation.


class Fading(NamedTuple):
    """A card of a descendant stack (4.1.1)."""

    country: Country
    card: Card


class Call(NamedTuple):
    """The country and the issue of a lobby; `target` is -1 with `join` and `rearm` (5.6.4)."""

    country: Country
    issue: Issue
    target: CountryOrNone = const.NONE


class Play(NamedTuple):
    """A special card with its target: a lobby's issue and target, or the assassin's victim (4.1.3)."""

    card: Card
    country: Country
    issue: IssueOrNone = const.NONE
    target: CountryOrNone = const.NONE
    seat: AnySeat = const.NONE  # seat of the display
    remove: CardOrNone = const.NONE  # which card of it

    @property
    def call(self) -> Call:
        return Call(self.country, self.issue, self.target)


class Bid(NamedTuple):
    """Cards from the hand to the stack, and cards of the stack to the market (5.6.1)."""

    add: Cards
    remove: Cards = ()


class Swap(NamedTuple):
    """A card of the hand for a card of another seat's market (4.2.3.1)."""

    give: Card
    seat: Seat
    take: Card


class Taking(NamedTuple):
    """A card of a market (4.2.3.2)."""

    seat: Seat
    card: Card


MEMBERS: Final[dict[str, Code]] = {
    "card": CARD, "country": COUNTRY, "issue": ISSUE, "target": COUNTRY, "seat": SeatCode(), "remove": CARD,
    "give": CARD, "take": CARD,
}  # fmt: skip
CALL: Final = records.FormsCode(
    Call,
    MEMBERS,
    'a lobby is {"country": "france", "issue": "join"}, for war and league with a "target"',
    records.WrittenForm(("country", "issue"), {"issue": (const.JOIN, const.REARM)}),
    records.WrittenForm(("country", "issue", "target"), {"issue": (const.WAR, const.LEAGUE)}),
)
IN_A_COUNTRY: Final = (
    const.IMPROVEMENT, const.ARMY_SIZE, const.STATUS_CARD, const.LEADER, const.UNREST,
)  # fmt: skip
PLAY: Final = records.FormsCode(
    Play,
    MEMBERS,
    'write it as {"card": "unrest", "country": "spain"}, an assassin with "seat" and "remove", a lobby with "issue"',
    records.WrittenForm(("card", "country"), {"card": IN_A_COUNTRY}),
    records.WrittenForm(("card", "seat", "country", "remove"), {"card": (const.ASSASSIN,)}),
    *(
        records.WrittenForm(("card", *form.members), {"card": (const.LOBBY_CARD,), **form.values})
        for form in CALL.forms
    ),
)

# The questions of the rules, as records: the seat, and the subject.

Step: TypeAlias = tuple[object, ...]  # a record of one of these types


class Ask(NamedTuple):
    """A question without a subject of its own, such as 4.1.4: choose the country and the issue of a lobby."""

    seat: Seat


class AskMarker(NamedTuple):
    """3.3: choose the marker for the left neighbour."""

    seat: Seat
    round: Number  # from 1


class AskSpecial(NamedTuple):
    """4.1.3: play a special card, or none; `played` counts the earlier ones."""

    seat: Seat
    played: Number


class AskBid(NamedTuple):
    """5.6.1: choose the cards added to the stack in a country, in view of the issue."""

    seat: Seat
    country: Country  # the country whose crown decides: a league's target in its second resolution
    called: Country
    issue: Issue
    target: CountryOrNone
    second: YesNo
    compulsory: YesNo


class AskVote(NamedTuple):
    """5.6.2: vote red or blue. A seat's influence is that of its stack in the country."""

    seat: Seat
    country: Country
    called: Country
    issue: Issue
    target: CountryOrNone
    second: YesNo
    influence: tuple[Number, ...]  # by seat


class AskLoss(NamedTuple):
    """5.6.3, 4.1.3.7: choose the card of a descendant stack that goes."""

    seat: Seat
    country: Country
    cause: Cause


class AskMarket(NamedTuple):
    """4.1.5: choose a card for the market; `left` counts those still to go, with this one."""

    seat: Seat
    left: Number


Options: TypeAlias = tuple[Any, ...] | Choices


class Decision(NamedTuple):
    """A decision: seat, kind, the legal choices, and the question with its subject. It cannot be changed."""

    seat: int
    kind: str
    options: Options
    step: Step

    @property
    def default(self) -> object:
        """A harmless legal choice: none, where that is allowed."""
        return self.options[0]

    def random(self, rng: Random) -> object:
        options = self.options
        if isinstance(options, tuple):
            return options[int(rng.random() * len(options))]
        return options.random(rng)
