"""Advice on Emperor's Court and the Landsknechte, and what the regent makes of it."""

import pytest

from bots.regent import Audience, Levy
from tests.bots.reference.family import Player, bot_class, entries, play
from wallenstein.bots import View
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.threat import enemies, idle_armies
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.editions.court.advice import favor_points
from wallenstein.games.wallenstein.editions.court.audience import SIZES, court_of
from wallenstein.games.wallenstein.editions.landsknechte.advice import benefit_points
from wallenstein.games.wallenstein.editions.landsknechte.part import cards_of
from wallenstein.games.wallenstein.editions.sensible import sensible
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import BENEFITS, BLANK, DICE_TOWER, FALL
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.plans import Mat

WEIGHTS: Weights = bot_class("regent")().weights  # type: ignore[attr-defined]  # the class is known by its name only
VP_1, VP_3, GRAIN_2, TRAY_4, PALACE_GIFT = 6, 19, 5, 14, 21


def table(open_favors: tuple[int, int, int], hall: int, season: int = FALL, year: int = 2) -> State:
    """A game at its first plan, as if late; the favors on display, and how many courtiers everybody has at court."""
    state = new_game(Rules(expansions=tuple(EXPANSIONS)), 4, seeded(1))
    state.season, state.year = season, year
    court = court_of(state)
    court.open = list(open_favors)
    court.hall = [hall] * 4
    court.supply = [7 - hall] * 4
    return state


def outlook(state: State) -> Outlook:
    return Outlook(state.view(0), WEIGHTS)


def audience(state: State) -> Audience:
    return Audience(outlook(state), court_of(state).view())


def levy(state: State) -> Levy:
    return Levy(outlook(state), court_of(state).view())


def test_more_courtiers_are_never_worth_less() -> None:
    worth = [audience(table((VP_3, VP_1, GRAIN_2), 2)).worth(hall) for hall in range(8)]
    assert worth == sorted(worth)
    assert worth[7] > worth[0] == 0  # after the last audience those that stay are worth nothing


def test_c5_many_courtiers_of_rivals_take_the_best_favor_away() -> None:
    humble, proud = table((VP_3, VP_1, GRAIN_2), 2), table((VP_3, VP_1, GRAIN_2), 7)
    court_of(proud).hall[0] = 2
    assert audience(humble).worth(4) > audience(proud).worth(4)


def test_c4_armies_go_to_court_for_a_favor_that_they_reach_and_not_for_a_trifle() -> None:
    wanted = levy(table((VP_3, GRAIN_2, GRAIN_2), 2)).sources
    assert sum(wanted) >= 2
    assert levy(table((GRAIN_2, GRAIN_2, GRAIN_2), 2)).sources == {}


@pytest.mark.parametrize("idle", [0, 2])
def test_c4_the_tray_gives_what_it_has(idle: int) -> None:
    state = table((VP_3, GRAIN_2, GRAIN_2), 2)
    state.tray[0] = idle
    found = levy(state)
    assert [size for size, source in found.sources.items() if source == DICE_TOWER] == [2][:idle]
    assert found.boxes([BLANK] * len(SIZES), [True] * len(SIZES)) == (BLANK, DICE_TOWER if idle else BLANK, BLANK)


def test_c4_no_more_go_than_there_are_courtiers_left() -> None:
    state = table((VP_3, VP_3, VP_3), 3)
    court_of(state).supply[0] = 1
    assert sum(levy(state).sources) <= 1


def test_points_count_more_the_less_rivals_can_do_about_them() -> None:
    early, late = table((VP_3, VP_1, GRAIN_2), 2, season=0, year=1), table((VP_3, VP_1, GRAIN_2), 2)
    assert favor_points(outlook(early), VP_3) < favor_points(outlook(late), VP_3) == 3
    assert favor_points(outlook(early), TRAY_4) > favor_points(outlook(late), TRAY_4)


def test_a_gift_that_is_planned_already_is_worth_less() -> None:
    state = table((PALACE_GIFT, VP_1, GRAIN_2), 7)
    view = state.view(0)
    best = favor_points(Outlook(view, WEIGHTS), PALACE_GIFT)
    assert best > 2
    for county in view.mine():
        plan = state.functions.offer(state, 0).repair(Mat(view, state.functions.offer(state, 0)).finish(0))
        planned = view._replace(plan=plan._replace(boxes=(county, *plan.boxes[1:])))
        assert favor_points(Outlook(planned, WEIGHTS), PALACE_GIFT) <= best


def test_l2_the_benefit_depends_on_the_next_card() -> None:
    state = table((VP_3, VP_1, GRAIN_2), 2)
    points = []
    for card in (1, 2, 3):
        cards_of(state)[:] = [card] * 4
        points.append(benefit_points(outlook(state), BENEFITS.index("vp")))
    assert points == [0, 0, 1]


def test_tastes_differ() -> None:
    view: View = table((VP_3, TRAY_4, GRAIN_2), 7).view(0)
    ask = Decision(0, "favor", (None, VP_3, TRAY_4, GRAIN_2), ("favor", 0))
    assert sensible(view, ask) == VP_3
    assert sensible(view, ask, {"tray-armies": 9.0}) == TRAY_4
    assert sensible(view, ask, {"vp": 0.0, "tray-armies": 0.0, "grain": 0.0}) is None


def test_c3_a_mat_converts_what_is_idle_until_the_dearest_favor_is_paid() -> None:
    state = table((VP_3, VP_1, GRAIN_2), 1)
    quiet = next(county for county in state.view(0).mine() if not enemies(state.view(0), county))
    state.armies[quiet] = 9
    state.tray[0] = 1
    view = state.view(0)
    assert idle_armies(view, quiet) == 8
    mat = Mat(view, state.functions.offer(state, 0))
    mat.convert(lambda county: idle_armies(view, county) if county == quiet else 0)
    assert mat.finish(0).court == (quiet, BLANK, BLANK)
    court_of(state).hall[0] = 3
    mat = Mat(state.view(0), state.functions.offer(state, 0))
    mat.convert(lambda county: 0)
    assert mat.finish(0).court == (BLANK, BLANK, DICE_TOWER)


def test_the_regent_goes_to_court_and_one_that_ignores_it_does_not() -> None:
    seats: list[Player] = ["regent", lambda: bot_class("regent")(court=False)] * 2  # type: ignore[call-arg]
    games = [play(seats, seed, Rules(expansions=("emperors-court",))) for seed in range(3)]
    favors = [entry[1] % 2 for state in games for entry in entries(state, "favor")]
    assert favors.count(0) >= len(games)
    assert favors.count(1) == 0
    assert [e for state in games for e in entries(state, "convert") if e[1] % 2] == []
    assert [e for state in games for e in entries(state, "convert") if e[4] == 0] != []
