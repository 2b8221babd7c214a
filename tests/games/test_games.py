"""Every game is what the runner needs of one."""

from pathlib import Path
from random import Random

import pytest

from tests.toy.game import ToyGame
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Decision, Game
from wallenstein.games import DEFAULT, GAMES, find_game
from wallenstein.games.sixteen_thirty.game import SixteenThirty
from wallenstein.games.wallenstein.game import Wallenstein

# typed: the type checker compares them with the protocol
EVERY: list[Game] = [SixteenThirty(), Wallenstein(), ToyGame()]
MEMBERS = sorted({*Game.__annotations__, *(name for name in dir(Game) if not name.startswith("_"))})


def test_all_are_in_the_list() -> None:
    assert {game.name for game in EVERY} == set(GAMES)
    assert all(find_game(game.name) is find_game(game.name) for game in EVERY)
    assert DEFAULT in GAMES
    with pytest.raises(ConfigError, match=r'there is no game "wallenstien"; did you mean "wallenstein"\?'):
        find_game("wallenstien")


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.name)
def test_a_game_has_all_members_and_they_agree(game: Game) -> None:
    assert [name for name in MEMBERS if not hasattr(game, name)] == []
    assert game.default_players in game.seats
    assert set(game.limits) <= set(game.kinds)
    assert game.variants
    assert bool(game.all_variants) == (len(game.variants) > 1)
    normal = game.options(game.rules({}, Path()))
    assert normal.pop("name") == game.name
    assert set(normal) <= set(game.schema())
    assert game.options(game.rules(normal, Path())) == {"name": game.name, **normal}


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.name)
def test_what_is_left_out_at_the_command_line_is_the_default(game: Game) -> None:
    flags = {option.flag.removeprefix("--"): option for option in game.play_options}
    values = {name: (() if one.repeated else False if one.switch else one.default) for name, one in flags.items()}
    assert game.options(game.rules(game.chosen_options(values), Path())) == game.options(game.rules({}, Path()))


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", [1, 2])
def test_any_choice_is_legal_and_survives_packing(game: Game, seed: int) -> None:
    state, rng = game.new_game(game.rules({}, Path()), min(game.seats), seed), Random(seed)
    kinds, asked = set(game.kinds_of(state)), set[str]()
    assert kinds <= set(game.kinds)
    while state.decision is not None:
        decision: Decision = state.decision
        asked.add(decision.kind)
        view = state.view(decision.seat)
        shared = game.shared(view)
        assert shared is game.shared(state.view(0))
        assert game.with_shared(game.without_shared(view), shared) == view
        choice = decision.random(rng)
        assert game.check(shared, state.decision, choice) == choice
        assert game.decode(state, game.encode(shared, state.decision, choice)) == choice
        game.check(shared, state.decision, game.substitute(state, rng))  # RuleError if it is not legal
        state.apply(choice)
    assert asked <= kinds
    assert [place.seat for place in state.result()] == list(range(min(game.seats)))
    lines = list(game.log_lines(state, state.journal or ()))
    assert len(lines) == len(game.event_log(state)) > 0
    assert all(line["entry"] for line in lines)
