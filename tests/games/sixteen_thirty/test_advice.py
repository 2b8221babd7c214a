"""Advice for bots: turns to come, the odds of wars, what things are worth, the others' markers, how votes go."""

from random import Random
from typing import Any

import pytest

from tests.games.sixteen_thirty.case_files import FOLDER
from wallenstein.core.documents import Json
from wallenstein.games.sixteen_thirty.advice.horizon import TURNS_LEFT, turns_left
from wallenstein.games.sixteen_thirty.advice.outlook import DEALS, SURE, MarkerOutlook, Rivals, SeatForecast, stakes_of
from wallenstein.games.sixteen_thirty.advice.war_odds import odds
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call
from wallenstein.games.sixteen_thirty.model.options import after
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES, JOIN, LEAGUE, REARM, WAR
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.phases.voting import modifier
from wallenstein.games.sixteen_thirty.position import read_position
from wallenstein.games.sixteen_thirty.rules import Rules

FRANCE, SPAIN, ENGLAND, POLAND = (COUNTRIES.index(name) for name in ("france", "spain", "england", "poland"))


def card(name: str) -> int:
    """The code of a card."""
    return CARDS.index(name)


def cards(*names: str) -> tuple[int, ...]:
    """The codes of cards."""
    return tuple(CARDS.index(name) for name in names)


def seen(seats: list[dict[str, Any]], countries: dict[str, Any] | None = None, **keys: Any) -> View:
    """What seat 0 sees before its lobby, in this position of three players."""
    keys = {"phase": "rounds", "step": "lobby", **keys}
    document = {"players": 3, "countries": countries or {}, "seats": seats, **keys}
    return read_position(Json(document), FOLDER).view(0)


def outlook(view: View) -> MarkerOutlook:
    """Seat 0's own."""
    return MarkerOutlook(view, stakes_of(view.markers), 0)


def test_turns_left_count_the_die_of_the_last_turns() -> None:
    assert [turns_left(turn) for turn in (10, 9, 8)] == pytest.approx([1, 1 + 4 / 6, 1 + 5 / 6 * (1 + 4 / 6)])
    assert turns_left(1) == pytest.approx(7 + turns_left(8))
    assert TURNS_LEFT[1:] == tuple(turns_left(turn) for turn in range(1, 11))


def test_odds_are_those_of_the_differences_of_dice() -> None:
    differences = {0: 6, 1: 10, 2: 8, 3: 6, 4: 4, 5: 2}  # of 36
    equal = sum(count * count for count in differences.values()) / 36**2
    assert odds(0).win == odds(0).loss == pytest.approx((1 - equal) / 2)
    assert (odds(6).win, odds(6).loss, odds(-6).win) == (1.0, 0.0, 0.0)
    assert odds(5).win == pytest.approx(1 - 6 / 36 * 2 / 36)
    assert odds(2) == odds(-2)[::-1]


def test_modifiers_are_those_of_the_rules() -> None:
    strong = {"sweden": {"faction": "blue", "status": 1, "leader": True, "league": True}}
    weak = {"italy": {"faction": "red", "army": 0, "ability": 0, "unrest": True}}
    view = seen([], {**strong, **weak, "england": {"faction": "blue", "league": True}})
    assert modifier(view, COUNTRIES.index("sweden"), True) == 7
    assert modifier(view, COUNTRIES.index("sweden"), False) == 6
    assert modifier(view, COUNTRIES.index("italy"), True) == -2
    assert modifier(view, COUNTRIES.index("italy"), False) == -1


