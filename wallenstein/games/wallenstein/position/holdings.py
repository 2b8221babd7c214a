"""The table in a position (counties, possessions, cubes, the draft), and its season: plans, order, tiles, events."""

from collections.abc import Callable
from itertools import compress
from typing import Any, Final

from wallenstein.core.documents import COUNT, Json, JsonObject, Schema, by_name, many, open_object, or_null
from wallenstein.core.errors import RuleError
from wallenstein.core.position import Different, Document, Key, NamedRows, NamedSet, Shown, Whole, itself
from wallenstein.core.records import Code, Context, Named, SeatCode
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.editions import EXPANSIONS, all_kinds, phases
from wallenstein.games.wallenstein.editions.first.actions import musters
from wallenstein.games.wallenstein.editions.first.functions import BLANK_CARDS, boxes_short
from wallenstein.games.wallenstein.model.codes import COUNTY, EVENT_CODE, SEAT_CODE, TILE, FromOne, PlanCode
from wallenstein.games.wallenstein.model.decision import AskDeclare, AskMuster, AskPlan, Step, same
from wallenstein.games.wallenstein.model.state import DraftTable, State, replaced
from wallenstein.games.wallenstein.phases.winter import YEARS
from wallenstein.games.wallenstein.plan import Plan


class CountyRows(NamedRows):
    """The counties with an owner, in the order of the board."""

    def write(self, value: State, context: Context) -> Any:
        owned = [owner != const.NEUTRAL for owner in value.owner]
        return dict(compress(super().write(value, context).items(), owned))


def check_county(state: State, place: Json, county: int) -> None:
    """W3, W4 and the sites; a county may be listed as neutral, if it is empty."""
    book, built = state.book, state.buildings[county].bit_count()
    if built > book.board.sites[county]:
        place.at("buildings").fail(f"W3: {built} buildings on {book.board.sites[county]} sites")
    if state.owner[county] == const.NEUTRAL:
        if state.armies[county] or state.markers[county] or built:
            place.fail("W4: a neutral county has no armies, buildings or markers; give its owner")
    elif county not in book.counties:
        place.fail(f"W3: this county is not used with {book.players} players")
    elif not state.armies[county] and book.rules.edition == "second":
        place.fail("W4: a county with an owner has at least one army")


COUNTY_ROWS: Final = CountyRows(
    COUNTY,
    lambda state: state.book.board.ids,
    Key("owner", SEAT_CODE, nullable=True, described=SEAT_CODE.schema()),
    Key("armies", Whole(lambda state: state.book.cards.armies)),
    Key("buildings", NamedSet(Named(const.BUILDINGS, "a building"))),
    Key("markers", Whole(lambda state: state.book.cards.markers)),
    check=check_county,
)
SEAT_KEYS: Final = tuple(Key(name, Whole(), name) for name in ("thalers", "grain", "vp"))

# The draft in a position (W13), and the seat whose turn follows from it.

CARDS: Final = Different(lambda state: state.book.board.ids, "a county", COUNTY.schema())


def each_seat(place: Json, state: State, what: str) -> list[Json]:
    seats = place.items()
    if len(seats) != state.book.players:
        place.fail(f"{what} of {len(seats)} seats; there are {state.book.players} players")
    return seats


def read_groups(place: Json, state: State) -> list[list[int]]:
    """The army groups that each seat has left to place (W11)."""
    groups, seats = state.book.cards.groups, each_seat(place, state, "groups")
    for seat in seats:
        left = list(groups)
        for group in seat.items():
            size = group.whole(1)
            if size not in left:
                group.fail(f"W11: no group of {size} is left; the groups are {', '.join(map(str, groups))}")
            left.remove(size)
    if not any(seat.value for seat in seats):
        place.fail("W13: every group is placed; the draft is over, so the phase must be a later one")
    return [list(seat.value) for seat in seats]


def read_seen(place: Json, state: State) -> list[tuple[int, ...] | None]:
    """The two open cards at each seat's last turn, or null."""
    seen: list[tuple[int, ...] | None] = []
    for pair in each_seat(place, state, "pairs"):
        cards = None if pair.value is None else tuple(sorted(CARDS.read(pair, state)))
        if cards is not None and len(cards) != 2:
            pair.fail("must be two counties or null")
        seen.append(cards)
    return seen


