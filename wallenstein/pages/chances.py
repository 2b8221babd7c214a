"""Every seat's chance to win at any moment of a game, as replays show it: a forecast that was fitted beforehand."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeVar

from wallenstein.core.arithmetic import exponential, total
from wallenstein.core.documents import folder_of
from wallenstein.core.game import CHANCES

State = TypeVar("State")


class StageWeights(NamedTuple):
    """Points that each feature brings until the end, and by group of rules how surely points decide."""

    weights: tuple[float, ...]
    heat: Mapping[str, float]

    def scores(self, group: str, rows: Sequence[Sequence[int]]) -> list[float]:
        heat = self.heat.get(group, total(self.heat.values()) / len(self.heat))
        return [heat * total(weight * value for weight, value in zip(self.weights, row, strict=True)) for row in rows]


@dataclass(frozen=True)
class Chances(Generic[State]):
    package: str  # of the game; which has a file of weights
    bots: Sequence[tuple[str, Mapping[str, object]]]  # that play the games it is fitted to, with their options
    names: Sequence[str]  # of the features
    features: Callable[[State], list[list[int]]]  # by seat, of a state at any moment
    stage: Callable[[State], float]  # the part of the game, each with weights of its own, and how much of it is over
    group: Callable[[State], str]  # the rules and the number of players
    is_over: Callable[[State], bool]

    @cached_property
    def text(self) -> str:
        return (folder_of(self.package) / CHANCES).read_text("utf-8")

    @property
    def hash(self) -> str:
        """The hash of the weights: pages with equal hashes show chances by the same forecast."""
        return blake2b(self.text.encode(), digest_size=8).hexdigest()

    @cached_property
    def stages(self) -> dict[int, StageWeights]:
        return {
            one["stage"]: StageWeights(tuple(one["weights"]), one["heat"]) for one in tomllib.loads(self.text)["stages"]
        }

    def of(self, state: Any) -> list[float]:
        """By seat; the win itself when the game is over."""
        return won(state.result()) if self.is_over(state) else softmax(self.scores(state, self.features(state)))

    def scores(self, state: Any, rows: Sequence[Sequence[int]]) -> list[float]:
        """By seat, the logarithm of the chance to win up to a common constant, if these are the state's features."""
        return self.scores_at(self.stage(state), self.group(state), rows)

    def scores_at(self, stage: float, group: str, rows: Sequence[Sequence[int]]) -> list[float]:
        at = stage - 0.5  # weights are those of the middle of a part
        one, other = self.stages[self.known(int(at))], self.stages[self.known(int(at) + 1)]
        further = at - int(at)
        pairs = zip(one.scores(group, rows), other.scores(group, rows), strict=True)
        return [(1 - further) * before + further * after for before, after in pairs]

    def known(self, stage: int) -> int:
        """The stage, or the last one before it that has weights."""
        return max(number for number in self.stages if number <= max(stage, 0))


def softmax(scores: Sequence[float]) -> list[float]:
    most = max(scores)
    powers = [exponential(round(one - most, 9)) for one in scores]
    return [each / total(powers) for each in powers]


def won(result: Sequence[Any]) -> list[float]:
    """Each seat's share of the win."""
    first = [float(place.rank == 1) for place in result]
    return [each / total(first) for each in first]