def test_a_stack_is_worth_its_points_of_all_turns() -> None:
    own = outlook(seen([{"markers": ["france", "france"]}], turn=9))
    assert own.stack(FRANCE, cards("france-3")) == pytest.approx(2 * 3 * turns_left(9))
    full = own.stack(FRANCE, cards("france-3", "open-1"))
    assert full == pytest.approx(2 * 4 * turns_left(9))
    assert full < own.stack(FRANCE, cards("france-3", "open-3")) < 1.1 * full  # beyond the status
    assert own.stack(FRANCE, ()) == 0
    assert 0 < own.stack(SPAIN, cards("spain-3")) < 0.2  # no marker there
    early = outlook(seen([{"markers": ["france"]}], turn=1))
    assert early.stack(FRANCE, cards("france-3"), descendant=True) < early.stack(FRANCE, cards("france-3"))


def test_losing_the_last_named_card_costs_the_stack() -> None:
    stack = {"france": {"cards": ["france-1", "open-2"], "descendant": True}}
    own = outlook(seen([{"markers": ["france"], "display": stack}]))
    assert own.loss(FRANCE, card("france-1")) == pytest.approx(own.own(FRANCE))
    assert 0 < own.loss(FRANCE, card("open-2")) < own.own(FRANCE)


def test_a_bid_is_worth_what_it_adds() -> None:
    hand = {"markers": ["france"], "hand": ["france-2", "open-1"], "display": {"france": {"cards": ["france-1"]}}}
    own = outlook(seen([hand]))
    both, one = Bid(cards("france-2", "open-1")), Bid(cards("france-2"))
    assert own.bid(FRANCE, both) > own.bid(FRANCE, one) > 2 * 9
    assert own.best_bid(FRANCE) == own.bid(FRANCE, both)
    assert own.best_bid(SPAIN) == 0
    turned = {**hand, "display": {"france": {"cards": ["france-1"], "descendant": True}}}
    assert outlook(seen([turned])).best_bid(FRANCE) == 0
    assert after(cards("france-1", "france-2", "open-1"), Bid(cards("france-3"), cards("france-1"))) == cards(
        "france-2", "france-3", "open-1"
    )


def test_cards_of_own_countries_are_kept() -> None:
    own = outlook(seen([{"markers": ["france"], "hand": ["france-3", "spain-3", "unrest"]}]))
    assert own.keep(card("france-3")) > own.keep(card("open-3")) > own.keep(card("spain-3")) > 0
    assert own.keep(card("unrest")) == 0


def test_the_opening_display_counts_every_stack() -> None:
    own = outlook(seen([{"markers": ["france", "spain"]}]))
    shown = ((SPAIN, card("spain-3")), (FRANCE, card("france-1")), (FRANCE, card("open-2")))
    stacks = own.stack(SPAIN, cards("spain-3")) + own.stack(FRANCE, cards("france-1", "open-2"))
    assert own.display(shown) == pytest.approx(stacks)


def test_status_matters_where_influence_is_high_enough() -> None:
    display = {"france": {"cards": ["france-3", "open-3"]}, "spain": {"cards": ["spain-1"]}}
    own = outlook(seen([{"markers": ["france", "spain"], "display": display}]))
    assert own.status(FRANCE, 1) > own.status(SPAIN, 1) > 0 > own.status(FRANCE, -1)
    assert own.status(ENGLAND, 1) == 0


def test_issues_are_weighed_by_what_they_change() -> None:
    display = {"france": {"cards": ["france-3", "open-3"]}}
    countries = {"france": {"faction": "red"}, "spain": {"faction": "blue"}, "poland": {"faction": "red", "status": 1}}
    own = outlook(seen([{"markers": ["france"], "display": display}], countries))
    assert own.issue(Call(FRANCE, JOIN)) == 0
    assert own.issue(Call(FRANCE, REARM)) > 0
    assert own.issue(Call(FRANCE, LEAGUE, ENGLAND)) == 1
    assert own.issue(Call(FRANCE, LEAGUE, POLAND)) < 1  # a gap of 3: France gives a point
    even, hopeless = own.issue(Call(FRANCE, WAR, SPAIN)), own.issue(Call(SPAIN, WAR, FRANCE))
    assert even == pytest.approx(hopeless)  # equal modifiers
    assert [own.meant(call) for call in (Call(FRANCE, WAR, SPAIN), Call(FRANCE, LEAGUE, SPAIN), Call(SPAIN, JOIN))] == [
        0, 1, 1,
    ]  # fmt: skip
    assert own.meant(Call(ENGLAND, JOIN)) == 0


