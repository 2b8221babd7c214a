"""The toy game in words."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tests.toy.rules import ToyState
from wallenstein.core.story import Narrator, Placing
from wallenstein.core.text import Grid, Heading, Items, Sentence, Toned

COLOURS: Final = ("red", "blue", "yellow", "purple", "cyan")


class ToyNarrator(Narrator):
    """Tells it round by round."""

    def __init__(self, state: ToyState, bots: Sequence[str]) -> None:
        self.players = state.players
        self.bots = tuple(bots)

    def player(self, seat: int) -> Toned:
        """The bot's name."""
        return Toned(self.bots[seat], COLOURS[seat])

    def opening(self, state: ToyState, seed: int) -> Items:
        """How many turns there are."""
        yield Heading("Toy", 0)
        yield Sentence((f"{len(state.dice)} turns; seed {seed}.",))

    def begins_part(self, entry: Any) -> bool:
        """A round."""
        return bool(entry.turn % self.players == 0)

    def tell(self, entries: Iterable[Any]) -> Items:
        """A sentence a pick."""
        for turn, seat, pick, die, scored in entries:
            if turn % self.players == 0:
                yield Heading(f"Round {turn // self.players + 1}", 1)
            yield Sentence((self.player(seat), f" picks {pick}, the die shows {die}: {pick if scored else 0} points."))

    def ending(self, state: ToyState, result: Sequence[Placing]) -> Items:
        """The ranking."""
        rows = [(str(place.rank), self.player(place.seat), str(place.score)) for place in result]
        yield Heading("The end", 1)
        yield Grid(("rank", "", "points"), tuple(rows), (0, 1))
