"""Plays a recorded game again from its decisions, without the bots."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import Game, State
from wallenstein.record.digest import digest


class Replay(NamedTuple):
    """A game that was played again: its state at the end, and its digest."""

    state: State
    digest: int


class OtherGame(WallensteinError):
    """The decisions do not fit the game."""

    exit_code = 1


def replay(game: Game, rules: Any, players: int, seed: int, decisions: Sequence[tuple[int, str, bytes]]) -> Replay:
    """Plays the decisions in order; OtherGame where they cannot be what was decided."""
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
        except Exception as error:  # a damaged choice may fail in any way
            raise OtherGame(f"decision {number} cannot be repeated: {error}") from None
    if state.decision is not None:
        raise OtherGame(f"the game is not over after its {len(decisions)} decisions")
    return Replay(state, digest(state.journal or (), decisions, state.result()))