def test_deals_explain_every_gain() -> None:
    state, rng = new_game(Rules(), 4, seeded(3)), Random(3)
    while len(state.scores) < 3:
        assert state.decision is not None
        state.apply(state.decision.random(rng))
    view, rivals = state.view(1), Rivals()
    deals = rivals.look(view, rng).deals
    assert len(deals) == DEALS
    for dealt in deals:
        assert dealt[1] == stakes_of(view.markers)
        for scores in view.scores:
            for seat, stakes in enumerate(dealt):
                points = [stake * worth for stake, worth in zip(stakes, scores.worth[seat], strict=True)]
                assert sum(points) == scores.gains[seat]
    assert rivals.look(view, rng).deals is deals  # nothing new is known
    assert sum(rivals.expected(0)) == pytest.approx(5)


def forecast(view: View) -> SeatForecast:
    """Seat 0's, knowing that seat 1 holds France, seat 2 Spain."""
    rivals = Rivals()
    rivals.deals = [[stakes_of(view.markers), stakes_of((FRANCE, FRANCE)), stakes_of((SPAIN, SPAIN))]] * 2
    return SeatForecast(view, rivals, outlook(view), 0.5)


WARRING = {"france": {"faction": "red", "leader": True, "ability": 3}, "spain": {"faction": "blue", "ability": 0}}


def test_votes_follow_the_markers() -> None:
    full = {"france": {"cards": ["france-3", "open-2"]}}
    view = seen([{"display": {"france": {"cards": ["france-1"]}}}, {"display": full}, {"hand": ["spain-1"]}], WARRING)
    foreseen, war = forecast(view), Call(FRANCE, WAR, SPAIN)
    assert foreseen.favour(1, war) == pytest.approx(SURE)  # it is his country that will win
    assert foreseen.favour(2, war) == pytest.approx(1 - SURE)
    assert foreseen.favour(2, Call(FRANCE, JOIN)) == SURE
    assert sum(ballot.chance for ballot in foreseen.ballots(FRANCE, war)) == pytest.approx(1)
    assert [ballot.sides for ballot in foreseen.ballots(FRANCE, war)] == [[5, 0], [0, 5]]
    # with the majority it loses nothing: seat 1 votes red, for the war
    assert foreseen.vote(FRANCE, war, 0, 1, 2.0) > foreseen.vote(FRANCE, war, 1, 1, 2.0)
    assert foreseen.best_vote(FRANCE, war, 1, 2.0) == foreseen.vote(FRANCE, war, 0, 1, 2.0)


def test_who_is_ahead_counts_more() -> None:
    foreseen = forecast(seen([{}, {"vp": 30}, {"vp": 6}]))
    assert foreseen.spite[1] > 5 * foreseen.spite[2] > 0
    assert sum(foreseen.spite.values()) == pytest.approx(0.5)


def test_what_rivals_gain_is_deducted() -> None:
    stack = {"france": {"cards": ["france-3", "open-3"]}}
    foreseen = forecast(seen([{"markers": ["italy"]}, {"display": stack, "hand": ["open-1"]}], WARRING))
    assert foreseen.status(FRANCE, 1) < 0 < foreseen.status(FRANCE, -1)
    assert foreseen.issue(Call(FRANCE, WAR, SPAIN)) < 0
    assert foreseen.harm(1, FRANCE) > 0
    assert foreseen.rivals_grow(FRANCE) == 0  # the stack is at the status
    assert foreseen.rivals_grow(SPAIN) == 0  # who holds markers there has no cards
