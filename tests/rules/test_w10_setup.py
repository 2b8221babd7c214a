"""W10-W15: money, groups, line-up, draft, the fill of the tower, the first events."""

from collections import Counter

import pytest

from tests.rules.tables import BOARD, DRAFT, Forced, armies_of, entries, game, play_until
from wallenstein.games.wallenstein.names import PILE, REFRESH

GROUPS = {3: [5, 4, 4, 3, 3, 2, 2, 2, 2], 4: [5, 4, 4, 3, 3, 2, 2, 2], 5: [5, 4, 4, 3, 3, 2, 2]}
SEVENS = {3: 7 * 3 + 10, 4: 7 * 4 + 10, 5: 7 * 5 + 10}


@pytest.mark.parametrize(("players", "thalers"), [(3, 18), (4, 15), (5, 12)])
def test_w10_money(players: int, thalers: int) -> None:
    """The setup page's figures; the overview page's are a misprint."""
    assert game(players).thalers == [thalers] * players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w11_groups_of_the_default_line_up(players: int) -> None:
    state = game(players)
    for seat in range(players):
        assert sorted(armies_of(state, seat).values(), reverse=True) == GROUPS[players]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w11_groups_of_the_draft(players: int) -> None:
    state = game(players, rules=DRAFT)
    assert state.draft is not None
    assert state.draft.groups == [GROUPS[players]] * players
    play_until(state, lambda s: s.draft is None)
    for seat in range(players):
        assert sorted(armies_of(state, seat).values(), reverse=True) == GROUPS[players]


def test_w12_three_players_have_the_german_table() -> None:
    state = game(3)
    assert armies_of(state, 0) == {
        "gft-mark": 5, "osnabrueck": 4, "oberoesterreich": 4, "passau": 3, "trier": 3, "koeln": 2,
        "niederoesterreich": 2, "saechs-lande": 2, "vogtland": 2,
    }  # fmt: skip
    assert armies_of(state, 1) == {
        "strassburg": 5, "mittelmark": 4, "paderborn": 4, "baden": 3, "breisgau": 3, "lothringen": 2,
        "hessen-kassel": 2, "neumark": 2, "vorpommern": 2,
    }  # fmt: skip
    assert armies_of(state, 2) == {
        "augsburg": 5, "boehmen": 4, "lueneburg": 4, "salzburg": 3, "wuerzburg": 3, "kaernten": 2, "lausitz": 2,
        "mecklenburg": 2, "schlesien": 2,
    }  # fmt: skip


def test_w12_four_players() -> None:
    state = game(4)
    assert armies_of(state, 0) == {
        "lueneburg": 5, "holstein": 4, "wuerttemberg": 4, "mecklenburg": 3, "wolfenbuettel": 3, "anhalt": 2,
        "baden": 2, "mittelmark": 2,
    }  # fmt: skip
    assert armies_of(state, 1) == {
        "oberoesterreich": 5, "gft-mark": 4, "schlesien": 4, "kaernten": 3, "tirol": 3, "trier": 2, "lausitz": 2,
        "niederoesterreich": 2,
    }  # fmt: skip
    assert armies_of(state, 2) == {
        "zweibruecken": 5, "boehmen": 4, "paderborn": 4, "koeln": 3, "strassburg": 3, "hessen-darmstadt": 2,
        "lothringen": 2, "passau": 2,
    }  # fmt: skip
    assert armies_of(state, 3) == {
        "augsburg": 5, "oberpfalz": 4, "osnabrueck": 4, "kursachsen": 3, "salzburg": 3, "bremen": 2, "fm-bayern": 2,
        "vogtland": 2,
    }  # fmt: skip


