"""Seeds for every purpose, derived from one master seed with a hash that is stable everywhere."""

from _random import Random as Generator
from collections.abc import Callable
from hashlib import blake2b
from random import Random


def derive(seed: int, *purpose: str | int) -> int:
    """A 64-bit seed for one purpose, the same on every machine and in every process."""
    text = "/".join([str(seed), *map(str, purpose)])
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def stream(seed: int, *purpose: str | int) -> Random:
    """An independent generator for one purpose."""
    return Random(derive(seed, *purpose))


def numbers(seed: int, *purpose: str | int) -> Callable[[], float]:
    """The numbers of `stream`, from the generator below Random, which is made in a third of the time."""
    return Generator(derive(seed, *purpose)).random
