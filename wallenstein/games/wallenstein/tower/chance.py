"""Chance that has a tower to throw into, besides its draws."""

from collections.abc import Mapping
from typing import Protocol

from wallenstein.core.luck.chance import Chance, FreeChance, NoChance, SeededChance, Source
from wallenstein.core.luck.seeds import numbers
from wallenstein.games.wallenstein.tower.models import TowerModel


class TowerChance(Chance, Protocol):
    """Answers every question that the rules of Wallenstein leave to chance."""

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        """How many cubes of each colour come out of the tower."""


class SeededTowerChance(SeededChance):
    """Chance from one seed; throws have a stream of their own."""

    def __init__(self, seed: int, streams: Mapping[str, str]) -> None:
        """`streams` says which stream a kind of draw belongs to."""
        super().__init__(seed, streams)
        self.tower: Source = numbers(seed, "tower")

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        return tower.drop(self.tower, falling, inside)


class FreeTowerChance(FreeChance):
    """Chance from any generator, for samples and searches."""

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        return tower.drop(self.random, falling, inside)


class NoTowerChance(NoChance):
    """The chance of a copy that was given none."""

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        raise RuntimeError("this copy has no chance to throw with; pass one to copy(chance)")
