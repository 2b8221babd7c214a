"""Every game is what the runner needs of one; and the least that a game must say."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.toy.game import ToyGame
from wallenstein.core.documents import Json
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.core.game import Game, Placing
from wallenstein.games import DEFAULT, GAMES, find_game
from wallenstein.games.conformance import check_game
from wallenstein.games.sixteen_thirty.game import SixteenThirty
from wallenstein.games.wallenstein.game import Wallenstein

EVERY: list[Game] = [SixteenThirty(), Wallenstein(), ToyGame()]


class Guess(NamedTuple):
    """Heads or tails?"""

    seat: int
    kind: str = "guess"
    options: tuple[str, ...] = ("heads", "tails")
    default: str = "heads"

    def random(self, rng: Random) -> str:
        return rng.choice(self.options)


class Guessed(NamedTuple):
    """An entry of the journal."""

    seat: int
    side: str
    right: bool


class CoinState:
    """Everybody guesses once."""

    def __init__(self, coins: Sequence[str]) -> None:
        self.coins = coins
        self.journal: list[Guessed] = []
        self.decision: Guess | None = Guess(0)

    def apply(self, choice: str) -> None:
        self.make(choice)

    def make(self, choice: str) -> None:
        seat = len(self.journal)
        self.journal.append(Guessed(seat, choice, choice == self.coins[seat]))
        self.decision = Guess(seat + 1) if seat + 1 < len(self.coins) else None

    def view(self, seat: int) -> tuple[Guessed, ...]:
        return tuple(self.journal)

    def result(self) -> list[Placing]:
        points = [int(one.right) for one in self.journal]
        return [Placing(seat, 1 + sum(other > own for other in points), own) for seat, own in enumerate(points)]


class Coin(Game):
    """The least game: all else follows."""

    name = "coin"
    title = "Coin"
    seats = (2, 3)
    default_players = 2
    kinds = ("guess",)

    def new_game(self, rules: None, players: int, seed: int) -> CoinState:
        return CoinState(Random(seed).choices(("heads", "tails"), k=players))


def test_all_are_in_the_list() -> None:
    assert {game.name for game in EVERY} == set(GAMES)
    assert all(find_game(game.name) is find_game(game.name) for game in EVERY)
    assert DEFAULT in GAMES
    with pytest.raises(ConfigError, match=r'there is no game "wallenstien"; did you mean "wallenstein"\?'):
        find_game("wallenstien")


@pytest.mark.parametrize("game", [*EVERY, Coin()], ids=lambda game: game.name)
def test_a_game_conforms(game: Game) -> None:
    check_game(game, (1,))


def test_variants_have_a_phrase_for_all() -> None:
    assert [game.all_variants for game in EVERY] == ["", "both set-ups", ""]


def test_what_the_least_game_has() -> None:
    game = Coin()
    state = game.new_game(None, 3, 1)
    for _ in state.coins:
        state.apply("tails")
    assert game.takes == "Coin is for 2 or 3 players"
    assert [line["entry"] for line in game.log_lines(state, state.journal)] == ["guessed"] * 3
    assert game.event_log(state)[1] == ("guessed", 1, "tails", state.coins[1] == "tails")
    with pytest.raises(ConfigError, match=r"game\.rounds: there is no such key"):
        game.rules({"rounds": 3}, Path())
    with pytest.raises(ConfigError, match="Coin has no positions"):
        game.check_position(Json({}), Path())
    with pytest.raises(RuleError, match="is not one of the options of seat 2"):
        game.check(None, Guess(2), "edge")


class Forgetful(Coin):
    """Its fingerprints say nothing of its rules, and its options are not among them."""

    def options(self, rules: None) -> dict[str, Any]:
        return {"name": "coin", "sides": 2}


class Careless(Coin):
    """Takes whatever comes."""

    def check(self, shared: None, decision: Guess, choice: Any) -> Any:
        return choice


class Mixed(Coin):
    """Packs every choice as the first."""

    def encode(self, shared: None, decision: Guess, choice: str) -> bytes:
        return bytes(2)


class Unfair(Coin):
    """The same seed is another game each time."""

    luck = Random(1)

    def new_game(self, rules: None, players: int, seed: int) -> CoinState:
        return CoinState(self.luck.choices(("heads", "tails"), k=players))


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        (Forgetful(), "schema: says nothing about sides"),
        (Careless(), "check: accepts an object that is not a choice"),
        (Mixed(), "decode: does not return 'tails', which encode was given"),
        (Unfair(), "new_game: the same seed and choices give another game"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_what_does_not_conform(game: Game, wrong: str) -> None:
    with pytest.raises(AssertionError, match=wrong):
        check_game(game, range(1, 6))
