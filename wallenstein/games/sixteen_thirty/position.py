"""A position as a document: read, checked, and written in its normal form; and messages to bots in other languages."""

from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Final

from wallenstein.core import position as core
from wallenstein.core.chance import NoChance
from wallenstein.core.documents import COUNT, TRUTH, Json, JsonObject, Schema, by_name, many, open_object, or_null
from wallenstein.core.engine_game import EngineDocuments
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Schemas
from wallenstein.core.position import Document, Key, NamedRows, RowsBySeat, Shown, Whole, itself
from wallenstein.core.records import Code, Context, ListCode, Named, Truth, write_fields
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty import position_parts as parts
from wallenstein.games.sixteen_thirty.model.choices import CARD, CARDS_LISTED, COUNTRY, ISSUE, Call, Decision
from wallenstein.games.sixteen_thirty.model.options import Calls, Displays
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import CARDS, CAUSES, COUNTRIES, OPENING_CARDS
from wallenstein.games.sixteen_thirty.phases.course import KINDS, functions
from wallenstein.games.sixteen_thirty.phases.lobby import LobbyPower, calls
from wallenstein.games.sixteen_thirty.position_parts import SEAT, later, unless
from wallenstein.games.sixteen_thirty.rows import PLAIN
from wallenstein.games.sixteen_thirty.rules import NAME, PLAYERS, Rules, rules_from
from wallenstein.games.sixteen_thirty.sample import state_from_view


@cache
def truths(countries: int) -> tuple[bool, ...]:
    return tuple([bool(countries >> country & 1) for country in range(len(const.COUNTRIES))])


def flag(name: str, of: str, only: parts.Reason | None = None) -> Key:
    """Whether a country is in a set of a state or a book."""
    members = attrgetter(of)

    def put(state: State, value: int, country: int) -> None:
        setattr(state, of, members(state) | value << country)

    return Key(name, Truth(), lambda context: truths(members(context)), put, only=only)


STANDS: Final = later(const.OPENING, "no markers stand in countries in phase {phase}")
COUNTRY_ROWS: Final = NamedRows(
    COUNTRY,
    lambda state: const.COUNTRIES,
    Key("status", Whole(const.HIGHEST_STATUS)),
    Key("army", Whole(const.HIGHEST_ARMY)),
    Key("ability", Whole(const.HIGHEST_ABILITY)),
    Key("faction", Named(const.FACTIONS, "a faction"), nullable=True),
    flag("leader", "leaders", STANDS),
    flag("unrest", "unrest", STANDS),
    flag("league", "leagues", STANDS),
)


def check_leagues(state: State, place: Json) -> None:
    """5.8: a league is two countries of a faction, neither in unrest."""
    for country, name in enumerate(const.COUNTRIES):
        if state.leagues >> country & 1:
            if state.faction[country] == const.NONE:
                place.at(name).fail("is in a league without being in a faction")
            if state.unrest >> country & 1:
                place.at(name).fail("4.1.3.7: is in a league and in unrest")
    for colour, name in enumerate(const.FACTIONS):
        count = sum(state.leagues >> country & 1 for country, other in enumerate(state.faction) if other == colour)
        if count not in (0, 2):
            place.fail(f"5.8: {count} countries of the {name} faction are in a league; it has two members")


# of each phase
FIRST_STEPS: Final = (const.MARKERS, const.OPENING, const.FADE, const.SCORING, const.EXCHANGE, const.OVER)
# steps of a round in which special cards may have been played
PLAYED: Final = (const.SPECIAL_STEP, const.LOBBY_STEP, const.TO_MARKET)


def has_steps(state: State) -> bool:
    return const.PHASE_OF[state.step] in const.STEPS_IN


def phase_of(state: State) -> int:
    return const.PHASES.index(const.PHASE_OF[state.step])


def begin_phase(state: State, phase: int) -> None:
    state.step = FIRST_STEPS[phase]


def discarded(state: State) -> list[int]:
    return sorted(state.discard)


