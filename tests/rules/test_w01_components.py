"""W1-W7: players, supplies, board, actions, tiles and event cards."""

import pytest

from tests.rules.tables import BOARD, entries, game, play_until
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.names import ACTIONS, BUILDINGS, TILES
from wallenstein.games.wallenstein.rules import cards

LIGHT_BORDERS = ("bremen", "holstein", "luettich", "burgund", "konstanz", "fm-bayern", "steiermark", "tirol")

# The supplement's page of event cards, in its order: what the card does, and the winter's loss.
PRINTED_EVENTS = [
    ("post-calms", 0, 5),
    ("post-calms", 0, 7),
    ("angry-peasants", 0, 3),
    ("palace-guard", 0, 2),
    ("palace-guard", 0, 6),
    ("church-peace", 0, 3),
    ("tax-cap", 5, 0),
    ("tax-floor", 6, 2),
    ("church-peace", 0, 4),
    ("grain-floor", 4, 3),
    ("grain-cap", 3, 4),
    ("short-muster", 0, 1),
]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w1_three_to_five_players_with_seats_from_zero(players: int) -> None:
    state = game(players)
    assert sorted(set(state.owner) - {-1}) == list(range(players))
    assert state.order == tuple(range(players))


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 6, 45])
def test_w1_no_other_number_of_players(players: int) -> None:
    with pytest.raises(ConfigError, match=r"W1: .*3, 4 or 5"):
        game(players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w2_the_box(players: int) -> None:
    deck = cards("second", players)
    assert (deck.armies, deck.peasants, deck.buildings, deck.markers) == (62, 20, (28, 26, 26), 42)
    state = game(players)
    assert state.stock == [28, 26, 26, 42]


def test_w2_a_building_without_a_tile_is_not_built() -> None:
    """W2, W40: when all 28 palaces are on the board nobody builds a 29th."""
    state = game(4)
    state.stock[0] = 0
    play_until(state, lambda s: bool(entries(s, "standing")))
    assert sum(bits & 1 for bits in state.buildings) == 0
    assert any(bits for bits in state.buildings), "churches and posts were built"


def test_w3_five_regions_of_nine_counties() -> None:
    assert len(BOARD.ids) == 45
    assert [BOARD.region.count(region) for region in range(5)] == [9] * 5
    assert all(1 <= sites <= 3 for sites in BOARD.sites)
    for county, near in enumerate(BOARD.neighbours):
        assert all(county in BOARD.neighbours[neighbour] for neighbour in near)


def test_w3_three_players_do_without_the_light_borders() -> None:
    left_out = [BOARD.ids[c] for c in range(45) if c not in BOARD.in_play(3)]
    assert sorted(left_out) == sorted(LIGHT_BORDERS)
    assert len(BOARD.in_play(4)) == len(BOARD.in_play(5)) == 45
    near = BOARD.neighbours_in_play(3)
    light = {BOARD.index[name] for name in LIGHT_BORDERS}
    assert all(not light & set(neighbours) for neighbours in near)
    assert all(near[county] == () for county in light)


def test_w4_a_county_is_neutral_until_somebody_has_it() -> None:
    state = game(5)
    assert state.owner.count(-1) == 45 - 5 * 7
    for county, owner in enumerate(state.owner):
        assert (state.armies[county] > 0) == (owner >= 0)


def test_w5_ten_actions() -> None:
    deploy, combat = ("deploy-5", "deploy-3", "deploy-1"), ("combat-a", "combat-b")
    assert (*BUILDINGS, "grain", "taxes", *deploy, *combat) == ACTIONS
    assert BUILDINGS == ("palace", "church", "post")
    state = play_until(game(4), lambda s: bool(entries(s, "standing")))
    assert sorted(entries(state, "actions")[0]) == list(range(10))


def test_w6_five_bonus_tiles() -> None:
    assert sorted(TILES) == ["armies-6", "attack", "defence", "grain", "thaler"]
    state = game(3)
    assert sorted(state.tiles_on_offer) == list(range(5))


def test_w7_the_event_cards_as_printed() -> None:
    deck = cards("second", 4).events
    assert sorted((event.effect, event.amount, event.loss) for event in deck) == sorted(PRINTED_EVENTS)
    assert len({event.id for event in deck}) == 12
