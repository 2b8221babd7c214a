"""What a view does not tell can be drawn anew (W29), and what is drawn could lie there."""

from collections import Counter
from random import Random

from tests.properties.hiding import hide_otherwise
from tests.properties.photo import photo
from tests.properties.players import ONE_EACH, Table, at_every_table, finish, moments
from tests.properties.supplies import shortfalls
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTION, BLANK, LANDSKNECHT, MONEY_CARDS, NO_BID, ORDER, OVER, PLAN
from wallenstein.games.wallenstein.plan import bid_county


@at_every_table(range(6, 7), range(100, 104))
def test_a_sample_shows_its_seat_the_same_view(table: Table, seeds: range) -> None:
    for state, decision in moments(table, seeds, every=3):
        for seat in range(state.book.players):
            if decision.kind == "plan" and seat != decision.seat:
                continue  # a seat that has planned is not asked before the others have
            view = state.view(seat)
            for i in range(2):
                drawn = view.sample(Random(i))
                assert drawn.view(seat) == view
                assert drawn.decision is not None
                assert drawn.decision[:2] == decision[:2]
                assert shortfalls(drawn) == []


@at_every_table(range(10, 11), at=ONE_EACH)
def test_w29_while_a_seat_plans_all_others_have_planned(table: Table, seeds: range) -> None:
    """What they have planned may be anything that their cards allow, not only blanks."""
    laid = Counter[bool]()
    for state, decision in moments(table, seeds, every=1):
        if decision.kind == "plan":
            drawn = state.view(decision.seat).sample(Random(1))
            others = [plan for seat, plan in enumerate(drawn.plans) if seat != decision.seat]
            assert None not in others
            laid.update(any(box != BLANK for box in plan.boxes) for plan in others if plan is not None)
    assert laid[True] > laid[False]


@at_every_table(range(7, 8), range(104, 108))
def test_equal_views_give_equal_samples(table: Table, seeds: range) -> None:
    rng = Random(2)
    for state, decision in moments(table, seeds, every=4):
        other = state.copy()
        hide_otherwise(other, decision.seat, rng)
        views = state.view(decision.seat), other.view(decision.seat)
        samples = [photo(view.sample(Random(9))) for view in views]
        assert samples[0] == samples[1]


@at_every_table(range(8, 9), range(108, 112))
def test_a_sample_can_be_played_to_the_end(table: Table, seeds: range) -> None:
    for state, _ in moments(table, seeds, every=25):
        for seat in range(state.book.players):
            drawn = state.view(seat).sample(Random(3))
            assert finish(drawn, Random(4)).phase == OVER
            assert shortfalls(drawn) == []


@at_every_table(range(9, 10), range(112, 116))
def test_samples_differ_and_lay_only_plans_that_could_lie(table: Table, seeds: range) -> None:
    planned = set()
    for state, decision in moments(table, seeds, every=3):
        if not PLAN <= state.phase <= ACTION:
            continue
        own = state.plans[decision.seat]
        for i in range(4 if state.phase < ACTION else 1):
            drawn = state.view(decision.seat).sample(Random(i))
            assert drawn.plans[decision.seat] == own
            for seat, plan in enumerate(drawn.plans):
                if plan is not None:
                    check_plan(drawn, seat, theirs=seat != decision.seat)
                    planned.add(plan)
    assert len(planned) > 20
    assert len({plan.court for plan in planned}) > 20 or "emperors-court" not in table[0].expansions


def check_plan(drawn: State, seat: int, theirs: bool) -> None:
    """No card lies twice, none where it cannot; a box that was declared empty is (F3)."""
    plan = drawn.plans[seat]
    assert plan is not None
    assert len(plan.court) == (3 if drawn.parts.get("emperors-court") is not None else 0)  # C3
    laid = [card for card in (*plan.boxes, *plan.court, bid_county(plan.bid)) if card >= 0]
    assert len(set(laid)) == len(laid)
    assert all(plan.boxes[action] == BLANK for action in drawn.declared[seat])
    if drawn.phase in (PLAN, ORDER, LANDSKNECHT):
        # W24: with the Thalers that the seat had before it paid its bid
        paid = plan.bid if NO_BID < plan.bid < MONEY_CARDS and drawn.phase != PLAN else 0
        rich = drawn.copy()
        rich.thalers[seat] += paid
        assert drawn.functions.offer(rich, seat).check(plan) is None
    if drawn.phase == ACTION and theirs:
        # W28: a county that changed hands is not among the cards that still lie face down
        coming = [plan.boxes[action] for action in drawn.actions[drawn.slot + 1 :] if plan.boxes[action] != BLANK]
        assert all(drawn.owner[county] == seat for county in coming)
        assert not set(coming) & set(drawn.won)


@at_every_table(range(11, 12))
def test_samples_of_hidden_actions_vary(table: Table, seeds: range) -> None:
    for state, decision in moments(table, seeds, every=30):
        view = state.view(decision.seat)
        if state.draft is None and len(view.actions) <= 7:
            orders = {tuple(view.sample(Random(i)).actions) for i in range(20)}
            assert len(orders) > 1
            assert {order[: len(view.actions)] for order in orders} == {view.actions}
