"""Seeds for every purpose, derived by keyed hashes that are the same on every machine and in every process."""

from _random import Random as Generator
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b, scrypt
from random import Random
from typing import Any, Final, TypeAlias

# Bots of strangers may guess the seed of a run. So its key costs 64 MB and a third of a second for each guess; it is
# computed once, and everything in the run derives from it.
SLOW: Final[dict[str, Any]] = {"n": 2**16, "r": 8, "p": 3, "maxmem": 2**27, "salt": b"wallenstein: key of a run"}
MOST_SEED: Final = 2**128 - 1
_known: Final[dict[int, bytes]] = {}  # keys by seed


class RunKey:
    """The key of a run; it is computed when it is first needed."""

    def __init__(self, seed: int) -> None:
        self.seed: Final = seed

    @property
    def value(self) -> bytes:
        if self.seed not in _known:
            _known[self.seed] = scrypt(str(self.seed).encode(), **SLOW, dklen=32)
        return _known[self.seed]

    def set(self, value: bytes) -> None:
        """Sets the key where it is known already: on the worker of a cluster."""
        _known[self.seed] = value


@lru_cache(256)
def quick_key(seed: int) -> bytes:
    """The key of a seed in games without strangers: at the terminal, from Python, in environments."""
    return blake2b(str(seed).encode(), digest_size=32, person=b"one game").digest()


Source: TypeAlias = int | RunKey


def derive(source: Source, domain: str | int, *purpose: str | int) -> int:
    """A 64-bit seed for one purpose. Nobody finds the source from it, or the seed for another purpose."""
    key = source.value if isinstance(source, RunKey) else quick_key(source)
    text = "/".join(map(str, purpose))
    found = blake2b(text.encode(), digest_size=8, key=key, person=str(domain).encode())
    return int.from_bytes(found.digest(), "big")


def stream(source: Source, domain: str, *purpose: str | int) -> Random:
    """An independent generator for one purpose."""
    return Random(derive(source, domain, *purpose))


def numbers(source: Source, domain: str, *purpose: str | int) -> Callable[[], float]:
    """The numbers of `stream`, from the generator below Random, which is made in a third of the time."""
    return Generator(derive(source, domain, *purpose)).random


def commitment(seed: int) -> str:
    """The text that is published before a secret seed: no other seed has it, and it does not help to guess one."""
    return "secret:" + blake2b(str(seed).encode(), digest_size=16, person=b"commitment").hexdigest()
