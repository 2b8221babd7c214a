"""What a position may be: its normal form, and one sentence with the place for everything that cannot be."""

from typing import Any

import pytest

from tests.games.wallenstein.referee.referee_documents import (
    ACTIONS,
    FIGHT,
    HERE,
    PLANNING,
    WINTER,
    changed,
    normal,
    reached,
    read,
    without,
)
from wallenstein.core.documents import LARGEST, Json, parse
from wallenstein.core.errors import FormatError
from wallenstein.games import find_game
from wallenstein.games.wallenstein.board.values import packaged_text
from wallenstein.games.wallenstein.position.document import read_position


def test_the_normal_form_spells_out_what_was_left_out() -> None:
    full = normal(FIGHT)
    assert full["rules"] == {
        "game": "wallenstein",
        "edition": "second",
        "expansions": [],
        "variant": None,
        "board": "default",
    }
    assert (full["year"], full["season"], full["slot"], full["acted"]) == (1, "spring", 1, 0)
    assert full["counties"]["kursachsen"] == {"owner": 1, "armies": 3, "buildings": [], "markers": 0}
    assert full["seats"][0] == {"thalers": 5, "grain": 3, "vp": 0}
    assert full["events"]["gone"] == []
    assert "agenda" not in full
    assert normal(full) == full


def test_a_bare_position_is_the_start_of_a_draft() -> None:
    state = read({"format": "wallenstein-position/1", "players": 4})
    assert state.thalers == [15] * 4
    assert normal({"format": "wallenstein-position/1", "players": 4})["phase"] == "draft"


def test_a_neutral_county_may_be_listed_and_is_left_out() -> None:
    assert "bremen" not in normal(changed(FIGHT, "counties/bremen", {"owner": None}))["counties"]


def test_w2_supplies_are_what_the_totals_leave() -> None:
    state = read(FIGHT)
    assert state.supply == [62 - 5 - 4, 62 - 3 - 2, 62 - 2, 20 - 5 - 1]
    assert state.stock == [27, 26, 26, 41]


def test_resolved_boxes_stay_in_a_plan() -> None:
    plans = normal(changed(FIGHT, "slot", 7))["plans"]
    assert plans == [{"actions": {"combat-a": "anhalt"}, "bid": 2}, None, None]


def test_lists_by_seat_may_end_early() -> None:
    full = normal({**FIGHT, "seats": FIGHT["seats"][:1], "plans": FIGHT["plans"][:1]})
    assert [seat["thalers"] for seat in full["seats"]] == [5, 18, 18]
    assert full["plans"] == [{"actions": {"combat-a": "anhalt"}, "bid": 2}, None, None]


def test_five_known_actions_are_enough() -> None:
    assert normal({**PLANNING, "actions": list(ACTIONS[:5])})["actions"] == list(ACTIONS[:5])


def test_the_end_has_a_result_with_shared_ranks() -> None:
    seats = [{"thalers": 2, "vp": 30}, {"thalers": 5, "vp": 31}, {"thalers": 2, "vp": 30}]
    over = {**without(WINTER, "events", "season"), "phase": "over", "seats": seats}
    full = normal(over)
    assert (full["year"], full["season"]) == (2, "winter")
    assert full["result"] == [
        {"seat": 0, "rank": 2, "vp": 30},
        {"seat": 1, "rank": 1, "vp": 31},
        {"seat": 2, "rank": 2, "vp": 30},
    ]
    assert normal(full) == full
    with pytest.raises(FormatError, match=r"result: .*W74"):
        normal({**full, "result": [{"seat": 0, "rank": 1, "vp": 30}]})


def test_a_board_file_is_found_from_the_base(tmp_path: Any) -> None:
    (tmp_path / "mine.toml").write_text(packaged_text().replace("grain = 3", "grain = 4", 1), encoding="utf-8")
    state = read_position(Json(changed(FIGHT, "rules/board", "mine.toml")), tmp_path)
    assert state.book.board.grain != read(FIGHT).book.board.grain
    assert state.book.rules.board_name == "mine.toml"