def current_seat(state: State) -> int:
    return state.first if has_steps(state) else const.NONE


class Step(Code):
    """The step of a round or of the market; the other phases have none."""

    def schema(self) -> Schema:
        return {"enum": [*const.STEPS_IN["rounds"], *const.STEPS_IN["market"], None]}

    def write(self, value: int, context: Context) -> str | None:
        return const.STEPS[value] if const.PHASE_OF[value] in const.STEPS_IN else None

    def read(self, place: Json, context: State) -> int:
        phase = const.PHASE_OF[context.step]
        names = const.STEPS_IN.get(phase, ())
        return const.STEPS.index(names[place.code(names, f"a step of phase {phase}")])


def turns(state: State) -> tuple[int, int]:
    """The first and the last possible turn of the phase; in the market it is already the new one (R47)."""
    limits = {
        "markers": (1, 1), "opening": (1, 1), "market": (2, const.TURNS), "over": (const.FIRST_END_TURN, const.TURNS),
    }  # fmt: skip
    return limits.get(const.PHASE_OF[state.step], (1, const.TURNS))


def check_position(state: State, place: Json, fields: dict[str, Json]) -> None:
    """FormatError for an impossible combination; the rest of the cards is the deck."""
    for name, seat in (("first", state.first), ("current", state.current)):
        if seat != const.NONE and name in fields:
            SEAT.read(fields[name], state)  # null is nobody
    if state.step == const.OVER and "turn" not in fields:
        place.fail(f'"turn" is missing: the last one played, {const.FIRST_END_TURN} to {const.TURNS}')
    if "countries" in fields:
        check_leagues(state, fields["countries"])
    if "seats" in fields:
        parts.check_markers(state, fields["seats"])
    if const.PHASE_OF[state.step] == "market":
        state.shown = list(state.markets)
    parts.fill_deck(state, place)
    if state.issue != const.NONE:
        check_lobby(state, place.at("resolution"))


def check_lobby(state: State, lobby: Json) -> None:
    """R19: checks that the lobby could be called now, and that its stage is possible."""
    call = Call(state.country, state.issue, state.target)
    if state.stage in (const.BID, const.VOTE):
        if call not in Calls((LobbyPower(state).issues(state.country),), 0):
            target = "" if state.target == const.NONE else f" with the target {const.COUNTRIES[state.target]}"
            lobby.fail(
                f"5.6.4: {const.COUNTRIES[state.country]} cannot be lobbied for {const.ISSUES[state.issue]}{target} now"
            )
        if not state.second:
            check_caller(state, call, lobby)
    elif state.stage == const.LOSE and state.issue == const.LEAGUE and state.faction[state.target] == const.NONE:
        lobby.at("target").fail("5.8.1: is in no faction, so it was not the target of a league")


def check_caller(state: State, call: Call, place: Json) -> None:
    """5.6, 5.6.1: a caller has a stack, or a named card that must be the first bid."""
    caller = state.current
    if state.displays[caller][state.country]:
        return
    if state.stage == const.VOTE or state.passing >> caller & 1:
        place.fail(f"5.6.1: seat {caller} has called without influence, so it cannot have passed without adding any")
    if call not in calls(state, caller):
        place.fail(f"5.6: seat {caller} has neither influence nor a card of {const.COUNTRIES[state.country]}")


FORMAT: Final = f"{NAME}-position/1"


