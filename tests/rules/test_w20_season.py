"""W20-W31: what a scenario cannot show of a season: what is visible when, and that nothing else is asked."""

from collections import Counter
from random import Random

import pytest

from tests.rules.tables import DRAFT, Forced, any_choice, entries, game, play_until
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import ACTION, BLANK, COUNTY_BID, NO_BID, PLAN
from wallenstein.games.wallenstein.plan import Plan, bid_county

KINDS = {"plan", "tile", "move", "march", "revolt"}


def test_w20_five_coming_actions_are_visible() -> None:
    """Slots 1-5 when planning; when slot k is done, the next hidden card is turned up."""
    state = game(4)
    rng = Random(1)
    seen = set()
    while (decision := state.decision) is not None:
        view = state.view(decision.seat)
        if state.phase == PLAN:
            assert view.actions == tuple(state.actions[:5])
        if state.phase == ACTION:
            assert view.actions == tuple(state.actions[: min(10, 5 + state.slot)])
            seen.add(len(view.actions))
        state.apply(any_choice(decision, rng))
    assert {5, 6, 8, 10} <= seen


def test_w20_slots_are_resolved_in_the_order_of_the_cards() -> None:
    state = play_until(game(5), lambda s: bool(entries(s, "standing")))
    cards = entries(state, "actions")[0]
    slots = [(slot, action) for slot, _, action, *_ in entries(state, "action")]
    assert all(cards[slot] == action for slot, action in slots)
    assert [slot for slot, _ in slots] == sorted(slot for slot, _ in slots)


def test_w21_tiles_lie_on_five_positions_each_season() -> None:
    state = play_until(game(3), lambda s: False)
    assert len(entries(state, "tiles")) == 6
    assert all(sorted(tiles) == [0, 1, 2, 3, 4] for tiles in entries(state, "tiles"))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w22_w27_the_base_game_asks_nothing_of_court_and_landsknechte(players: int) -> None:
    asked = Counter[str]()
    for seed in range(3):
        state = game(players, Forced(seed))
        rng = Random(seed)
        while (decision := state.decision) is not None:
            asked[decision.kind] += 1
            state.apply(any_choice(decision, rng))
    assert set(asked) <= KINDS


@pytest.mark.parametrize("counties", range(13))
def test_w23_how_many_boxes_may_be_blank(counties: int) -> None:
    """Eleven boxes, c county cards and five money cards: u = max(0, 11 - (c + 5)) stay uncovered, exactly."""
    short = max(0, 11 - (counties + 5))
    own = tuple(range(counties))
    offer = Offer(0, own, 4)

    def legal(laid: int, bid: int) -> bool:
        if laid > counties - (bid >= COUNTY_BID) or laid > 10:
            return False
        return offer.check(Plan(tuple(range(laid)) + (BLANK,) * (10 - laid), bid)) is None

    for laid in range(11):
        # a bid of money leaves four money cards for boxes, a county five; each uncovered box one more
        assert legal(laid, 3) == (10 - laid <= 4 + short and laid <= counties)
        assert legal(laid, COUNTY_BID + counties - 1) == (10 - laid <= 5 + short and laid <= counties - 1)
        assert legal(laid, NO_BID) == (short >= 1 and 10 - laid <= 4 + short and laid <= counties)


def test_w25_four_three_and_two_cards_are_drawn_from() -> None:
    chance = Forced()
    play_until(game(3, chance), lambda s: False)
    assert [(len(items), count) for kind, items, count in chance.draws if kind == "event"] == [
        (4, 1), (3, 1), (2, 1), (4, 1), (3, 1), (2, 1),
    ]  # fmt: skip
    assert [(len(items), count) for kind, items, count in chance.draws if kind == "events"] == [(12, 4), (8, 4)]


def test_w25_the_card_left_over_decides_the_winter() -> None:
    state = play_until(game(4), lambda s: len(entries(s, "winter")) == 1)
    opened = entries(state, "events")[0]
    drawn = [event for (event,) in entries(state, "event")][:3]
    (event, loss) = entries(state, "winter")[0]
    assert {event} == set(opened) - set(drawn)
    assert state.book.cards.events[event].loss == loss


def test_w26_order_and_tiles_follow_the_bids_in_whole_games() -> None:
    """Written again from the rule: money 4 to 1, then counties, then 0, then nothing; ties by lot."""
    state = play_until(game(5, Forced(3)), lambda s: False)
    strength = {4: 6, 3: 5, 2: 4, 1: 3, 0: 1, NO_BID: 0}
    bids: dict[int, int] = {}
    choosers: list[int] = []
    for entry in Wallenstein().event_log(state):
        if entry[0] == "bid":
            bids[entry[1]] = 2 if bid_county(entry[2]) != BLANK else strength[entry[2]]
            assert entry[3] == (entry[2] if 0 < entry[2] < 5 else 0)
        elif entry[0] == "tile":
            choosers.append(entry[1])
        elif entry[0] == "order":
            assert [bids[seat] for seat in choosers] == sorted(bids.values(), reverse=True)
            choosers = []
    assert len(entries(state, "order")) == 6


def test_w28_every_box_is_resolved_in_turn_order() -> None:
    state = play_until(game(4, Forced(2)), lambda s: bool(entries(s, "standing")))
    order = entries(state, "order")[0]
    done = [(slot, order.index(seat)) for slot, seat, *_ in entries(state, "action")]
    assert done == sorted(done)


def test_w29_a_plan_is_known_to_its_owner_alone() -> None:
    state = play_until(game(4), lambda s: s.phase == ACTION)
    assert state.decision is not None
    done = state.actions[: state.slot]
    for seat in range(4):
        view = state.view(seat)
        assert view.plan == state.plans[seat]
        for other, shown in enumerate(view.plans):
            true = state.plans[other]
            assert shown is not None
            assert true is not None
            assert shown.bid == true.bid
            if other != seat:
                covered = [action for action in range(10) if action not in done and action != state.actions[state.slot]]
                assert {shown.boxes[action] for action in covered} == {-2}
                assert all(shown.boxes[action] == true.boxes[action] for action in done)


def test_w29_the_tower_can_be_counted() -> None:
    state = play_until(game(4), lambda s: s.phase == ACTION)
    assert state.view(0).tower == tuple(state.tower)
    assert state.view(3).tray == tuple(state.tray)


def test_w30_everything_returns_at_the_seasons_end() -> None:
    state = play_until(game(3), lambda s: s.season == 1)
    assert state.plans == (None, None, None)
    assert state.tiles == (-1, -1, -1)
    assert state.won == ()


def test_w13_no_order_is_needed_before_the_first_plan() -> None:
    """The draft ends, the tower is filled, the season is laid out; only then the players plan."""
    state = play_until(game(3, rules=DRAFT), lambda s: s.draft is None)
    names = [entry[0] for entry in Wallenstein().event_log(state)]
    assert names[-5:] == ["events", "board", "season", "actions", "tiles"]
