"""The chances to win that replays show: a share for each seat at every step, and the win itself at the end."""

from pathlib import Path
from typing import Any

import pytest

from tests.games.wallenstein.replay.games import shown
from wallenstein.bots.match import play
from wallenstein.games import find_game
from wallenstein.pages.player import Watched

GAMES: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("wallenstein", ("settler", "warlord", "regent"), {}),
    ("wallenstein", ("settler", "warlord", "regent", "miller"), {"edition": "first", "variant": "manual"}),
    ("wallenstein", ("settler",) * 5, {"expansions": ["emperors-court", "landsknechte"], "setup": "draft"}),
    ("sixteen-thirty", ("banker",) * 6, {}),
]


def replayed(name: str, bots: tuple[str, ...], options: dict[str, Any], seed: int = 7) -> tuple[Any, Any, list[bytes]]:
    """The game, its state before the first decision, and all choices."""
    played = play(bots, seed=seed, rules=options, game=name)
    game: Any = find_game(name)
    state = game.new_game(game.rules({"name": name, **options}, Path()), len(bots), seed)
    return game, state, [decided.packed for decided in played.decisions]


@pytest.mark.parametrize(("name", "bots", "options"), GAMES)
def test_they_add_up_to_one_at_every_step_and_end_with_the_winner(
    name: str, bots: tuple[str, ...], options: dict[str, Any]
) -> None:
    game, state, choices = replayed(name, bots, options)
    pages = game.load("pages")
    watched = Watched(lambda state: {"chance": pages.chances.of(state)})
    state.functions = pages.watching(watched, state.functions)
    for packed in choices:
        state.make(game.decode(state, packed))
    watched.end(state)
    seen: list[Any] = [position["chance"] for position in watched.positions]
    assert len(seen) > 100
    assert all(sum(chances) == pytest.approx(1) and min(chances) >= 0 for chances in seen)
    first = [place.rank == 1 for place in state.result()]
    assert seen[-1] == [won / sum(first) for won in first]
    assert max(seen[len(seen) // 2]) > 1 / len(bots) + 0.01, "somebody is ahead in the middle"


def test_the_curve_of_a_page_has_the_forecasts_values() -> None:
    data = shown("second")
    game, state, choices = replayed("wallenstein", ("miller", "settler", "warlord", "regent"), {})
    chances = game.load("pages").chances
    values = [chances.of(state)]
    for packed in choices:
        state.make(game.decode(state, packed))
        values.append(chances.of(state))
    drawn = {tuple(position["chance"]) for position in data.positions()}
    wanted = {tuple(round(chance, 4) for chance in each) for each in values}
    assert len(wanted & drawn) > 0.9 * len(wanted)
    assert chances.hash in data.page


def test_points_and_counties_make_the_favourite() -> None:
    game, state, _ = replayed("wallenstein", ("settler", "warlord", "regent"), {})
    chances = game.load("pages").chances
    before = chances.of(state)
    state.year = 2
    state.gain_points(1, 30)
    assert chances.of(state)[1] > before[1] + 0.2