class Seen(Shown):
    def write(self, value: Any, context: State) -> Any:
        return [None if pair is None else CARDS.write(pair, context) for pair in value]


class First(SeatCode):
    def write(self, value: object, context: State) -> int:
        return context.order[0]


class DraftDocument(Document):
    """The draft under way: open cards, pile, groups left, and the pair that each seat saw last."""

    def read(self, place: Json, context: State) -> DraftTable:
        """The draft; the state's order then begins with the seat that had the first turn."""
        fields = self.members(place)
        values = self.values(fields, context)
        seen = values.get("seen", [None] * context.book.players)
        draft = DraftTable(list(values["open"]), list(values["pile"]), values["groups"], seen)
        if len(draft.opened) != 2:
            fields["open"].fail(f"W13: {len(draft.opened)} cards are open; there must be two")
        turn_to(context, draft, values.get("first", context.order[0]), fields["groups"])
        return draft


GROUPS: Final = Shown(many(many(COUNT)), lambda seats: [list(groups) for groups in seats], read_groups)
NEEDED: Final = "; a draft has open cards, a pile and groups"
DRAFT_KEYS: Final = DraftDocument(
    Key("open", CARDS, "opened", needed=NEEDED),
    Key("pile", CARDS, needed=NEEDED, described=many(or_null(COUNTY.schema()))),
    Key("groups", GROUPS, needed=NEEDED),
    Key("first", First(), itself),
    Key("seen", Seen(many(or_null(CARDS.schema())), list, read_seen)),
)


def turn_to(state: State, draft: DraftTable, first: int, place: Json) -> None:
    """Rotates the order so that it begins with the first seat: the seats with most groups left are still to come.

    If all have the same number left, only `first` decides.
    """
    start = state.order.index(first)
    for shift in range(len(state.order)):
        cut = (start + shift) % len(state.order)
        order = state.order[cut:] + state.order[:cut]
        left = [len(draft.groups[seat]) for seat in order]
        if left == sorted(left) and left[-1] - left[0] <= 1:
            state.order = tuple(order)
            return
    place.fail("W13: seats take turns to place one group each; these numbers of groups are impossible")


def turn(state: State, draft: DraftTable) -> int:
    return sum(len(state.book.cards.groups) - len(groups) for groups in draft.groups)  # exact: ints


def check_draft(state: State, taken: list[int], place: Json) -> None:
    """Every county card lies in one place: open, in the pile, with its owner, or just taken."""
    draft = state.draft
    assert draft is not None, "no draft is under way"
    lying = [*draft.opened, *draft.pile, *taken]
    lying += [county for county, owner in enumerate(state.owner) if owner != const.NEUTRAL]
    for county in state.book.counties:
        count = lying.count(county)
        if count != 1:
            name = state.book.board.ids[county]
            place.fail(f'W13: the card "{name}" is in {count} places; it must be open, in the pile, or with an owner')
    for county in lying:
        if county not in state.book.counties:
            place.fail(f'W3: "{state.book.board.ids[county]}" is not used with {state.book.players} players')
    for seat, groups in enumerate(draft.groups):
        placed = [state.armies[county] for county in state.counties(seat)]
        if sorted(placed + groups) != sorted(state.book.cards.groups):
            place.fail(f"W11: the placed and the remaining groups of seat {seat} are not its own")


# The first edition's additions: boxes declared empty (F3), and steps with its own decisions.


def declares(state: State) -> bool:
    """Whether the rules in force let players declare boxes empty."""
    return AskDeclare in state.functions.steps


def read_declared(state: State, seat: int, plan: Plan | None, place: Json) -> None:
    """The boxes with null are those declared empty, if this number is possible."""
    if plan is None or "actions" not in place.value or not declares(state):
        return
    empty = tuple([code for code, name in enumerate(const.ACTIONS) if place.value["actions"].get(name, name) is None])
    counties = sum(box != const.BLANK for box in plan.boxes)
    if len(empty) <= BLANK_CARDS - counties:  # F3: with more counties than that, fewer boxes stay empty
        state.declared = replaced(state.declared, seat, empty)