RULES: Final = Rules()
TURN: Final = Shown(
    Whole(const.TURNS, 1, described=True).schema(), int, lambda place, state: place.whole(*turns(state))
)
RULES_KEYS: Final = Document(
    Key("game", core.FixedValue(NAME, "this game"), itself),
    Key("data", core.text('"default" or the path of a data file'), lambda rules: rules.data_name),
)
DRAWN: Final = later(const.MARKERS, "3.5: the first player is drawn after the markers are passed on")
UNDER_WAY: Final = unless(has_steps, "nobody is the current player in phase {phase}")
UNPLAYED: Final = unless(
    lambda state: state.step in PLAYED, "no special card has been played yet in step {step}, or none counts"
)
DISCARDED: Final = later(const.OPENING, "nothing is discarded in phase {phase}")
UNFINISHED: Final = later(const.COLLECT, "a game has a result when it is over, not in phase {phase}")
POSITION: Final = Document(
    Key("format", core.FixedValue(FORMAT, "this format"), itself),
    Key("rules", RULES_KEYS, "book.rules"),
    Key("players", Whole(PLAYERS[-1], PLAYERS[0]), "book.players", described={"enum": list(PLAYERS)}),
    Key("turn", TURN, default=lambda state: turns(state)[0]),
    Key(
        "first", SEAT, only=DRAWN, default=lambda state: 0 if state.step > const.OPENING else const.NONE, nullable=True
    ),
    Key("phase", Named(const.PHASES, "a phase"), phase_of, begin_phase),
    Key("current", SEAT, only=UNDER_WAY, default=current_seat, nullable=True),
    Key("step", Step(), only=unless(has_steps, "phase {phase} has no steps"), nullable=True, described=Step().schema()),
    Key("specials", Whole(const.SPECIALS_IN_A_ROUND, described=True), only=UNPLAYED),
    Key("countries", COUNTRY_ROWS, itself),
    Key("seats", parts.SEATS, itself),
    Key("opening", parts.OPENING_DISPLAYS, nullable=True, described=parts.OPENING_DISPLAYS.schema()),
    Key("discard", CARDS_LISTED, discarded, "discard", only=DISCARDED, nullable=True, described=CARDS_LISTED.schema()),
    Key(
        "resolution",
        parts.RESOLUTION,
        lambda state: None if state.issue == const.NONE else state,
        only=parts.why_no_lobby,
        nullable=True,
    ),
    Key("losing", parts.LOSING, lambda state: state if state.losing else None, only=parts.why_no_loss, nullable=True),
    Key(
        "result",
        core.Ranking("the points (4.2.2)"),
        lambda state: state if state.step == const.OVER else None,
        only=UNFINISHED,
        nullable=True,
    ),
)
BEFORE: Final = ("format", "rules", "players")  # arguments of the state's constructor
FIRST: Final = ("phase", "step")  # other keys depend on these


def read_position(place: Json, base: Path) -> State:
    """The state of a position, before its next step and without chance.

    Relative paths in it start at `base`. FormatError names the place of anything impossible.
    """
    fields = place.members((*POSITION.names, "pending"))
    keys = {key.name: key for key in POSITION.keys}
    if "format" in fields:
        keys["format"].code.read(fields["format"], None)
    if "players" not in fields:
        place.fail('"players" is missing: 3 to 6')
    players = keys["players"].code.read(fields["players"], None)
    state = State(functions(read_rules(fields, base), players), NoChance())
    for name in (*FIRST, *[name for name in POSITION.names if name not in (*BEFORE, *FIRST)]):
        keys[name].read(fields.get(name), state)
    check_position(state, place, fields)
    if "pending" in fields and fields["pending"].value is not None:
        core.check_pending(fields["pending"], players, state.functions.kinds)
    return state


def read_rules(fields: dict[str, Json], base: Path) -> Rules:
    """The rules of a position; by default, the packaged data."""
    if "rules" not in fields or fields["rules"].value is None:
        return RULES
    members = RULES_KEYS.read_keys(fields["rules"], None)
    name = members["data"].value if "data" in members else "default"
    if name == "default":
        return RULES
    try:
        return rules_from({"data": name}, base)
    except ConfigError as error:
        members["data"].fail(str(error))


def write_position(state: State) -> JsonObject:
    """The normal form of a state that waits for a decision, stands between two rounds, or is over."""
    document: JsonObject = POSITION.write(state, state)
    return document


# Messages to bots in other languages: a view is the position in its usual notation, with null for anything hidden.

