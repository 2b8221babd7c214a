"""How strong the reference bots are, with bounds that hold whatever the distribution (blocks of all rotations)."""

import pytest

from tests.bots.family import FIELD, surely_above, win_share

RANDOM = ("random", "random", "random")


def test_regent_wins_three_of_five_games_against_three_random() -> None:
    assert surely_above(win_share(("regent", *RANDOM), 16), 16) > 0.6


def test_regent_wins_two_of_five_games_against_one_each_of_the_others() -> None:
    assert surely_above(win_share(("regent", *FIELD), 32), 32) > 0.4


@pytest.mark.long
@pytest.mark.parametrize("setup", ["default", "draft"])
@pytest.mark.parametrize(
    ("others", "least"),
    [
        (RANDOM, 0.8),
        (FIELD, 0.5),
        (("warlord", "warlord", "warlord"), 0.25),
        (("settler", "warlord"), 0.5),
        (("warlord", "miller"), 0.5),
        ((*FIELD, "random"), 0.4),
    ],
)
def test_regent_is_the_strongest(others: tuple[str, ...], least: float, setup: str) -> None:
    blocks = 150
    assert surely_above(win_share(("regent", *others), blocks, setup), blocks) > least


@pytest.mark.long
@pytest.mark.parametrize("name", FIELD)
@pytest.mark.parametrize("rivals", [2, 3, 4])
def test_every_style_beats_random_at_every_table(name: str, rivals: int) -> None:
    blocks = 150
    assert surely_above(win_share((name, *["random"] * rivals), blocks), blocks) > 0.8