def planning(state: State) -> list[Step]:
    """The declarations and plans still to come, the next step last."""
    waiting = [seat for seat, plan in enumerate(state.plans) if plan is None]
    steps: list[Step] = [AskPlan(seat, state.declared[seat]) for seat in reversed(waiting)]
    if declares(state):
        steps += [  # F3: seats with too few cards declare
            AskDeclare(seat)
            for seat in reversed(state.order)
            if seat in waiting and boxes_short(state.owner.count(seat)) > 0 and not state.declared[seat]
        ]
    return steps


def check_planning(state: State, place: Json) -> None:
    """F3: seats with too few cards declare, in turn order, one box for each missing card; then all plan."""
    for step in state.agenda:
        if isinstance(step, AskPlan):
            seat, empty = step
            short = boxes_short(state.owner.count(seat))
            if empty and (len(empty) != short or list(empty) != sorted(set(empty))):
                place.fail(f"F3: seat {seat} declares {short} boxes empty, in the actions' order")
    said = [bool(state.declared[seat]) for seat in state.order if boxes_short(state.owner.count(seat))]
    waiting = [step for step in state.agenda if isinstance(step, AskPlan | AskDeclare)]
    if not same(waiting, planning(state)) or said != sorted(said, reverse=True):
        place.fail(
            "F3: these must be the seats that have not declared yet, in turn order, then those that have not planned"
        )


def check_muster(state: State, step: AskMuster, place: Json) -> None:
    """F6: a Thaler to pay, and an army to deploy or to move."""
    seat, action, county = step
    if action != const.DEPLOY_1 or state.actions[state.slot : state.slot + 1] not in ((), (action,)):
        place.fail("F6: this slot has a different action")
    if not state.thalers[seat] or not musters(state, seat, county):
        place.fail("F6: nothing can be paid, or nothing deployed or moved")


class Phase(Code):
    """A phase of the base game or of an expansion in play."""

    def schema(self) -> Schema:
        return {"enum": list(phases().values())}

    def write(self, value: int, context: Context) -> str:
        return phases()[value]

    def read(self, place: Json, context: State) -> int:
        known = phases()
        phase = tuple(known)[place.code(tuple(known.values()), "a phase")]
        for part in EXPANSIONS.values():
            if phase in part.phases:
                part.wanted(context, place)
        return phase


EVENT_CARDS: Final = Different(EVENT_CODE.names, "an event", EVENT_CODE.schema())


def check_events(state: State, place: Json) -> None:
    lying = [*state.events, state.event, *state.spent_events]
    for event, name in enumerate(EVENT_CODE.names(state)):
        if lying.count(event) > 1:
            place.fail(f'the card "{name}" is in two places; there is only one')


EVENTS: Final = Document(
    Key("open", EVENT_CARDS, "events"),
    Key("current", EVENT_CODE, "event", nullable=True),
    Key("gone", EVENT_CARDS, "spent_events"),  # out of the game
    check=check_events,
)


def read_order(place: Json, state: State) -> tuple[int, ...]:
    order = [SEAT_CODE.read(item, state) for item in place.items()]
    if sorted(order) != list(range(state.book.players)):
        place.fail(f"must name every seat from 0 to {state.book.players - 1} once")
    return tuple(order)


def read_tiles(place: Json, state: State) -> tuple[int, ...]:
    tiles = list(state.tiles)
    for name, tile in place.members([str(seat) for seat in range(state.book.players)]).items():
        code = TILE.read(tile, state)
        if code in tiles:
            tile.fail(f'the tile "{const.TILES[code]}" is in two places; there is only one')
        tiles[int(name)] = code
    return tuple(tiles)


def without_tiles(state: State) -> str | None:
    """F1: the reason why there are no bonus tiles, if the rules in force have none."""
    return None if "tile" in state.functions.kinds else "F1: the first edition has no bonus tiles"