NO_CHANCE: Final = NoChance()
SCORES: Final = RowsBySeat(  # of every turn
    Key("gains", core.NUMBERS, lambda scores: [turn.gains for turn in scores]),
    Key(
        "worth",
        Shown(many(by_name(COUNTRY.schema(), COUNT)), core.objects(COUNTRIES)),
        lambda scores: [turn.worth for turn in scores],
    ),
)
VIEW: Final = Document(
    Key("seat", SEAT),
    Key("deck", Whole(), "deck_size"),
    Key("known", ListCode(CARDS_LISTED, "cards")),  # cards taken openly
    Key("scores", SCORES),
    Key("log", Shown(many({"type": "object", "required": ["entry"]}), lambda log: list(PLAIN.lines(log, None)))),
)


def view_document(view: View) -> JsonObject:
    document = write_position(state_from_view(view, NO_CHANCE))
    for seat, shows in enumerate(document["seats"]):
        if seat != view.seat:
            hide_seat(view, seat, shows)
    return {**document, **VIEW.write(view, view)}


def hide_seat(view: View, seat: int, shows: dict[str, object]) -> None:
    """Another seat's possessions, with null for each hidden marker and card."""
    shows["markers"] = [None] * view.marker_counts[seat]
    shows["hand"] = [None] * view.hand_sizes[seat]
    seen = view.markets[seat]
    shows["market"] = [*CARDS_LISTED.write(seen, view), *[None] * (view.market_sizes[seat] - len(seen))]
    right = seat == (view.seat - 1) % view.book.players
    shows["passed"] = [COUNTRIES[marker] for marker in view.received] if right else None


# The facts that never change in a game.


BOOK_COUNTRIES: Final = NamedRows(
    COUNTRY,
    lambda context: COUNTRIES,
    *(Key(name, Whole(), f"data.{name}") for name in ("status", "army", "ability", "markers")),
    flag("home_defence", "data.home_defence"),
    flag("open_target", "data.open_target"),
    Key("adjacent", core.NamedSet(COUNTRY), "data.adjacent"),
)
BOOK: Final = Document(
    Key("countries", BOOK_COUNTRIES, itself),
    Key("cards", Shown(by_name(CARD.schema(), COUNT), lambda deck: dict(zip(CARDS, deck, strict=True))), "data.deck"),
    Key("quota", Whole()),
    Key("draw", Whole()),
    Key("limits", core.NUMBERS),
)

# JSON Schemas of messages to bots and their answers; those of choices come from the codes of the kinds.


def shared() -> Schema:
    return {
        "country": {"enum": list(COUNTRIES)},
        "card": {"enum": list(CARDS)},
        "seat": {"type": "integer", "minimum": 0, "maximum": PLAYERS[-1] - 1},
    }


def about() -> Schema:
    country = COUNTRY.schema()
    members = {
        "round": COUNT, "played": COUNT, "country": country, "called": country, "issue": ISSUE.schema(),
        "target": or_null(country), "second": TRUTH, "compulsory": TRUTH, "influence": many(COUNT),
        "cause": {"enum": list(CAUSES)}, "left": COUNT,
    }  # fmt: skip
    return open_object(members, tuple(members))


def schemas() -> Schemas:
    view = Document(*POSITION.keys, *VIEW.keys).schema()
    offers = {"open-display": open_object({"cards": CARDS_LISTED.schema(), "most": COUNT})}
    choices = {name: kind.schema() for name, kind in KINDS.items()}
    return Schemas(BOOK.schema(), view, about(), offers, choices, shared())


def asked(view: View, decision: Decision) -> JsonObject:
    """The subject of the decision; an offer for displays at the start."""
    about = write_fields(decision.step, view)
    del about["seat"]  # which is elsewhere in the message
    if not isinstance(decision.options, Displays):
        return {"about": about}
    cards = decision.options.named + decision.options.opened
    return {"about": about, "offer": {"cards": [CARDS[card] for card in cards], "most": OPENING_CARDS}}


DOCUMENTS: Final = EngineDocuments(functions, BOOK, view_document, asked, schemas)
