"""Replays a recorded game from its decisions, without the bots; a digest tells whether it is the same game."""

import marshal
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import Game, Placing, State

PLAIN: Final = 2  # marshal's format without references: equal values have equal bytes in every process


class Replay(NamedTuple):
    """A replayed game: its final state, and its digest."""

    state: State
    digest: int


class OtherGame(WallensteinError):
    """The decisions do not fit the game."""

    exit_code = 1


def replay(game: Game, rules: Any, players: int, seed: int, decisions: Sequence[tuple[int, str, bytes]]) -> Replay:
    """Plays the decisions in order; raises OtherGame if they do not fit."""
    state = game.new_game(rules, players, seed)
    for number, (seat, kind, packed) in enumerate(decisions):
        pending = state.decision
        if pending is None:
            raise OtherGame(f"the game is over after {number} of {len(decisions)} decisions")
        if (pending.seat, pending.kind) != (seat, kind):
            asked = f"the rules ask seat {pending.seat} for {pending.kind}"
            raise OtherGame(f"decision {number} is {kind} of seat {seat}, where {asked}")
        try:
            state.apply(game.decode(state, packed))
        except Exception as error:  # a damaged choice may raise anything
            raise OtherGame(f"decision {number} cannot be repeated: {error}") from None
    if state.decision is not None:
        raise OtherGame(f"the game is not over after its {len(decisions)} decisions")
    return Replay(state, digest(game.happened(state), decisions, state.result()))


def digest(
    journal: Sequence[tuple[Any, ...]], decisions: Iterable[tuple[int, str, bytes]], result: Iterable[Placing]
) -> int:
    """A 64-bit hash of journal, decisions and result, the same on every machine."""
    told = list(map(tuple, journal))
    taken = list(map(tuple, decisions))
    placed = [(place.seat, place.rank, place.score) for place in result]
    data = marshal.dumps((told, taken, placed), PLAIN)
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")
