"""Lessons: trials of some plans say what others are worth."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import pytest

from wallenstein.core.search.halving import halving
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.plan_table import plan_table
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import MONEY_CARDS
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.forecast import Stage
from wallenstein.games.wallenstein.search.lessons import UNKNOWN, Lessons, Line, place, search_plans


def lessons_of(edition: str = "second", known: Mapping[Stage, Sequence[Line]] = UNKNOWN) -> tuple[Lessons, Offer]:
    state = new_game(Rules(edition=edition), 4, seeded(7))
    while state.decision is not None and state.decision.kind != "plan":
        state.make(state.decision.random(Random(1)))
    assert state.decision is not None
    view = state.view(state.decision.seat)
    offer = view.offer()
    table = plan_table(Outlook(view, Weights()), offer.counties, MONEY_CARDS + offer.short)
    return Lessons(table, offer, (), known), offer


@cache
def true_worth(box: int, card: int) -> float:
    """What a card adds in a made-up world, in which regents know nothing."""
    return 0.2 * Random(1000 * box + card).random()


def chance(plan: Plan, deal: int = -1) -> float:
    worth = sum(true_worth(box, card) for box, card in enumerate((*plan.boxes, plan.bid)))
    return worth / 4 + (0 if deal < 0 else Random(deal).random() / 2 + Random(repr((plan, deal))).random() / 4)


def test_lessons_begin_with_experience_and_doubt_it_less() -> None:
    fresh, offer = lessons_of()
    known, _ = lessons_of(known={(1, 0): [(0.01 * box, 0.5) for box in range(10)]})
    county = offer.counties[0]
    points = [row[known.table.counties.index(county)] for row in known.points]
    assert [known.means[place(box, county)] for box in (2, 4)] == pytest.approx(
        [0.02 + 0.5 * points[2], 0.04 + 0.5 * points[4]]
    )
    plan = offer.random(Random(1))
    assert known.cells(plan) == fresh.cells(plan)
    assert max(known.doubts.values()) < min(fresh.doubts.values())


def test_the_luck_of_a_deal_teaches_nothing() -> None:
    plans = [lessons_of()[1].random(Random(seed)) for seed in range(4)]
    results = [0.1, 0.4, 0.2, 0.3]
    one, other = lessons_of()[0], lessons_of()[0]
    one.learn(plans, results)
    other.learn(plans, [0.5 + result for result in results])
    assert other.means == pytest.approx(one.means)
    assert one.expected(plans[1]) > one.expected(plans[0])


def test_a_trial_makes_only_its_own_cards_less_doubtful() -> None:
    lessons, offer = lessons_of()
    tried, other = offer.random(Random(1)), offer.random(Random(2))
    cells, others = lessons.cells(tried), lessons.cells(other)
    before = dict(lessons.doubts)
    lessons.learn([tried, tried], [0.2, 0.6])
    assert all(lessons.doubts[cell] < before[cell] for cell in cells)
    assert all(lessons.doubts[cell] == before[cell] for cell in set(others) - set(cells))


@pytest.mark.parametrize("edition", ["first", "second"])
def test_all_plans_are_legal_and_many_differ(edition: str) -> None:
    lessons, offer = lessons_of(edition)
    rng = Random(3)
    plans = [lessons.plan(rng) for _ in range(30)]
    assert [offer.check(plan) for plan in plans] == [None] * 30
    assert len(set(plans)) > 10


def test_it_finds_better_plans_than_a_contest_of_those_given() -> None:
    gains = []
    for seed in range(4):
        lessons, offer = lessons_of()
        given = [offer.random(Random(100 * seed + number)) for number in range(60)]
        found = search_plans(lessons, given, chance, 1500, Random(seed))
        assert offer.check(found) is None
        gains.append(chance(found) - chance(halving(given, chance, 1500)[0][0]))
    assert min(gains) > 0.05