class Plans(Code):
    """One entry a seat from the first plan laid on, null for a plan not yet laid; plans are not repaired."""

    def write(self, value: tuple[Plan | None, ...], context: State) -> list[Any]:
        if all(plan is None for plan in value):
            return []
        return [None if plan is None else write_laid(context, seat, plan) for seat, plan in enumerate(value)]

    def read(self, place: Json, context: State) -> tuple[Plan | None, ...]:
        """The plans; boxes declared empty go to the state."""
        plans = list(context.plans)
        for seat, plan in enumerate(place.by_seat(context.book.players, "plans")):
            if plan.value is not None:
                try:
                    plans[seat] = context.functions.kinds["plan"].code.read(plan, context.functions)
                except RuleError as error:
                    plan.fail(str(error))
                read_declared(context, seat, plans[seat], plan)
        return tuple(plans)

    def schema(self) -> Schema:
        """As its seat or others see it; the court may still be hidden."""
        members = {key: value for code in plan_codes() for key, value in code.schema()["properties"].items()}
        members["court"] = or_null(members["court"])
        return many(or_null(open_object(members, ("bid", "court"))))


def plan_codes() -> list[Code]:
    kinds = [all_kinds()["plan"], *(kind for part in EXPANSIONS.values() for kind in part.kinds if kind.name == "plan")]
    return [kind.code for kind in kinds]


def write_laid(state: State, seat: int, plan: Plan) -> JsonObject:
    """A plan on the mat, with null for boxes that were declared empty or are hidden."""
    code = state.functions.kinds["plan"].code
    written = code.write(on_the_mat(state, seat, plan), state.functions)
    actions, empty = written["actions"], state.declared[seat]
    written["actions"] = {
        name: actions.get(name) for code, name in enumerate(const.ACTIONS) if name in actions or code in empty
    }
    if not plan.court and isinstance(code, PlanCode) and "court" in code.keys:
        written["court"] = None  # C4: it is revealed later
    laid: JsonObject = written
    return laid


def on_the_mat(state: State, seat: int, plan: Plan) -> Plan:
    """W55: the plan without the cards of counties lost during the actions, even if won back."""
    if state.phase != const.ACTION:
        return plan
    gone = [county for county in plan.boxes if county >= 0 and (state.owner[county] != seat or county in state.won)]
    return plan._replace(boxes=tuple([const.BLANK if county in gone else county for county in plan.boxes]))


def while_acting(name: str) -> Callable[[State], Any]:
    """A value that is left out if no action is under way."""
    return lambda state: getattr(state, name) if state.phase == const.ACTION else None


def row(state: State) -> tuple[int, ...] | None:
    """The action cards by slot, without unknown ones at the end. In winter there are none."""
    return None if state.phase in (const.WINTER_PHASE, const.OVER) else state.actions or None


WHEN: Final = (
    Key("year", Whole(YEARS, 1), described={"enum": [1, 2]}),
    Key("season", Named(const.SEASONS, "a season")),
    Key("phase", Phase()),
)
OPEN_CARDS: Final = Different(lambda state: const.ACTIONS, "an action", {"enum": [*const.ACTIONS, None]})
IN_SEASON: Final = (
    Key("actions", OPEN_CARDS, row, "actions", sometimes=True),
    Key("slot", FromOne(len(const.ACTIONS), 1, described=True), while_acting("slot"), "slot", sometimes=True),
    Key("order", Shown(many(SEAT_CODE.schema()), list, read_order)),
    Key("acted", Whole(lambda state: state.book.players), while_acting("seats_done"), "seats_done", sometimes=True),
    Key(
        "tiles_on_offer",
        Different(lambda state: const.TILES, "a bonus tile", TILE.schema()),
        lambda state: state.tiles_on_offer or None,
        "tiles_on_offer",
        only=without_tiles,
        sometimes=True,
    ),
    Key(
        "tiles",
        Shown(
            by_name({"pattern": "^[0-4]$"}, TILE.schema()),
            lambda tiles: {str(seat): const.TILES[tile] for seat, tile in enumerate(tiles) if tile != const.NO_TILE},
            read_tiles,
        ),
        only=without_tiles,
    ),
    Key("plans", Plans()),
)
