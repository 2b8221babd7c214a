"""Spaces and arrays of the environments."""

from collections.abc import Collection
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wallenstein.environment.numbers import Numbers

Observation: TypeAlias = dict[str, NDArray[Any]]
KEYS: Final = ("observation", "action_mask")


def observation_space(numbers: Numbers) -> spaces.Dict:
    """The array of an observation, and the mask of actions."""
    high = np.array(numbers.highest, dtype=np.uint8)
    array = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    mask = spaces.Box(0, 1, (len(numbers.actions),), dtype=np.int8)
    return spaces.Dict(dict(zip(KEYS, (array, mask), strict=True)))


def observed(entries: bytes, legal: Collection[int], actions: int) -> Observation:
    """The observation as both environments return it."""
    return {"observation": np.frombuffer(entries, np.uint8).copy(), "action_mask": mask_of(legal, actions)}


def mask_of(legal: Collection[int], actions: int) -> NDArray[np.int8]:
    """1 for each legal action."""
    mask = bytearray(actions)
    for action in legal:
        mask[action] = 1
    return np.frombuffer(mask, np.int8)
