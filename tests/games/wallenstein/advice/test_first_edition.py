"""Advice on the first edition and on the draft; what decisions tell about themselves."""

import pytest

from bots.regent import draft_card, draft_group, site
from tests.bots.reference.family import entries
from tests.games.wallenstein.advice.test_odds import MANY, front, table
from wallenstein.games.wallenstein.advice.odds import attack_odds
from wallenstein.games.wallenstein.advice.threat import best_defence, least_missed
from wallenstein.games.wallenstein.editions.court.records import AskBuilding, AskFavor
from wallenstein.games.wallenstein.model.decision import (
    AskMarch,
    AskMove,
    AskMuster,
    AskRevolt,
    AskTile,
    Attack,
    Decision,
    Revolt,
)
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.names import (
    ATTACKER,
    BLANK,
    COMBAT_A,
    COMBAT_B,
    DEFENDER,
    DEPLOY_1,
    PALACE,
    PEASANTS,
    PILE,
    REFRESH,
    TAXES,
    TIE,
)
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules

FIRST = Rules(edition="first")
MANUAL = Rules(edition="first", variant="manual")


def attacked(state: State, source: int, county: int, armies: int) -> Decision:
    """The decision of the defender when armies march."""
    state.armies[source] = armies + 1
    state.decision, state.agenda = None, [AskMarch(0, COMBAT_A, source)]
    state.advance()
    state.apply((county, armies))
    assert state.decision is not None
    return state.decision


@pytest.mark.parametrize("rules", [FIRST, MANUAL], ids=["first", "manual"])
@pytest.mark.parametrize(("markers", "thrown", "event"), [(0, 3, "none"), (1, 0, "palace-guard"), (2, 2, "none")])
def test_battles_of_the_first_edition_end_as_the_odds_say(rules: Rules, markers: int, thrown: int, event: str) -> None:
    state = table(1, rules)
    source, county = front(state, 0)
    state.markers[county] = markers
    state.buildings = replaced(state.buildings, county, 1 << PALACE)
    state.event = state.book.effects.index(event) if event != "none" else -1
    odds = attack_odds(state.view(0), 0, county, 3, defenders=thrown)
    attacked(state, source, county, 3)
    outcomes, kept = [], 0
    for number in range(MANY):
        played = state.copy(seeded(number))
        played.journal = []
        played.apply(thrown)
        battle = entries(played, "battle")[0]
        outcomes.append(battle[8])
        kept += battle[9] if battle[8] == DEFENDER else 0
    for outcome, chance in ((ATTACKER, odds.win), (DEFENDER, odds.hold), (TIE, odds.tie)):
        assert abs(outcomes.count(outcome) / MANY - chance) < 4 * (chance * (1 - chance) / MANY) ** 0.5 + 1e-9
    assert abs(kept / MANY - odds.kept) < 0.15


def test_f7_all_armies_are_thrown_where_peasants_are_few() -> None:
    state = table(1, FIRST)
    source, county = front(state, 0)
    state.armies[county] = 4
    decision = attacked(state, source, county, 5)
    assert (decision.kind, decision.county, decision.attack) == ("defend", county, Attack(0, source, 5))
    assert best_defence(state.view(decision.seat), decision) == 4


def test_f10_armies_stay_where_peasants_hold_alone() -> None:
    state = table(1, FIRST)
    source, county = front(state, 0)
    state.armies[county] = 4
    state.tray[PEASANTS], state.supply[PEASANTS] = 12, 0
    decision = attacked(state, source, county, 1)
    assert best_defence(state.view(decision.seat), decision) < 2


def test_w71_winter_asks_for_more_defenders() -> None:
    assert 0 < defenders(extra=0) < defenders(extra=3)


def defenders(extra: int) -> int:
    """How many of nine armies are thrown against one marker's peasant, and winter's."""
    state = table(1, FIRST)
    county = state.view(0).mine()[0]
    state.armies[county], state.markers[county] = 9, 1
    state.tray[:] = state.tower[:] = [0] * 5
    state.decision, state.agenda = None, [Revolt(0, county, extra)]
    state.advance()
    decision = state.decision
    assert decision is not None
    assert (decision.county, decision.attack, decision.extra) == (county, None, extra)
    return best_defence(state.view(0), decision)


def test_f3_boxes_of_little_use_are_left_empty() -> None:
    assert least_missed([(PALACE,), (TAXES,), (COMBAT_A,), (COMBAT_B,)]) == (COMBAT_B,)
    assert least_missed([(PALACE, COMBAT_B), (COMBAT_A, DEPLOY_1), (COMBAT_A, COMBAT_B)]) == (COMBAT_A, COMBAT_B)


def drafting() -> State:
    """A draft in which seat 0 has taken a county and is asked for the group."""
    state = new_game(Rules(setup="draft"), 4, seeded(2))
    assert state.decision is not None
    state.apply(state.decision.options[0])
    return state


def test_w13_the_group_grows_with_the_rivals_around() -> None:
    state = drafting()
    decision = state.decision
    assert decision is not None
    assert decision.county >= 0
    assert draft_group(state.view(0), decision) == min(decision.options)
    for near in state.book.neighbours[decision.county]:
        state.owner[near] = 1
    assert draft_group(state.view(0), decision) > min(decision.options)


def test_w13_land_away_from_rivals_is_taken_and_hopeless_cards_are_put_away() -> None:
    state = drafting()
    state.apply(5)
    decision, draft = state.decision, state.draft
    assert decision is not None
    assert draft is not None
    better, worse = sorted(draft.opened, key=lambda county: -site(state.view(1), county))
    assert site(state.view(1), better) > site(state.view(1), worse)
    assert draft_card(state.view(1), decision._replace(options=(better, worse))) == better
    for county in draft.opened:
        for near in state.book.neighbours[county]:
            if near not in draft.opened:
                state.owner[near] = 2
    again = decision._replace(options=(*draft.opened, PILE, REFRESH))
    assert draft_card(state.view(1), again) == REFRESH
    assert draft_card(state.view(1), again._replace(options=(*draft.opened, PILE))) == PILE


def test_decisions_tell_their_county_and_their_favor() -> None:
    assert Decision(0, "march", (), AskMarch(0, COMBAT_A, 7)).county == 7
    assert Decision(0, "move", (), AskMove(0, 7)).county == 7
    assert Decision(0, "muster", (), AskMuster(0, DEPLOY_1, 7)).county == 7
    assert Decision(0, "tile", (), AskTile(0)).county == BLANK
    assert Decision(0, "revolt", (), AskRevolt(0, 2, (7, 8))).county == BLANK
    assert Decision(0, "revolt", (), AskRevolt(0, 2, (7, 8))).extra == 0
    assert Decision(0, "favor-build", (), AskBuilding(0, 21)).favor == 21
    assert Decision(0, "favor", (), AskFavor(0)).favor == 0
