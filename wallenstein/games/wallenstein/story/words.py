"""Counts with their nouns."""

from wallenstein.core.page import several


def armies(count: int) -> str:
    """So many armies."""
    return several(count, "army", "armies")


def peasants(count: int) -> str:
    """So many peasants."""
    return several(count, "peasant", "peasants")
