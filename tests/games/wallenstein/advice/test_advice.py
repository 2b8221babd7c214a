"""Advice for bots: worth of land, hunger, the purse, assignments, and mats filled box by box."""

from itertools import permutations
from random import Random

import pytest

from wallenstein.bots import Plan
from wallenstein.games.wallenstein.advice.plan_table import affordable, assign
from wallenstein.games.wallenstein.advice.threat import combats_left, danger, enemies, open_to_attack
from wallenstein.games.wallenstein.advice.worth import (
    Worth,
    can_build,
    expected_income,
    hunger,
    revolts,
    scorings_left,
    site_value,
    standings,
)
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.names import BLANK, CHURCH, GRAIN, NEUTRAL, PALACE, POST, TAXES
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.plans import Mat


def table(seed: int = 1) -> State:
    """A game at its first plan."""
    return new_game(Rules(), 4, seeded(seed))


def test_assignments_have_the_highest_sum() -> None:
    for seed in range(40):
        check_assignment(seed)


def check_assignment(seed: int) -> None:
    """The best of all ways to assign."""
    rng = Random(seed)
    rows, columns = 1 + seed % 4, 4 + seed % 3
    values = [[rng.choice((0.0, rng.random() * 5 - 1)) for _ in range(columns)] for _ in range(rows)]
    laid = assign(values)
    assert len(set(laid)) == rows
    best = max(sum(row[at] for row, at in zip(values, way, strict=True)) for way in permutations(range(columns), rows))
    assert sum(row[at] for row, at in zip(values, laid, strict=True)) == pytest.approx(best), seed


def test_w72_a_building_is_worth_itself_and_its_majority() -> None:
    state = table()
    mine = [c for c in state.view(0).mine() if state.book.board.sites[c] > 1]
    assert Worth(state.view(0)).building(0, PALACE, mine[0]) == 4  # nobody else builds there
    assert Worth(state.view(0)).building(0, POST, mine[0]) == 2
    state.buildings = replaced(state.buildings, mine[0], 1 << PALACE)
    assert Worth(state.view(0)).county(0, mine[0]) == 1 + 1 + 3


def test_w72_taking_a_rivals_palace_takes_its_majority() -> None:
    state = table()
    county = state.view(0).counties(1)[0]
    state.buildings = replaced(state.buildings, county, 1 << PALACE)
    assert Worth(state.view(0)).county(0, county) == 5
    assert standings(state.view(0))[1] > standings(state.view(0))[0]


def test_a_bot_builds_only_where_there_is_a_site() -> None:
    state = table()
    county = state.view(0).mine()[0]
    assert can_build(state.view(0), CHURCH, county)
    state.buildings = replaced(state.buildings, county, 1 << CHURCH)
    assert not can_build(state.view(0), CHURCH, county)
    assert site_value(Worth(state.view(0)), CHURCH, county) == 0


def test_w25_income_is_the_mean_over_the_open_events() -> None:
    state = table()
    events = state.book.cards.events
    poor = min(state.view(0).mine(), key=lambda county: state.book.board.grain[county])
    printed = state.book.board.grain[poor]
    floor = next(i for i, event in enumerate(events) if event.id == "grain-floor")
    state.events = (floor, 0, 1)
    assert expected_income(state.view(0), GRAIN, poor) == pytest.approx(printed + (max(4, printed) - printed) / 3)
    state.event, state.events = floor, (0, 1)
    assert expected_income(state.view(0), GRAIN, poor) == max(4, printed)
    assert expected_income(state.view(0), TAXES, poor) == state.book.board.taxes[poor]


def test_w71_more_lacking_grain_is_never_better() -> None:
    view = table().view(0)
    worse = [revolts(view, lacking / 2) for lacking in range(-2, 18)]
    assert worse == sorted(worse)
    assert worse[:3] == [0, 0, 0]
    assert hunger(view, 8, 30.0) == 0 < hunger(view, 8, 5.0) < hunger(view, 12, 5.0)


def test_money_goes_where_it_brings_most() -> None:
    state = table()
    state.thalers[0] = 5
    values = [4.0, 3.0, 1.0, 0, 0, 2.0, 0.5, -1.0, 0, 0]
    state.actions = (0, 1, 2, 5, 6, 7, 3, 4, 8, 9)
    assert affordable(state.view(0), values, 0.0) == (0, 1)
    state.actions = (TAXES, 0, 1, 2, 5, 6, 7, 3, 8, 9)
    assert affordable(state.view(0), values, 6.0) == (0, 1, 2, 5, 6)


def test_taxes_that_come_too_late_pay_for_nothing() -> None:
    state = table()
    state.thalers[0] = 0
    state.actions = (PALACE, TAXES, 1, 2, 5, 6, 7, 3, 8, 9)
    assert affordable(state.view(0), [9.0, 1.0] + [0.0] * 8, 6.0) == (1,)


def test_a_mat_is_filled_box_by_box_and_covers_what_it_must() -> None:
    state = table()
    offer = state.functions.offer(state, 0)
    mat = Mat(state.view(0), offer)
    best = mat.lay(TAXES, lambda county: float(county))
    assert best == max(offer.counties)
    assert mat.lay(GRAIN, lambda county: 0.0) == BLANK
    plan = mat.finish(bid=1)
    assert plan.boxes[TAXES] == best
    assert plan.boxes.count(BLANK) == offer.most_blanks(1)
    assert isinstance(plan, Plan)
    assert offer.check(plan) is None


def test_w44_church_peace_closes_a_county() -> None:
    state = table()
    peace = next(i for i, event in enumerate(state.book.cards.events) if event.effect == "church-peace")
    county, target = next(
        (c, n) for c in state.view(0).mine() for n in state.book.neighbours[c] if state.owner[n] not in (0, NEUTRAL)
    )
    state.buildings = replaced(state.buildings, target, 1 << CHURCH)
    assert target in open_to_attack(state.view(0), county)
    state.event = peace
    assert target not in open_to_attack(state.view(0), county)


def test_danger_shrinks_with_armies_and_is_nothing_far_from_enemies() -> None:
    state = table()
    view = state.view(0)
    border = next(county for county in view.mine() if enemies(view, county))
    assert danger(view, border, 1) > danger(view, border, 6) > 0
    for near in state.book.neighbours[border]:
        state.armies[near] = min(1, state.armies[near])
    assert danger(state.view(0), border, 1) == 0


def test_combats_left_are_counted_down() -> None:
    state = table()
    assert (combats_left(state.view(0)), scorings_left(state.view(0))) == (6, 2)
    state.season, state.year = 2, 2
    assert (combats_left(state.view(0)), scorings_left(state.view(0))) == (2, 1)
