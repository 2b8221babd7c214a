"""Emperor's Court: plans with court boxes and dice tower cards (C3), its changes to the game, and its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import ClassVar, Final

from wallenstein.core.chance import shuffled
from wallenstein.core.documents import NULL, Json, JsonObject, Schema, closed_object, either
from wallenstein.core.errors import RuleError
from wallenstein.core.records import Context
from wallenstein.core.tables import Rows, listed_tables
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.board.values import data_text
from wallenstein.games.wallenstein.editions.court import audience, position, records
from wallenstein.games.wallenstein.editions.court.audience import NAME, SIZES, CourtState
from wallenstein.games.wallenstein.editions.court.records import COURT_CARD, Converted, box
from wallenstein.games.wallenstein.editions.part import Draw, Expansion, PartRows
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import COUNTY, GAME, SEASON, SEAT, YEAR, PlanCode, entry_table
from wallenstein.games.wallenstein.model.decision import AskPlan, ClearTray, Display, EndSeason, FixOrder, behind
from wallenstein.games.wallenstein.model.offer import BOXES, Offer, cover, ten
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.names import BLANK, COURT
from wallenstein.games.wallenstein.phases.planning import Planning
from wallenstein.games.wallenstein.plan import COUNTIES, Plan

NOTHING = (names.BLANK,) * len(SIZES)  # a court without conversions


class CourtOffer(Offer):
    """The cards of the base game and three dice tower cards.

    C3: three boxes and three cards more, so as many boxes as in the base game stay uncovered when cards run short.
    A money card fits everywhere; a dice tower card is a conversion in a court box, a 0 as bid, elsewhere a blank.
    """

    __slots__ = ()

    rule = "C3"
    form = "a Plan with ten boxes, a bid and three court boxes"

    def random(self, rng: Random | None = None) -> Plan:
        source = (rng or self._rng or Random(0)).random
        counties = list(self.counties)
        blanks, towers = names.MONEY_CARDS + self.short, box().dice_towers
        bids = self.payable + len(counties)
        pick = int(source() * (bids + (2 if self.short else 1)))
        if pick < self.payable:
            bid = pick
            blanks -= 1
        elif pick < bids:
            bid = names.COUNTY_BID + counties.pop(pick - self.payable)
        elif pick == bids:
            bid = names.DICE_TOWER_BID
            towers -= 1
        else:
            bid = names.NO_BID
            blanks -= 1
        hand = counties + [names.BLANK] * blanks + [names.DICE_TOWER] * towers
        cards = len(hand)
        # every box takes one of the remaining cards
        dealt = [hand.pop(int(source() * left)) for left in range(cards, cards - BOXES - len(NOTHING), -1)]
        boxes = [names.BLANK if card == names.DICE_TOWER else card for card in dealt[:BOXES]]
        return Plan(tuple(boxes), bid, tuple(dealt[BOXES:]))

    def refuse(self, plan: Plan) -> None:
        """Raises the RuleError of `check`. A missing court stands for three empty boxes."""
        boxes, bid, court = plan.boxes, plan.bid, plan.court or NOTHING
        if len(boxes) != BOXES or len(court) != len(NOTHING):
            raise RuleError("C3", f"a plan has ten boxes and three court boxes, not {len(boxes)} and {len(court)}")
        towers = court.count(names.DICE_TOWER)
        laid = boxes + court if not towers else boxes + tuple([card for card in court if card != names.DICE_TOWER])
        blanks = self.count_blanks(laid, bid)
        self.refuse_bid(bid)
        cards = towers + 1 if bid == names.DICE_TOWER_BID else towers
        if cards > box().dice_towers:
            raise RuleError("C3", f"seat {self.seat} uses {cards} dice tower cards but has only {box().dice_towers}")
        self.refuse_blanks(blanks + towers, bid, "boxes")

    def refuse_bid(self, bid: int) -> None:
        """C3: a dice tower card, or a bid of the base game."""
        if bid != names.DICE_TOWER_BID:
            super().refuse_bid(bid)

    def most_blanks(self, bid: int) -> int:
        """C3: the number of the other thirteen boxes that may stay without a county; one fewer without a bid."""
        return names.MONEY_CARDS + box().dice_towers + self.short - (1 if bid < names.COUNTY_BID else 0)

    def limits(self) -> JsonObject:
        """As in the base game, and the number of dice tower cards."""
        return {**super().limits(), "dice_towers": box().dice_towers}

    def repair_bid(self, bid: int, free: list[int]) -> int:
        """A dice tower card stays; otherwise as in the base game."""
        return bid if bid == names.DICE_TOWER_BID else super().repair_bid(bid, free)

    def repair(self, plan: object) -> Plan:
        """The nearest legal plan, as in the base game; court boxes come last and are emptied first."""
        plan = self.plain(plan)
        free = list(self.counties)
        bid = self.repair_bid(plan.bid, free)
        boxes = self.repair_boxes(ten(plan.boxes), free)
        towers = box().dice_towers - (1 if bid == names.DICE_TOWER_BID else 0)
        court: list[int] = []
        for card in (*plan.court, *NOTHING)[: len(NOTHING)]:
            if card == names.DICE_TOWER and towers:
                towers -= 1
                court.append(card)
            else:
                court += self.repair_boxes((card,), free)
        cover(boxes, free, self.most_blanks(bid) - without_county(court))
        return Plan(tuple(boxes), bid, tuple(court))

    def complete(self, plan: Plan, cards: Sequence[int], rng: Random) -> Plan:
        """The plan with its face-down boxes drawn from these county cards and the other cards that may lie there."""
        hidden = plan.boxes.count(names.UNSEEN) + (0 if plan.court else len(NOTHING))
        left = self.most_blanks(plan.bid) - plan.boxes.count(names.BLANK) - without_county(plan.court)
        left = max(left, hidden - len(cards))
        towers = 0 if plan.court else min(left, box().dice_towers - (1 if plan.bid == names.DICE_TOWER_BID else 0))
        hand = shuffled(rng.random, [*cards, *[names.BLANK] * (left - towers), *[names.DICE_TOWER] * towers])
        court = plan.court or tuple([hand.pop() for _ in NOTHING])
        boxes = [hand.pop() if card == names.UNSEEN else card for card in plan.boxes]
        return Plan(tuple([names.BLANK if card == names.DICE_TOWER else card for card in boxes]), plan.bid, court)


def without_county(court: Sequence[int]) -> int:
    return sum(card < 0 for card in court)


def offer(state: State, seat: int) -> CourtOffer:
    """C3: the seat's county cards, money cards and dice tower cards."""
    return CourtOffer(seat, tuple(state.counties(seat)), state.thalers[seat])