BARE: dict[str, Any] = {"format": "wallenstein-position/1", "players": 3}
UNDER_WAY = without(reached(BARE), "pending")
EVERYWHERE = {name: {"owner": 0, "armies": 1, "buildings": ["palace"]} for name in UNDER_WAY["draft"]["pile"][:29]}
RESOLVING = {**FIGHT, "slot": 6, "acted": 1}

FAULTS = [
    # (document, path of the value that is set, the value, what the sentence must have)
    (FIGHT, "format", "wallenstein-scenario/1", "format: "),
    (FIGHT, "players", 2, "players: must be a whole number from 3 to 5"),
    (FIGHT, "players", True, "players: "),
    (FIGHT, "players", 3.0, "players: "),
    (FIGHT, "year", 3, "year: "),
    (FIGHT, "year", 10**40, "year: must be a whole number from 1 to 2, not 1000"),
    (FIGHT, "saeson", "spring", 'saeson: unknown key; did you mean "season"'),
    (FIGHT, "season", "sumer", 'season: .*did you mean "summer"'),
    (FIGHT, "season", "winter", "season: phase actions is not in winter"),
    (FIGHT, "phase", "actoins", 'phase: .*did you mean "actions"'),
    (FIGHT, "phase", "over", "plans: there are no plans in phase over"),
    (FIGHT, "rules/game", "chess", "rules.game: "),
    (FIGHT, "rules/edition", "third", "rules.edition: "),
    (FIGHT, "rules/expansions", ["nothing"], r"rules.expansions\[0\]: "),
    (FIGHT, "rules/expansions", "none", "rules.expansions: must be a list"),
    (FIGHT, "rules/variant", "manual", "rules.variant: .*first edition"),
    (FIGHT, "rules/board", "missing.toml", "rules.board: .*missing.toml"),
    (FIGHT, "rules/board", "a\0b", "rules.board: must be a path"),
    (FIGHT, "rules/board", "\ud800", "rules.board: must be a path"),
    (FIGHT, "rules/board", "x" * 5000, "rules.board: "),
    (FIGHT, "rules/board", ".", "rules.board: "),
    (FIGHT, "rules/tower", "open", "rules.tower: unknown key"),
    (FIGHT, "counties/anhlt", {"owner": 0, "armies": 1}, 'counties.anhlt: .*did you mean "anhalt"'),
    (FIGHT, "counties/anhalt/owner", 3, "counties.anhalt.owner: "),
    (FIGHT, "counties/anhalt/owner", "0", "counties.anhalt.owner: "),
    (FIGHT, "counties/anhalt/owner", None, "counties.anhalt: W4"),
    (FIGHT, "counties/anhalt/armies", 0, "counties.anhalt: W4"),
    (FIGHT, "counties/anhalt/armies", -1, "counties.anhalt.armies: "),
    (FIGHT, "counties/anhalt/armies", True, "counties.anhalt.armies: "),
    (FIGHT, "counties/anhalt/armies", 63, "counties.anhalt.armies: "),
    (FIGHT, "counties/anhalt/armies", 59, "W2: seat 0 has 63 armies"),
    (FIGHT, "counties/anhalt/buildings", ["palace", "palace"], r"counties.anhalt.buildings\[1\]: .*twice"),
    (FIGHT, "counties/anhalt/buildings", ["castle"], r"counties.anhalt.buildings\[0\]: "),
    (FIGHT, "counties/anhalt/markers", 43, "counties.anhalt.markers: "),
    (FIGHT, "counties/anhalt/markers", 42, None),
    (FIGHT, "counties/trier/markers", 42, "W2: 43 revolt markers"),
    (FIGHT, "counties/bremen", {"owner": 0, "armies": 1}, "counties.bremen: W3"),
    (FIGHT, "seats", [{}] * 4, "seats: 4 seats"),
    (FIGHT, "seats/1/thalers", -3, r"seats\[1\].thalers: "),
    (FIGHT, "seats/1/vp", None, r"seats\[1\].vp: "),
    (FIGHT, "seats/1/courtiers", {}, r"seats\[1\].courtiers: unknown key"),
    (FIGHT, "tower/3", 1, "tower.3: "),
    (FIGHT, "tower/peasant", 20, "W2: there are 21 peasants"),
    (FIGHT, "tray/0", 1.0, "tray.0: "),
    (FIGHT, "events/open", ["tax-cap", "church-peace-3"], "events: .*church-peace-3"),
    (FIGHT, "events/open", ["tax-cap", "tax-cap"], r"events.open\[1\]: .*twice"),
    (FIGHT, "events/gone", ["plague"], r"events.gone\[0\]: "),
    (FIGHT, "actions", ["palace", "palace"], r"actions\[1\]: .*twice"),
    (FIGHT, "slot", 0, "slot: "),
    (FIGHT, "slot", 11, "slot: "),
    (FIGHT, "acted", 4, "acted: "),
    (FIGHT, "order", [0, 1], "order: "),
    (FIGHT, "order", [0, 1, 1], "order: "),
    (FIGHT, "order", [0, 1, True], r"order\[2\]: "),
    (FIGHT, "order", [0, 1, 3], r"order\[2\]: must be a whole number from 0 to 2, not 3"),
    (FIGHT, "tiles/1", "attack", "tiles.1: .*two places"),
    (FIGHT, "tiles/3", "grain", "tiles.3: "),
    (FIGHT, "plans", [None] * 4, "plans: 4 plans"),
    (FIGHT, "plans/0/bid", 5, r"plans\[0\]: W23"),
    (FIGHT, "plans/0/bid", -1, r"plans\[0\]: W23"),
    (FIGHT, "plans/0/bid", "dice-tower", r"plans\[0\]: W23"),
    (FIGHT, "plans/0/bid", "anhat", r'plans\[0\].bid: .*did you mean "anhalt"'),
    (FIGHT, "plans/0/court", {}, r"plans\[0\].court: unknown key"),
    (FIGHT, "plans/0/actions/fight", "anhalt", r"plans\[0\].actions.fight: "),
    (FIGHT, "favors", {}, "favors: "),
    (FIGHT, "draft", {}, "draft: "),
    (FIGHT, "result", [], "result: a game has a result when its phase is over"),
    (FIGHT, "pending", {"seat": 9, "kind": "march"}, "pending.seat: "),
    (FIGHT, "pending", {"seat": 3, "kind": "march"}, "pending.seat: must be a whole number from 0 to 2"),
    (FIGHT, "pending", {"seat": 2, "kind": "march"}, None),
    (FIGHT, "pending", {"seat": 0, "kind": "march"}, None),
    (RESOLVING, "actions", list(ACTIONS[:5]), "W20: the action of slot 6 is being played; `actions` must have it"),
    (RESOLVING, "actions", list(ACTIONS[:6]), None),
    (PLANNING, "actions", list(ACTIONS[:4]), "actions: W20"),
    (PLANNING, "tiles_on_offer", ["attack"], "tiles_on_offer: W21"),
    (PLANNING, "events/open", [], "events: W25"),
    (PLANNING, "events/current", "palace-guard-2", "events.current: W25"),
    (PLANNING, "tiles", {"0": "attack"}, "tiles: W26"),
    (PLANNING, "plans", [{"bid": 4}, {"bid": 6}, None], r"plans\[1\]: W23"),
    (PLANNING, "phase", "order", "plans.*order"),
    (WINTER, "events/open", ["tax-floor", "tax-cap"], "events: W70"),
    (WINTER, "plans", [{}, None, None], "plans: there are no plans"),
    (WINTER, "tiles", {"0": "attack"}, "tiles: no seat"),
    (WINTER, "events/current", "tax-cap", "events.current: "),
    (WINTER, "season", "fall", "season: "),
    (WINTER, "phase", "draft", "season"),
    (WINTER, "tiles_on_offer", ["attack"], "tiles_on_offer: no bonus tiles"),
    (FIGHT, "draft", UNDER_WAY["draft"], "draft: is only allowed in phase draft"),
    (UNDER_WAY, "events", {"open": ["tax-cap"]}, "W15: there are no open event"),
    (UNDER_WAY, "actions", list(ACTIONS), "W15: there are no open event or action cards"),
    (BARE, "counties", {"anhalt": {"owner": 0, "armies": 5}}, "counties: the draft begins with an empty board"),
    (FIGHT, "counties", EVERYWHERE, "W2: 29 of the building palace; there are 28"),
    (FIGHT, "slot", 11, "slot: "),
    (FIGHT, "acted", 4, "acted: "),
]


