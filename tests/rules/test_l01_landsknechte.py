"""L1-L3: what a scenario cannot show of the Landsknechte: whole years."""

from random import Random

import pytest

from tests.rules.tables import Forced, any_choice, entries, game, play_until
from wallenstein.games.wallenstein.editions.landsknechte.part import amounts, cards_of
from wallenstein.games.wallenstein.names import BENEFITS
from wallenstein.games.wallenstein.rules import Rules

RULES = Rules(expansions=("landsknechte",))


def test_l1_four_cards_the_blank_one_first() -> None:
    assert amounts()[1:] == ((0, 0, 0, 0), (2, 0, 1, 0), (4, 1, 2, 0), (6, 2, 3, 1))
    assert BENEFITS == ("thalers", "grain", "armies", "vp")
    assert cards_of(game(5, None, RULES)) == [1] * 5


@pytest.mark.parametrize("players", [3, 4, 5])
def test_l2_a_card_is_turned_just_where_four_regions_are_held(players: int) -> None:
    turned = missed = 0
    for seed in range(4):
        state = game(players, Forced(seed), RULES)
        rng = Random(seed)
        while (decision := state.decision) is not None:
            if decision.kind == "benefit":
                region = state.book.board.region
                held = {region[c] for c, owner in enumerate(state.owner) if owner == decision.seat}
                card = cards_of(state)[decision.seat]
                assert len(held) >= 4
                assert decision.options == tuple(b for b, amount in enumerate(amounts()[card + 1]) if amount)
                turned += 1
            state.apply(any_choice(decision, rng))
        cards = [card for _, card, _, _ in entries(state, "benefit")]
        assert set(cards) <= {2, 3, 4}
        missed += 6 * players - len(cards)
    assert turned
    assert missed


def test_l3_every_pile_starts_again_after_winter() -> None:
    state = play_until(game(4, Forced(2), RULES), lambda s: s.season == 2 and s.decision is not None)
    assert max(cards_of(state)) > 1
    play_until(state, lambda s: s.year == 2)
    assert cards_of(state) == [1] * 4
    play_until(state, lambda s: False)
    assert cards_of(state) == [1] * 4