class CourtPlanCode(PlanCode):
    """A plan with its court boxes: `{"3": card, "2": card, "1": card}`, each a county, a dice tower card, or null."""

    keys = (*PlanCode.keys, "court")
    bids = (*PlanCode.bids, {"const": names.TOWER_CARD})

    def schema(self) -> Schema:
        plan, sizes = super().schema(), [str(size) for size in SIZES]
        card = either(COUNTY.schema(), {"const": names.TOWER_CARD}, NULL)
        plan["properties"]["court"] = closed_object(dict.fromkeys(sizes, card), sizes)
        return plan

    def read(self, place: Json, context: Context) -> Plan:
        plan = super().read(place, context)
        sizes = [str(size) for size in SIZES]
        boxes = place.at("court").members(sizes) if "court" in place.value else {}
        court = [COURT_CARD.read(boxes[size], context) if size in boxes else names.BLANK for size in sizes]
        return plan._replace(court=tuple(court))

    def write(self, value: Plan, context: Context) -> JsonObject:
        written = super().write(value, context)
        if value.court:
            cards = zip(SIZES, value.court, strict=True)
            written["court"] = {str(size): COURT_CARD.write(card, context) for size, card in cards}
        return written

    def read_tower_bid(self, place: Json) -> int:
        """C3: a dice tower card is a bid of 0."""
        return names.DICE_TOWER_BID

    def write_bid(self, bid: int, context: Context) -> int | str | None:
        return names.TOWER_CARD if bid == names.DICE_TOWER_BID else super().write_bid(bid, context)


class CourtPlanning(Planning):
    """The season's plan, with three court boxes (C3)."""

    code = CourtPlanCode()

    def take(self, state: State, step: AskPlan, choice: Plan) -> None:
        super().take(state, step, choice if choice.court else choice._replace(court=NOTHING))