@pytest.mark.parametrize(("document", "path", "value", "sentence"), FAULTS)
def test_what_cannot_be_is_refused_with_its_place(
    document: dict[str, Any], path: str, value: Any, sentence: str | None
) -> None:
    broken = changed(document, path, value)
    if sentence is None:
        normal(broken)
        return
    with pytest.raises(FormatError, match=sentence) as refusal:
        normal(broken)
    assert refusal.value.exit_code == 2
    assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.parametrize(
    "time", [{"season": "summer"}, {"season": "fall"}, {"year": 2}, {"year": 2, "season": "spring"}]
)
def test_w13_the_draft_comes_before_the_first_spring(time: dict[str, Any]) -> None:
    bare = {"format": "wallenstein-position/1", "players": 3, "phase": "draft"}
    normal({**bare, "year": 1, "season": "spring"})
    with pytest.raises(FormatError, match="W13: the draft comes before the spring of year 1"):
        normal({**bare, **time})


def test_w74_the_game_is_over_after_the_second_year() -> None:
    ended = {**{key: FIGHT[key] for key in ("format", "players", "counties")}, "phase": "over"}
    assert (normal(ended)["year"], normal(ended)["season"]) == (2, "winter")
    with pytest.raises(FormatError, match="year: W74"):
        normal({**ended, "year": 1})
    with pytest.raises(FormatError, match="season: phase over is not in fall"):
        normal({**ended, "season": "fall"})


