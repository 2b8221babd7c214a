"""The marshal finds out how its rivals play, plays by all rules, and is strong."""

from functools import partial
from random import Random
from typing import Any, Final

import pytest

from tests.bots.reference.family import Player, block_shares, bot_class, likely_above, play
from tests.bots.reference.test_seer import of_each
from wallenstein.bots.conformance import assert_conforms
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.styles import STYLES, Styles, style_plan

SMALL: Final = {"playouts": 24, "trials": 8, "plans": 6, "rounds": 1}


def marshal(**options: Any) -> Player:
    """A maker of marshals with small budgets, unless these options say otherwise."""
    return partial(bot_class("marshal"), **{**SMALL, **options})


@of_each
def test_it_plays_all_rules(rules: Rules) -> None:
    state = play([marshal(), "regent", "random"], 1, rules)
    assert max(place.score for place in state.result()) > 20


def test_its_games_repeat() -> None:
    first, second = [play([marshal(), "regent", "settler"], 2).journal for _ in range(2)]
    assert first == second


def test_it_finds_out_who_plays_in_which_style() -> None:
    bots: list[Any] = [bot_class("marshal")(**SMALL), *(bot_class(name)() for name in ("warlord", "settler", "random"))]
    play([partial(bots.__getitem__, seat) for seat in range(4)], 4)
    warlord, settler, random = [bots[0].styles.chances(seat) for seat in (1, 2, 3)]
    assert warlord[STYLES.index("warlord")] > 0.9
    assert settler[STYLES.index("settler")] > 0.9
    assert random[-1] > 0.9, "like none of them"


def test_plans_are_drawn_as_often_as_their_style_is_likely() -> None:
    state = new_game(Rules(), 4, seeded(1))
    view, rng = state.view(0), Random(1)
    styles = Styles(4)
    styles.begin(view, view.sample(rng), rng)
    styles.now[1] = [0.0, -30.0, -30.0, -30.0, -30.0]
    drawn = [styles.draw(view, rng)[1] for _ in range(50)]
    assert drawn.count(style_plan("regent", state, 1, rng)) > 40
    assert len(set(drawn)) > 1, "nobody keeps to a style for sure"


@pytest.mark.long
def test_it_is_legal_everywhere_and_reproducible() -> None:
    assert_conforms("marshal", SMALL, rounds=1)


@pytest.mark.long
def test_it_wins_most_games_against_three_regents() -> None:
    assert likely_above(block_shares(("marshal", "regent", "regent", "regent"), 10)) > 0.55