# The changes to the game, and the tables.

EFFECTS: Final = tuple(dict.fromkeys(favor.effect for favor in box().favors.values()))
NO_COURT: Final = (BLANK,) * len(SIZES)

CONVERSIONS: Final = entry_table(
    "conversions", "One row per planned conversion of armies into courtiers, in the order of play (C4).", Converted
)
LISTED: Final = listed_tables(
    data_text("court-tables.toml"),
    {"county": COUNTIES, "effect": EFFECTS, "card": COURT_CARD.column[1]},
    *(GAME, YEAR, SEASON, SEAT),
)


class CourtRows(PartRows):
    """The rows of one game, and the courtiers in a season's row."""

    tables: ClassVar = {Converted: "conversions"}

    def __init__(self, number: int, players: int, rows: Mapping[str, Rows]) -> None:
        super().__init__(number, players, rows)
        self.price = 0  # of the latest favor
        self.courtiers: tuple[int, ...] = (0,) * players

    def read(self, entry: object, year: int, season: int) -> None:
        super().read(entry, year, season)
        if isinstance(entry, records.FavorTaken):
            self.price = entry.price
        elif isinstance(entry, records.FavorWorked) and "favors" in self.rows:
            seat, number, amount, county = entry
            effect = EFFECTS.index(box().favors[number].effect)
            self.rows["favors"].add(self.number, year, season, seat, number, effect, self.price, amount, county)
        elif isinstance(entry, records.CourtiersCounted):
            self.courtiers = entry.courtiers

    def plan_values(self, plan: Plan) -> Sequence[int]:
        return [COURT_CARD.cell(card) for card in plan.court] if plan.court else NO_COURT

    def season_values(self, seat: int) -> Sequence[int]:
        return (self.courtiers[seat],)


class Court(Expansion):
    """Rules C1 to C6."""

    name = NAME
    title = "Emperor's Court"
    kinds = (
        CourtPlanning(), audience.ChoosingFavor(), audience.CancellingEvent(), audience.Calming(),
        audience.Garrisoning(), audience.BuildingFree(),
    )  # fmt: skip
    steps: ClassVar = records.STEPS
    entries: ClassVar = records.ENTRIES
    phases: ClassVar = {COURT: "court"}
    draws: ClassVar = {"favors": Draw("C2", 21)}

    def functions(self, base: Functions) -> Functions:
        """Adds the favors after the display and the court after the turn order, and wraps existing functions."""
        return replace(
            base,
            season=behind(behind(base.season, Display, records.DisplayFavors()), FixOrder, records.BeginCourt()),
            steps={
                **base.steps, records.DisplayFavors: audience.display_favors, records.BeginCourt: audience.begin_court,
                records.Convert: audience.convert, records.BeginAudience: audience.begin_audience,
                records.Dismiss: audience.dismiss, ClearTray: audience.announced(base.steps[ClearTray]),
                EndSeason: audience.unguarded(base.steps[EndSeason]),
            },
            offer=offer,
            reach=audience.shielded(base.reach),
            place_marker=audience.parrying(base.place_marker),
        )  # fmt: skip

    def lay_out(self, book: Book) -> CourtState:
        """The court before the first card is shown; every courtier is in a supply."""
        players, open_cards = book.players, [records.NO_FAVOR] * len(records.PRICES)
        return CourtState([box().courtiers] * players, [0] * players, [False] * players, [0] * players, open_cards, [])

    sections: ClassVar = {"events": position.FAVORS}
    seat_keys = position.SEAT_KEYS
    shapes: ClassVar = {COURT: r"rest dismissal( favor)*( favor-event| favor-calm| favor-garrison| favor-build)?"}
    begins: ClassVar = {COURT: records.BeginCourt}
    once = (records.AskFavor,)
    checks: ClassVar = dict.fromkeys(audience.ASKING.values(), position.check_effect)

    def check_between(self, state: State, place: Json) -> None:
        position.check_between(state, place)

    tables = (CONVERSIONS, LISTED["favors"])
    columns: ClassVar = {name: LISTED[name].columns for name in ("plans", "seasons")}
    rows = CourtRows
    modules = ("story", "advice", "encoding")
