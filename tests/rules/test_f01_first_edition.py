"""The first edition (F1-F14): what no scenario shows. The scenarios are tests/scenarios/f*.json."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import wallenstein.games.wallenstein.game as package
from tests.rules.referee import FILES, FOLDER, read
from tests.rules.tables import Forced, entries, game, play_until
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.editions.first.functions import FirstOffer
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.decision import AskDefence, Battle, Decision, Revolt
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, DICE_TOWER_BID, NO_BID
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.options import rules_from, spelled_out
from wallenstein.games.wallenstein.plan import Plan, county_bid
from wallenstein.games.wallenstein.rules import Rules, cards

FIRST = Rules(edition="first")
MANUAL = Rules(edition="first", variant="manual")
HERE = Path(__file__).parent
HOUSE = Path(package.__file__).parent


def over(state: State) -> bool:
    return False


def whole(rules: Rules, players: int, seed: int = 1) -> tuple[State, Forced]:
    """A random game to its end, and what chance was asked for."""
    chance = Forced(seed)
    return play_until(game(players, chance, rules), over, seed), chance


@pytest.mark.parametrize("number", range(1, 15))
def test_every_rule_of_the_first_edition_has_a_scenario(number: int) -> None:
    assert [file for file in FILES if read(file)["rule"] == f"F{number}"]


@pytest.mark.parametrize(("players", "thalers"), [(3, 18), (4, 15), (5, 13)])
def test_f1_thalers_and_armies(players: int, thalers: int) -> None:
    state = game(players, rules=FIRST)
    assert state.thalers == [thalers] * players
    assert (state.book.cards.armies, state.book.cards.peasants) == (61, 20)


def test_f1_no_tiles_are_drawn_and_no_bids_noted() -> None:
    state, chance = whole(FIRST, 4)
    assert {kind for kind, _, _ in chance.draws} <= {"order", "events", "actions", "event", "revolts"}
    assert not entries(state, "tile")
    assert not entries(state, "bid")
    assert {bid for _, _, bid, _ in entries(state, "plan")} == {NO_BID}


def test_f1_a_plan_without_a_bid_is_whole_and_one_with_a_bid_is_refused() -> None:
    offer = FirstOffer(1, tuple(range(12)))
    boxes = (*range(6), *[BLANK] * 4)
    assert [offer.check(plan) for plan in (Plan(boxes), Plan(boxes, 0), Plan(boxes, NO_BID))] == [None] * 3
    for bid in (1, 4, DICE_TOWER_BID, county_bid(7)):
        assert offer.check(Plan(boxes, bid)) == "F3: a plan of the first edition has ten boxes, no bid and no court"


def test_f2_the_same_line_up_as_in_the_second_edition() -> None:
    assert game(5, rules=FIRST).owner == game(5).owner


def test_f2_every_seat_begins_the_draft_now_and_then() -> None:
    drafts = [game(4, Forced(seed), Rules(edition="first", setup="draft")) for seed in range(40)]
    assert {state.decision.seat for state in drafts if state.decision} == {0, 1, 2, 3}


@pytest.mark.parametrize("players", PLAYERS)
def test_f4_the_order_is_drawn_for_the_set_up_and_each_season_between_plans_and_event(players: int) -> None:
    state, chance = whole(FIRST, players)
    names = ("season", "plan", "order", "event", "action")
    course = [entry[0] for entry in Wallenstein().event_log(state) if entry[0] in names]
    assert course[0] == "order"
    text = re.sub(r"(action )+", "actions ", " ".join(course) + " ")
    assert text.count("season " + "plan " * players + "order event actions ") == 6
    assert [draw for draw in chance.draws if draw[0] == "order"] == [("order", list(range(players)), players)] * 7


def test_f4_winter_keeps_the_order_of_the_fall() -> None:
    state = play_until(game(5, rules=FIRST), lambda state: state.season == 3)
    assert state.season == 3
    assert state.order == tuple(entries(state, "order")[-1])


def test_f5_twenty_five_events() -> None:
    events = cards("first", 3).events
    assert Counter(event.effect for event in events) == {
        "crop-failure": 5, "good-harvest": 5, "church-peace": 3, "short-muster": 5, "palace-guard": 1,
        "weary-peasants": 2, "angry-peasants": 2, "trade-bonus": 2,
    }  # fmt: skip
    for effect in ("crop-failure", "good-harvest", "short-muster"):
        regions = [event.region for event in events if event.effect == effect]
        assert sorted(regions) == ["bayern", "brandenburg", "kurpfalz", "oesterreich", "sachsen"]
    assert len({event.id for event in events}) == 25


@pytest.mark.parametrize("rules", [FIRST, MANUAL], ids=["first", "manual"])
def test_f7_who_is_asked_for_a_defence(rules: Rules) -> None:
    """The county's owner, never the attacker; in the manual variant against a march alone (F14)."""
    causes = set()
    for seed in range(6):
        state = game(4, Forced(seed), rules)

        def look(state: State) -> bool:
            asked = state.decision
            if asked is not None and asked.kind == "defend":
                assert asked.seat == state.owner[asked.county]
                assert list(asked.options) == list(range(state.armies[asked.county], -1, -1))
                causes.add(type(asked.step))
            return False

        play_until(state, look, seed)
    assert causes == ({AskDefence} if rules.variant else {AskDefence, Revolt})