def test_w24_a_bid_still_to_be_paid_must_be_payable() -> None:
    plans = [{"bid": 4}, {"bid": 4}, None]
    poor = changed({**PLANNING, "plans": plans}, "seats/1/thalers", 3)
    with pytest.raises(FormatError, match=r"plans\[1\]: W24: seat 1 bids 4 Thalers but has 3"):
        normal(poor)
    normal(changed(poor, "seats/1/thalers", 4))
    normal({**changed(FIGHT, "seats/0/thalers", 0)})  # paid before the actions


@pytest.mark.parametrize("key", ["actions", "tiles_on_offer", "events"])
def test_phase_plan_needs_the_cards_on_display(key: str) -> None:
    with pytest.raises(FormatError, match=f'"{key}" is missing; phase plan needs it'):
        normal(without(PLANNING, key))


@pytest.mark.parametrize("key", ["order", "events"])
def test_phase_winter_needs_order_and_event(key: str) -> None:
    with pytest.raises(FormatError, match=f'"{key}" is missing; phase winter needs it'):
        normal(without(WINTER, key))


def test_format_and_players_cannot_be_left_out() -> None:
    with pytest.raises(FormatError, match='"players" is missing'):
        normal(without(FIGHT, "players"))
    with pytest.raises(FormatError, match='"format" is missing'):
        find_game("wallenstein").check_position(Json(without(FIGHT, "format")), HERE)


TEXTS = [
    (b"", "f.json:1: not valid JSON"),
    (b"\n{'a': 1}", "f.json:2: not valid JSON"),
    (b'{"a": {"b": 1, "c": [{"x": 1, "x": 2}]}}', r"a.c\[0\].x: this key is given twice"),
    (b'{"a": [NaN]}', r"a\[0\]: NaN is not a JSON number"),
    (b'{"a": -Infinity}', "a: -Infinity"),
    (b"[" * 200000, "nested too deeply"),
    (b'{"a": ' + b"9" * 5000 + b"}", "more digits"),
    (b'{"a": "\xff"}', "f.json:1: byte 0xff is not UTF-8"),
    (b" " * (LARGEST + 1), "f.json: more than 16 MB"),
]


@pytest.mark.parametrize(("raw", "sentence"), TEXTS)
def test_text_that_is_no_json_is_refused(raw: bytes, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        parse(raw, "f.json")


def test_a_mark_in_front_of_the_text_is_skipped() -> None:
    assert parse(b'\xef\xbb\xbf{"a": 1}', "f.json") == {"a": 1}


@pytest.mark.parametrize("document", [None, 1, "text", [], [FIGHT]])
def test_a_document_that_is_no_object_is_refused(document: Any) -> None:
    with pytest.raises(FormatError, match="the document: must be an object"):
        read_position(Json(document), HERE)