def test_w12_five_players() -> None:
    state = game(5)
    assert armies_of(state, 0) == {
        "gft-mark": 5, "boehmen": 4, "schlesien": 4, "koeln": 3, "lausitz": 3, "maehren": 2, "vogtland": 2,
    }  # fmt: skip
    assert armies_of(state, 1) == {
        "augsburg": 5, "mecklenburg": 4, "wuerzburg": 4, "bremen": 3, "hessen-darmstadt": 3, "holstein": 2,
        "regensburg": 2,
    }  # fmt: skip
    assert armies_of(state, 2) == {
        "altmark": 5, "trier": 4, "neumark": 4, "luettich": 3, "kursachsen": 3, "anhalt": 2, "mittelmark": 2,
    }  # fmt: skip
    assert armies_of(state, 3) == {
        "lothringen": 5, "zweibruecken": 4, "kaernten": 4, "baden": 3, "niederoesterreich": 3, "burgund": 2,
        "steiermark": 2,
    }  # fmt: skip
    assert armies_of(state, 4) == {
        "paderborn": 5, "oberoesterreich": 4, "osnabrueck": 4, "salzburg": 3, "wolfenbuettel": 3, "hessen-kassel": 2,
        "passau": 2,
    }  # fmt: skip


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w13_clockwise_from_seat_zero_until_every_group_is_placed(players: int) -> None:
    state = play_until(game(players, rules=DRAFT), lambda s: s.draft is None)
    settled = entries(state, "settle")
    assert [seat for seat, _, _ in settled] == list(range(players)) * len(GROUPS[players])
    counties = [county for _, county, _ in settled]
    assert len(set(counties)) == len(counties)
    assert set(counties) <= set(BOARD.in_play(players))
    assert state.decision is not None
    assert state.decision.kind == "plan"


def test_w13_all_county_cards_are_shuffled_once() -> None:
    chance = Forced()
    game(3, chance, DRAFT)
    assert chance.draws == [("counties", list(BOARD.in_play(3)), 37)]


def test_w13_the_pair_must_be_the_one_of_the_players_own_last_turn() -> None:
    """Seat 0 may put the pair away: it lay there on its last turn, though others have drawn from the pile."""
    state = game(4, rules=DRAFT)
    for _ in range(4):
        assert state.decision is not None
        assert REFRESH not in state.decision.options
        state.apply(PILE)
        state.apply(state.decision.options[0])
    assert state.decision is not None
    assert state.decision.options[-2:] == (PILE, REFRESH)
    draft = state.draft
    assert draft is not None
    pair, coming = draft.opened[:], draft.pile[:2]
    state.apply(REFRESH)
    assert draft.opened == coming
    assert draft.pile[-2:] == pair
    assert state.decision.seat == 0
    assert REFRESH not in state.decision.options


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w14_the_tower_is_filled_at_once(players: int) -> None:
    """Printed example: with 3 players 31 cubes are cast in."""
    chance = Forced()
    state = game(players, chance)
    falling, inside, out = chance.throws[0]
    assert falling == [7] * players + [10]
    assert sum(falling) == SEVENS[players]
    assert inside == [0] * (players + 1)
    assert len(chance.throws) == 1
    assert state.tower == [fell - came for fell, came in zip(falling, out, strict=True)]


def test_w14_what_comes_out_goes_back_to_the_supplies() -> None:
    state = game(3, Forced(throw=[[5, 0, 7, 4]]))
    assert state.tray == [0, 0, 0, 0]
    assert state.tower == [2, 7, 0, 6]
    assert state.supply == [62 - 27 - 2, 62 - 27 - 7, 62 - 27, 20 - 6]


def test_w14_the_tower_is_filled_after_the_draft() -> None:
    chance = Forced()
    state = game(3, chance, DRAFT)
    assert chance.throws == []
    play_until(state, lambda s: s.draft is None)
    assert chance.throws[0][0] == [7, 7, 7, 10]


def test_w15_four_event_cards_lie_open() -> None:
    state = game(4, Forced(events=[[3, 11, 0, 7]]))
    assert state.events == (3, 11, 0, 7)
    assert state.spent_events == ()


def test_w15_every_card_may_come() -> None:
    seen = Counter[int]()
    for seed in range(60):
        state = game(3, Forced(seed))
        assert len(set(state.events)) == 4
        seen.update(state.events)
    assert set(seen) == set(range(12))
