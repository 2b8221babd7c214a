"""The least that a game needs: everybody guesses how a coin has fallen. See docs/python.md."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from wallenstein.core.game import Game, Placing
from wallenstein.games.conformance import check_game

SIDES = ("heads", "tails")


class Guess(NamedTuple):
    """A question to one seat."""

    seat: int
    kind: str = "guess"
    options: tuple[str, ...] = SIDES
    default: str = "heads"

    def random(self, rng: Random) -> str:
        return rng.choice(self.options)


class Guessed(NamedTuple):
    """An entry of the journal."""

    seat: int
    side: str


class Table:
    """The state of a game."""

    def __init__(self, coins: Sequence[str]) -> None:
        self.coins = coins
        self.journal: list[Guessed] = []
        self.decision: Guess | None = Guess(0)

    def make(self, choice: str) -> None:
        assert self.decision is not None, "the game goes on"
        seat = self.decision.seat
        self.journal.append(Guessed(seat, choice))
        self.decision = Guess(seat + 1) if seat + 1 < len(self.coins) else None

    apply = make  # the same, for a choice that nobody has checked

    def view(self, seat: int) -> tuple[str, ...]:
        return tuple(guess.side for guess in self.journal)

    def result(self) -> list[Placing]:
        points = [int(guess.side == coin) for guess, coin in zip(self.journal, self.coins, strict=True)]
        return [Placing(seat, 1 + sum(other > own for other in points), own) for seat, own in enumerate(points)]


class Coin(Game):
    name, title, seats, default_players = "coin", "Coin", (2, 3), 2
    kinds = ("guess",)

    def new_game(self, rules: Any, players: int, seed: Any) -> Any:
        return Table(Random(seed).choices(SIDES, k=players))


if __name__ == "__main__":
    check_game(Coin())  # an AssertionError says what is wrong