def test_f12_the_winter_table_is_the_condensed_rules() -> None:
    """Short of 1-2 / 3-6 / 7+: 1 / 2 / 3 revolts; of 1 / 2-4 / 5+: 1 / 2 / 3 peasants more."""
    table = cards("first", 3).shortages
    for lacking in range(1, 12):
        line = [line for line in table if line.lacking <= lacking][-1]
        assert line.revolts == 1 + (lacking >= 3) + (lacking >= 7)
        assert line.peasants == 1 + (lacking >= 2) + (lacking >= 5)


def test_w73_events_of_the_first_year_do_not_come_again() -> None:
    state, _ = whole(FIRST, 3)
    first, second = (set(shown) for shown in entries(state, "events"))
    assert len(first) == len(second) == 4
    assert not first & second


# Rules are asked for by name


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"variant": "manual"}, 'game.variant: "manual" belongs to the first edition; set game.edition = "first"'),
        (
            {"edition": "first", "expansions": ["landsknechte"]},
            "game.expansions: landsknechte: only the second edition has expansions; "
            "the first edition is played with game.expansions = []",
        ),
        (
            {"edition": "first", "variant": "manuel"},
            'game.variant: "manuel" is not allowed; did you mean "manual"?',
        ),
        (
            {"edition": "frist"},
            'game.edition: "frist" is not allowed; did you mean "first"?',
        ),
    ],
)
def test_rules_that_do_not_go_together_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        rules_from(options, HERE)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("options", [{"edition": "first"}, {"edition": "first", "variant": "manual"}])
def test_rules_are_spelled_out(options: dict[str, str]) -> None:
    spelled = spelled_out(rules_from(options, HERE))
    assert {key: spelled[key] for key in options} == options
    assert spelled["expansions"] == []
    assert ("variant" in spelled) == ("variant" in options)


# Editions are kept apart, and one place says which functions each uses


def test_steps_kinds_and_seasons_of_each_edition() -> None:
    first, manual, second = functions(FIRST, 4), functions(MANUAL, 4), functions(Rules(), 4)
    assert set(second.kinds) - set(first.kinds) == {"tile", "move"}
    assert set(first.kinds) - set(second.kinds) == {"declare", "muster", "defend"}
    assert set(manual.kinds) == set(first.kinds)
    assert first.steps[Battle] is not second.steps[Battle]
    assert first.kinds["march"] is second.kinds["march"]
    for chosen in (first, manual, second):
        assert {type(step) for step in (*chosen.setup, *chosen.season)} <= set(chosen.steps)
        assert len(chosen.actions) == len(ACTIONS)


def imports(file: Path) -> set[str]:
    """The names that a module imports from the game's other modules, with where they come from."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                f"{node.module.removeprefix('wallenstein.games.wallenstein.')}.{name.name}" for name in node.names
            }
    return found


def test_one_editions_battle_is_read_without_the_others() -> None:
    """What they share is what happens to a county that is won or laid waste."""
    used = imports(HOUSE / "editions" / "first" / "actions.py")
    assert {name for name in used if name.startswith("phases.combat.")} == {
        "phases.combat.conquer",
        "phases.combat.devastate",
        "phases.combat.rise",
        "phases.combat.take_out",
        "phases.combat.throw",
    }
    for file in HOUSE.rglob("*.py"):
        name = file.relative_to(HOUSE).as_posix()
        known = {used for used in imports(file) if used.startswith("editions.first.")}
        assert not known or name.startswith("editions/") or name == "position/holdings.py", name


def test_no_rule_asks_which_edition_is_played() -> None:
    """`editions/` chooses; besides it only the edges that read, spell out or tell of options know the name."""
    asking = [
        file.relative_to(HOUSE).as_posix()
        for file in sorted(HOUSE.rglob("*.py"))
        if re.search(r"\b(rules\.edition|rules\.variant|edition ==|variant ==)", file.read_text(encoding="utf-8"))
    ]
    assert [name for name in asking if not name.startswith(("advice/", "story/"))] == [
        "editions/__init__.py",
        "model/book.py",
        "options.py",
        "position/holdings.py",
        "replay/page.py",
    ]


def test_no_file_of_the_game_is_long() -> None:
    for file in HOUSE.rglob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 400, file


def test_scenarios_of_the_first_edition_play_it() -> None:
    for file in FOLDER.glob("f*.json"):
        assert read(file)["scenario"]["position"]["rules"]["edition"] == "first", file.name


def test_the_default_of_every_new_decision_is_legal_and_harmless() -> None:
    """All armies defend; a muster deploys; the first boxes are declared empty."""
    seen: dict[str, Decision] = {}
    for seed in range(8):

        def note(state: State) -> bool:
            if state.decision is not None:
                seen.setdefault(state.decision.kind, state.decision)
                if state.decision.kind == "defend":
                    assert state.decision.default == max(state.decision.options)
            return False

        play_until(game(5, Forced(seed), FIRST), note, seed)
    assert seen["muster"].default[0] == 1
    assert list(seen["declare"].default) == list(range(len(seen["declare"].default)))
