"""C1-C6: what a scenario cannot show of the court: the tower fill, the pile, plans by the thousand, who sees what."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.rules.tables import Forced, any_choice, entries, game, play_until
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.editions.court.audience import court_of
from wallenstein.games.wallenstein.editions.court.part import NOTHING, CourtOffer
from wallenstein.games.wallenstein.editions.court.records import box
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import (
    BLANK,
    COUNTY_BID,
    COURT,
    DICE_TOWER,
    DICE_TOWER_BID,
    LANDSKNECHT,
    MONEY_CARDS,
    NO_BID,
    ORDER,
    OVER,
    UNSEEN,
)
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules

RULES = Rules(expansions=("emperors-court",))
PLANS = 400


def test_c1_each_army_that_falls_out_sends_a_courtier() -> None:
    """The printed example: of four players two see two armies, one sees one, and one none."""
    state = game(4, Forced(throw=[[0, 2, 2, 1, 2]]), RULES)
    court = court_of(state)
    assert court.hall == [0, 2, 2, 1]
    assert court.supply == [7, 5, 5, 6]
    assert state.tray == [0, 0, 0, 0, 0]
    assert state.supply[1] == 62 - sum(a for a, owner in zip(state.armies, state.owner, strict=True) if owner == 1) - 5
    assert entries(state, "courtiers") == [(0, 2, 2, 1)]


def test_c1_all_seven_may_come() -> None:
    state = game(3, Forced(throw=[[7, 0, 3, 10]]), RULES)
    assert court_of(state).hall == [7, 0, 3]
    assert court_of(state).supply == [0, 7, 4]


def test_c1_twenty_one_favors() -> None:
    assert sorted(box().favors) == list(range(1, 22))
    assert Counter(favor.effect for favor in box().favors.values()) == {
        "cancel-event": 1, "thalers": 3, "tray-armies": 3, "calm": 1, "grain": 3, "vp": 3, "build": 3, "protection": 3,
        "garrison": 1,
    }  # fmt: skip
    assert (box().courtiers, box().dice_towers) == (7, 3)


def test_c2_three_new_favors_a_season_the_highest_number_dearest() -> None:
    for seed in range(5):
        state = play_until(game(4, Forced(seed), RULES), lambda s: False, seed)
        shown = entries(state, "favors")
        assert len(shown) == 6
        assert all(a > b > c for a, b, c in shown)
        numbers = [number for favors in shown for number in favors]
        assert len(set(numbers)) == 18
        court = court_of(state)
        assert sorted([*court.gone, *([4] if True in court.kept_calm else [])]) == sorted(numbers)


def cards_fit(plan: Plan, counties: tuple[int, ...], thalers: int) -> bool:
    """Whether the very cards can be laid: every way to cover boxes without a county is tried."""
    boxes, bid, court = plan
    laid = [card for card in (*boxes, *court) if card >= 0] + ([bid - COUNTY_BID] if bid >= COUNTY_BID else [])
    if len(set(laid)) < len(laid) or not set(laid) <= set(counties):
        return False
    short = max(0, 14 - (len(counties) + 8))
    blank, nothing, towers = boxes.count(BLANK), court.count(BLANK), court.count(DICE_TOWER)
    money, bare = 0, 0
    if NO_BID < bid < MONEY_CARDS:
        money = 1
        if bid > thalers:
            return False
    elif bid == DICE_TOWER_BID:
        towers += 1
    elif bid == NO_BID:
        bare = 1
    elif bid < COUNTY_BID:
        return False
    for by_tower, left_bare in product(range(blank + 1), range(blank + 1)):
        for nothing_bare in range(nothing + 1):
            used_money = money + blank - by_tower - left_bare + nothing - nothing_bare
            used_towers, uncovered = towers + by_tower, bare + left_bare + nothing_bare
            if by_tower + left_bare > blank or used_money > 5 or used_towers > 3 or uncovered != short:
                continue
            if not short or (used_money == 5 and used_towers == 3 and len(laid) == len(counties)):
                return True
    return False


def any_plan(counties: tuple[int, ...], rng: Random) -> Plan:
    """A plan of own counties laid at random, most often near what is allowed."""
    hand = [*counties, *[BLANK] * rng.randrange(4, 12), *[DICE_TOWER] * rng.randrange(4)]
    rng.shuffle(hand)
    court = tuple(hand.pop() if hand else BLANK for _ in NOTHING)
    rest = [card for card in hand if card != DICE_TOWER]
    bids = [*range(NO_BID, 6), *[COUNTY_BID + card for card in rest if card >= 0][:2]]
    bid = rng.choice(bids)
    if bid >= COUNTY_BID:
        rest.remove(bid - COUNTY_BID)
    boxes = tuple((rest + [BLANK] * 10)[:10])
    return Plan(boxes, bid, court)


@pytest.mark.parametrize("counties", range(16))
def test_c3_a_plan_is_legal_just_when_its_cards_can_be_laid(counties: int) -> None:
    rng = Random(counties)
    held = tuple(range(0, 2 * counties, 2))
    found = Counter[bool]()
    for _ in range(PLANS):
        thalers = rng.randrange(6)
        offer = CourtOffer(0, held, thalers)
        plan = any_plan(held, rng)
        fits = cards_fit(plan, held, thalers)
        assert (offer.check(plan) is None) == fits, (plan, thalers, offer.check(plan))
        found[fits] += 1
        mended = offer.repair(plan)
        assert cards_fit(mended, held, thalers)
        assert not fits or mended == plan
        drawn = offer.random(rng)
        assert cards_fit(drawn, held, thalers)
        assert offer.check(drawn) is None
    assert found[True] > 10
    assert found[False] > 10


@pytest.mark.parametrize("counties", range(14))
def test_c3_what_is_legal_without_the_court_is_legal_with_three_nothings(counties: int) -> None:
    """A bot that knows nothing of the court plays legally; so the two offers agree on every plan without one."""
    rng = Random(counties)
    held = tuple(range(counties))
    for _ in range(PLANS):
        thalers = rng.randrange(6)
        plan = any_plan(held, rng)._replace(court=())
        if plan.bid == DICE_TOWER_BID:
            continue
        assert (Offer(0, held, thalers).check(plan) is None) == (CourtOffer(0, held, thalers).check(plan) is None)
        assert CourtOffer(0, held, thalers).check(Offer(0, held, thalers).random(rng)) is None


def test_c3_random_plans_reach_every_kind_of_plan() -> None:
    for counties in (3, 6, 9):
        offer = CourtOffer(0, tuple(range(counties)), 3)
        plans = [offer.random(Random(seed)) for seed in range(4000)]
        assert {plan.court.count(DICE_TOWER) for plan in plans} == {0, 1, 2, 3}
        assert {plan.court.count(BLANK) for plan in plans} == {0, 1, 2, 3}
        bids = {plan.bid if plan.bid < COUNTY_BID else COUNTY_BID for plan in plans}
        assert bids == {0, 1, 2, 3, DICE_TOWER_BID, COUNTY_BID, *([NO_BID] if counties < 6 else [])}
        where = {(place, card) for plan in plans for place, card in enumerate((*plan.boxes, *plan.court))}
        assert {(place, card) for place in range(13) for card in range(counties)} <= where
        # with a dice tower bid a dice tower card can still lie in each court box
        assert {plan.court.index(DICE_TOWER) for plan in plans
                if plan.bid == DICE_TOWER_BID and DICE_TOWER in plan.court} == {0, 1, 2}  # fmt: skip


def test_c3_plans_may_lay_any_number_of_blanks_that_is_allowed() -> None:
    offer = CourtOffer(0, tuple(range(12)), 0)
    counts = Counter((*plan.boxes, *plan.court).count(BLANK) for plan in map(offer.random, map(Random, range(4000))))
    assert {2, 3, 4, 5, 6, 7} <= set(counts)
    assert max(counts) <= 8


def test_c3_a_plan_with_too_few_counties_is_told_how_many_boxes_have_none() -> None:
    """Money and dice tower cards cover eight boxes; the bid uses one of them."""
    counties = tuple(range(12))
    plan = Plan((*counties[:4], *[BLANK] * 6), 0, (BLANK, DICE_TOWER, DICE_TOWER))
    assert CourtOffer(2, counties, 3).check(plan) == "C3: seat 2 leaves 9 boxes without a county; 7 are allowed"


@pytest.mark.parametrize(("bid", "most"), [(1, 3), (DICE_TOWER_BID, 2)])
def test_w29_c3_dice_tower_cards_may_lie_face_down_at_court(bid: int, most: int) -> None:
    """All that are left, in any court box; never in a box of the court that is open."""
    offer = CourtOffer(0, tuple(range(12)), 3)
    hidden = Plan((UNSEEN,) * 10, bid)
    courts = [offer.complete(hidden, offer.counties, Random(seed)).court for seed in range(2000)]
    assert {court.count(DICE_TOWER) for court in courts} == set(range(most + 1))
    assert {place for court in courts for place, card in enumerate(court) if card == DICE_TOWER} == {0, 1, 2}
    seen = hidden._replace(court=(BLANK, 3, BLANK))
    assert {offer.complete(seen, offer.counties, Random(seed)).court for seed in range(50)} == {seen.court}


@pytest.mark.parametrize("court", [(BLANK,), (BLANK,) * 4, (-3, BLANK, BLANK), (45, BLANK, BLANK)])
def test_c3_a_court_of_other_cards_is_refused(court: tuple[int, ...]) -> None:
    offer = CourtOffer(1, tuple(range(9)), 3)
    told = offer.check(Plan((0, 1, 2, 3, 4, 5, 6, 7, BLANK, BLANK), 0, court))
    assert told is not None
    assert told.startswith(("C3: ", "W23: "))
    assert cards_fit(offer.repair(Plan((0, 1, 2, 3, 4, 5, 6, 7, BLANK, BLANK), 0, court)), offer.counties, 3)


def test_c3_a_court_of_what_is_no_card_is_not_mended() -> None:
    offer = CourtOffer(1, tuple(range(9)), 3)
    mistyped: list[tuple[Any, str]] = [
        ((True, BLANK, BLANK), "True is not a whole number"),
        (("dice-towr", BLANK, BLANK), 'there is no county "dice-towr"; did you mean "dice-tower"?'),
    ]
    for court, told in mistyped:
        plan = Plan((0, 1, 2, 3, 4, 5, 6, 7, BLANK, BLANK), 0, court)
        assert offer.check(plan) == f"C3: seat 1 cannot lay this plan; {told}"
        with pytest.raises(RuleError, match=told.replace("?", r"\?")):
            offer.repair(plan)


def moments_of_court(expansions: tuple[str, ...], seed: int) -> Iterator[tuple[int, tuple[tuple[int, ...], ...]]]:
    """The phase of each decision, and the court boxes of others that the asked seat sees."""
    state = game(4, Forced(seed), Rules(expansions=expansions))
    rng = Random(seed)
    while (decision := state.decision) is not None:
        plans = state.view(decision.seat).plans
        yield state.phase, tuple(p.court for seat, p in enumerate(plans) if p is not None and seat != decision.seat)
        state.apply(any_choice(decision, rng))


def test_c4_court_boxes_are_secret_until_they_are_resolved() -> None:
    seen = Counter[tuple[int, bool]]()
    for phase, courts in moments_of_court(("emperors-court", "landsknechte"), 2):
        for cards in courts:
            seen[phase, bool(cards)] += 1
    assert seen[ORDER, False]
    assert seen[LANDSKNECHT, False]
    assert seen[COURT, True]
    assert not seen[ORDER, True]
    assert not seen[LANDSKNECHT, True]
    assert not seen[COURT, False]


def test_c4_boxes_are_resolved_in_turn_order_three_first() -> None:
    state = play_until(game(5, Forced(3), RULES), lambda s: s.season == 1)
    order = list(entries(state, "order")[0])
    converted = [(order.index(seat), -armies) for seat, armies, _, _ in entries(state, "convert")]
    assert len({seat for seat, _ in converted}) > 2
    assert converted == sorted(converted)


def test_c5_the_audience_is_in_the_order_of_courtiers() -> None:
    """Whoever took a favor had at least as many courtiers as all who took one later; ties go by turn order."""
    asked = 0
    for seed in range(8):
        state = game(5, Forced(seed), RULES)
        rng = Random(seed)
        queue: list[tuple[int, int]] = []
        while (decision := state.decision) is not None:
            if decision.kind == "favor":
                queue.append((-court_of(state).hall[decision.seat], state.order.index(decision.seat)))
                assert queue == sorted(queue)
                asked += 1
                state.apply(None)
                continue
            if decision.kind != "favor":
                queue = []
            state.apply(any_choice(decision, rng))
        assert state.phase == OVER
    assert asked > 30


def test_c6_protection_is_over_with_the_season() -> None:
    state = game(3, Forced(4), RULES)
    rng = Random(4)
    protected = 0
    while (decision := state.decision) is not None:
        court = court_of(state)
        if state.phase < COURT:
            assert court.protected == [0, 0, 0]
        protected += any(court.protected)
        state.apply(any_choice(decision, rng))
    assert protected
    assert court_of(state).protected == [0, 0, 0]


def test_c6_true_cancels_the_event_as_one_does() -> None:
    for cancel in (True, 1, False, 0):
        state = game(4, Forced(1, favors=[[1, 20, 19]]), RULES)
        rng = Random(3)
        court = court_of(state)
        court.hall = [2] * 4
        while (decision := state.decision) is not None and decision.kind != "favor-event":
            court = court_of(state)
            court.hall, court.supply = [2] * 4, [5] * 4
            takes = decision.kind == "favor" and 1 in decision.options
            state.apply(1 if takes else any_choice(decision, rng))
        assert state.decision is not None
        event = state.event
        state.apply(cancel)
        assert (event in state.spent_events) == bool(cancel)
