"""Where the game is: turn, phase, step, whose round it is."""

from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import (
    EXCHANGE,
    FADE,
    FIRST_END_TURN,
    LOBBY_STEP,
    MARKERS,
    MARKET_STEPS,
    NONE,
    OPENING,
    OVER,
    PHASE_OF,
    PHASES,
    ROUND_STEPS,
    SCORING,
    SPECIAL_STEP,
    SPECIALS_IN_A_ROUND,
    STEPS,
    TO_MARKET,
    TURNS,
)
from wallenstein.games.sixteen_thirty.position.members import given, seat_or_none, unset

FIRST_STEPS: Final = {
    "markers": MARKERS, "opening": OPENING, "rounds": FADE, "scoring": SCORING, "market": EXCHANGE, "over": OVER,
}  # fmt: skip
PLAYED: Final = (SPECIAL_STEP, LOBBY_STEP, TO_MARKET)  # steps of a round in which special cards may have been played


def read_time(state: State, fields: dict[str, Json], place: Json) -> None:
    """All keys that say when it is."""
    phase = "markers"
    if "phase" in fields:
        phase = PHASES[fields["phase"].code(PHASES, "a phase")]
    state.step = read_step(fields, phase)
    state.turn = read_turn(fields, phase, place)
    read_players(state, fields, phase)
    if "specials" in fields:
        state.specials = fields["specials"].whole(0, SPECIALS_IN_A_ROUND)
        if state.specials and state.step not in PLAYED:
            fields["specials"].fail(f"no special card has been played yet in step {STEPS[state.step]}, or none counts")


def read_step(fields: dict[str, Json], phase: str) -> int:
    """The step of a round or of the market; the other phases have none."""
    names = {"rounds": ROUND_STEPS, "market": MARKET_STEPS}.get(phase, ())
    if not names:
        unset(fields, "step", f"phase {phase} has no steps")
        return FIRST_STEPS[phase]
    if not given(fields, "step"):
        return FIRST_STEPS[phase]
    return STEPS.index(names[fields["step"].code(names, f"a step of phase {phase}")])


def read_turn(fields: dict[str, Json], phase: str, place: Json) -> int:
    """The turn; in the market it is already the new one (R47)."""
    low, high = {"markers": (1, 1), "opening": (1, 1), "market": (2, TURNS), "over": (FIRST_END_TURN, TURNS)}.get(
        phase, (1, TURNS)
    )
    if "turn" in fields:
        return fields["turn"].whole(low, high)
    if phase == "over":
        place.fail(f'"turn" is missing: the last one played, {low} to {high}')
    return low


def read_players(state: State, fields: dict[str, Json], phase: str) -> None:
    """The first player and the current one."""
    players = state.book.players
    if phase == "markers":
        unset_seat(fields, "first", "3.5: the first player is drawn after the markers are passed on")
    elif phase == "opening":
        state.first = seat_or_none(fields, "first", players)
    else:
        state.first = fields["first"].whole(0, players - 1) if "first" in fields else 0
    if phase in ("rounds", "market"):
        state.current = fields["current"].whole(0, players - 1) if "current" in fields else state.first
    else:
        unset_seat(fields, "current", f"nobody is the current player in phase {phase}")


def unset_seat(fields: dict[str, Json], key: str, why: str) -> None:
    """FormatError if a seat is named."""
    if given(fields, key):
        fields[key].fail(why)


def write_time(state: State) -> dict[str, Any]:
    """The keys in their order."""
    phase = PHASE_OF[state.step]
    return {
        "turn": state.turn,
        "first": None if state.first == NONE else state.first,
        "phase": phase,
        "current": None if state.current == NONE else state.current,
        "step": STEPS[state.step] if phase in ("rounds", "market") else None,
        "specials": state.specials,
    }
