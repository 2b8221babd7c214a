"""The odds of the tower: exact, and the same as what many battles of the engine come to."""

from math import isclose
from random import Random

import pytest

from tests.bots.reference.family import entries
from wallenstein.bots import View
from wallenstein.games.wallenstein.advice.odds import attack_odds, battle_odds, holding_odds, revolt_odds
from wallenstein.games.wallenstein.model.decision import AskMarch, Revolt
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.names import (
    ATTACKER,
    COMBAT_A,
    DEFENDER,
    NEUTRAL,
    PEASANTS,
    TIE,
    TILE_ATTACK,
    TILE_DEFENCE,
)
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.phases.combat import revolt
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.models import Baffles, OpenTower, Sieve, TowerOdds, odds_of

ALL_OUT = TowerOdds(1.0, 1.0)
MANY = 2000


def table(seed: int, rules: Rules | None = None) -> State:
    """A game at its first plan, with something in the tray."""
    state = new_game(rules or Rules(), 4, seeded(seed))
    for colour, count in enumerate((1, 0, 2, 0, 1)):
        state.supply[colour] -= count
        state.tray[colour] += count
    return state


def front(state: State, seat: int) -> tuple[int, int]:
    """A county of the seat, and another seat's next to it with armies enough for a fight that may go either way."""
    return next(
        (county, near)
        for county in state.view(seat).mine()
        for near in state.book.neighbours[county]
        if state.owner[near] not in (seat, NEUTRAL) and state.armies[near] in (3, 4)
    )


@pytest.mark.parametrize(("attack", "outcome"), [(6, "win"), (5, "tie"), (4, "hold")])
def test_without_chance_the_larger_side_wins(attack: int, outcome: str) -> None:
    odds = battle_odds(ALL_OUT, (attack, 0), (3, 0), (2, 0))
    assert getattr(odds, outcome) == 1


def test_w52_what_is_left_of_the_attackers() -> None:
    assert battle_odds(ALL_OUT, (9, 0), (3, 0), (2, 0)).left == 4


@pytest.mark.parametrize(("attack", "kept"), [(1, 3), (2, 3), (3, 2), (4, 1)])
def test_w53_peasants_are_lost_before_armies(attack: int, kept: int) -> None:
    assert battle_odds(ALL_OUT, (attack, 0), (3, 0), (2, 0)).kept == kept


def test_w54_peasants_alone_hold_nothing() -> None:
    odds = battle_odds(ALL_OUT, (1, 0), (0, 0), (3, 0))
    assert (odds.win, odds.hold, odds.tie) == (0, 0, 1)


def test_one_cube_against_one_by_hand() -> None:
    odds = battle_odds(TowerOdds(), (1, 0), (1, 0), (0, 0))
    assert isclose(odds.win, 2 / 3 * 1 / 3)
    assert isclose(odds.hold, 1 / 3 * 2 / 3)
    assert isclose(odds.tie, 1 / 3 * 1 / 3 + 2 / 3 * 2 / 3)


def test_w61_a_tie_loses_the_revolt() -> None:
    assert holding_odds(ALL_OUT, (2, 0), (2, 0)) == (0, 0)
    assert holding_odds(ALL_OUT, (5, 0), (2, 0)) == (1, 3)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("tile", [-1, TILE_ATTACK, TILE_DEFENCE])
def test_battles_of_the_engine_end_as_the_odds_say(seed: int, tile: int) -> None:
    state = table(seed)
    source, county = front(state, 0)
    state.tiles = replaced(state.tiles, 0 if tile == TILE_ATTACK else state.owner[county], tile)
    state.markers[county] = seed % 2
    odds = attack_odds(state.view(0), 0, county, 4)
    outcomes = [fought(state, number, source, county) for number in range(MANY)]
    for outcome, chance in ((ATTACKER, odds.win), (DEFENDER, odds.hold), (TIE, odds.tie)):
        assert abs(outcomes.count(outcome) / MANY - chance) < 4 * (chance * (1 - chance) / MANY) ** 0.5 + 1e-9


def fought(before: State, number: int, source: int, county: int) -> int:
    """How the battle ends when four of five armies march."""
    state = before.copy(seeded(number))
    state.journal = []
    state.armies[source] = 5
    state.decision, state.agenda = None, [AskMarch(0, COMBAT_A, source)]
    state.advance()
    state.apply((county, 4))
    outcome: int = entries(state, "battle")[0][8]
    return outcome


def test_revolts_of_the_engine_end_as_the_odds_say() -> None:
    state = table(5)
    county = state.view(0).mine()[0]
    state.markers[county] = 2
    hold, left = revolt_odds(state.view(0), county, extra=1)
    armies = []
    for number in range(MANY):
        played = state.copy(seeded(number))
        revolt(played, Revolt(0, county, 1))
        armies.append(played.armies[county])
    assert abs(sum(after > 0 for after in armies) / MANY - hold) < 4 * (hold * (1 - hold) / MANY) ** 0.5
    assert abs(sum(armies) / MANY - left) < 0.1


def test_a_neutral_county_has_a_peasant_and_never_holds() -> None:
    view: View = table(2).view(0)
    odds = attack_odds(view, 0, view.neutral()[0], 3)
    thrown = (3 + view.tray[0], view.tower[0])
    assert odds == battle_odds(TowerOdds(), thrown, (0, 0), (1 + view.tray[PEASANTS], view.tower[PEASANTS]))
    assert odds.hold == 0


def test_as_if_more_defended_or_another_owned() -> None:
    view = table(1).view(0)
    county = view.counties(1)[0]
    assert attack_odds(view, 0, county, 5, defenders=9).win < attack_odds(view, 0, county, 5).win
    mine = attack_odds(view, 2, county, 5, defenders=3, defender=0)
    assert mine == attack_odds(view._replace(owner=(0,) * len(view.owner)), 2, county, 5, defenders=3)


def test_every_tower_has_a_sieve_that_it_is_like() -> None:
    assert odds_of(Sieve(0.9, 0.1)) == TowerOdds(0.9, 0.1)
    assert odds_of(OpenTower()) == ALL_OUT
    model, likeness, rng = Baffles(), odds_of(Baffles()), Random(1)
    out = [model.drop(rng.random, [12, 0], [0, 6]) for _ in range(MANY)]
    assert abs(sum(thrown for thrown, _ in out) / MANY / 12 - likeness.passes) < 0.02
    assert abs(sum(stuck for _, stuck in out) / MANY / 6 - likeness.loosens) < 0.05
