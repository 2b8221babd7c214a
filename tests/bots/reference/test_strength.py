"""How strong the reference bots are, with bounds that hold whatever the distribution (blocks of all rotations)."""

import pytest

from tests.bots.reference.family import FIELD, bot_class, duel_share, play, rotated, surely_above, win_share
from wallenstein.bots import BaseBot
from wallenstein.games.wallenstein.rules import Rules

pytestmark = pytest.mark.slow

FIRST = (Rules(edition="first"), Rules(edition="first", variant="manual", setup="draft"))
RANDOM = ("random", "random", "random")


def test_regent_wins_three_of_five_games_against_three_random() -> None:
    assert surely_above(win_share(("regent", *RANDOM), 16), 16) > 0.6


def test_regent_wins_two_of_five_games_against_one_each_of_the_others() -> None:
    assert surely_above(win_share(("regent", *FIELD), 48), 48) > 0.4


def test_veteran_wins_more_than_its_share_among_regents() -> None:
    assert surely_above(win_share(("veteran", "regent", "regent", "regent"), 60), 60) > 0.25


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
    assert surely_above(win_share(("regent", *others), blocks, Rules(setup=setup)), blocks) > least


@pytest.mark.long
@pytest.mark.parametrize("name", FIELD)
@pytest.mark.parametrize("rivals", [2, 3, 4])
def test_every_style_beats_random_at_every_table(name: str, rivals: int) -> None:
    blocks = 150
    assert surely_above(win_share((name, *["random"] * rivals), blocks), blocks) > 0.8


@pytest.mark.parametrize("rules", FIRST, ids=["first", "manual"])
def test_regent_wins_three_of_five_games_of_the_first_edition_against_three_random(rules: Rules) -> None:
    assert surely_above(win_share(("regent", *RANDOM), 16, rules), 16) > 0.6


@pytest.mark.long
@pytest.mark.parametrize("rules", FIRST, ids=["first", "manual"])
def test_regent_wins_two_of_five_games_of_the_first_edition_against_one_each_of_the_others(rules: Rules) -> None:
    blocks = 300
    assert surely_above(win_share(("regent", *FIELD), blocks, rules), blocks) > 0.4


@pytest.mark.long
def test_regent_beats_a_regent_that_ignores_the_court() -> None:
    blocks = 300
    share = duel_share("regent", blind_regent, blocks, Rules(expansions=("emperors-court",)))
    assert surely_above(share, blocks) > 0.5


def blind_regent() -> BaseBot:
    """A regent that plays as if there were no court."""
    return bot_class("regent")(court=False)  # type: ignore[call-arg]  # the class is known by its name only


NAMES = ("regent", "random", "random", "random")
BLOCKS = 16


@pytest.mark.long
@pytest.mark.parametrize("variant", [None, "manual"])
def test_regent_wins_more_than_55_percent_against_three_random(variant: str | None) -> None:
    rules, won = Rules(edition="first", variant=variant), 0.0
    for seed in range(BLOCKS):
        for by in range(len(NAMES)):
            winners = [place.seat for place in play(rotated(NAMES, by), seed, rules).result() if place.rank == 1]
            won += (by in winners) / len(winners)
    assert surely_above(won / BLOCKS / len(NAMES), BLOCKS) > 0.55
