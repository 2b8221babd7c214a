"""The rows of each game in all requested tables, and the replay of a recorded game from its decisions."""

import marshal
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from math import frexp, ldexp
from typing import Final, NamedTuple

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import Game, Placing, State
from wallenstein.core.tables import Rows, Table
from wallenstein.record.tables import MEASURED, MODELS_COLUMNS, listed
from wallenstein.table.faults import Ending, FaultKind
from wallenstein.table.played_game import PlayedGame

# Places count the same way for every game: a benched seat finishes behind all others.


class CountedPlace(NamedTuple):
    """The rank that counts, 1 is best, and the share of the win."""

    rank: int
    win: float


def counted_places(result: Sequence[Placing], benched: Sequence[bool]) -> list[CountedPlace]:
    """By seat. Seats keep the game's own order among those that were benched, and among those that were not."""
    keys = [(out, place.rank) for place, out in zip(result, benched, strict=True)]
    winners = keys.count(min(keys))
    ranks = [1 + sum(other < key for other in keys) for key in keys]
    return [CountedPlace(rank, 1 / winners if rank == 1 else 0.0) for rank in ranks]


PLAIN: Final = 2  # marshal's format without references: equal values have equal bytes in every process


class Replay(NamedTuple):
    state: State
    digest: int


class OtherGame(WallensteinError):
    exit_code = 1


def replay(game: Game, rules: object, players: int, seed: int, decisions: Sequence[tuple[int, str, bytes]]) -> Replay:
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
    return Replay(state, digest(game.event_log(state), decisions, state.result()))


def digest(
    journal: Sequence[tuple[object, ...]], decisions: Iterable[tuple[int, str, bytes]], result: Iterable[Placing]
) -> int:
    """A 64-bit hash of journal, decisions and result, the same on every machine."""
    entries = list(map(tuple, journal))
    taken = list(map(tuple, decisions))
    placed = [(place.seat, place.rank, place.score) for place in result]
    data = marshal.dumps((entries, taken, placed), PLAIN)
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


BITS: Final = 11  # of a measured number
ENDINGS: Final = {ending: code for code, ending in enumerate(Ending)}
KINDS: Final = {kind: code for code, kind in enumerate(FaultKind)}


TIMED: Final = len(listed()[MEASURED].columns)
NO_CALLS: Final = (0,) * len(MODELS_COLUMNS)  # of a seat without a language model


def measured(seconds: float) -> float:
    """To a part in a thousand: the further digits are noise, and take more space than all results."""
    mantissa, exponent = frexp(seconds)
    return ldexp(round(ldexp(mantissa, BITS)), exponent - BITS)


class ScheduledGame(NamedTuple):
    """A game of the schedule; seats have the numbers of their entries."""

    number: int
    cell: int  # -1 in a run without a matrix
    block: int
    lineup: int
    rotation: int
    seed: int
    seating: tuple[int, ...]


class GameRows:
    """The rows of the requested tables, game after game."""

    def __init__(self, tables: Mapping[str, Table], kinds: list[str] | None = None) -> None:
        self.tables: Final = {name: Rows(table) for name, table in tables.items()}
        self.kinds: Final = kinds if kinds is not None else []  # kinds of decisions, in the order of their first use

    def add(self, scheduled: ScheduledGame, game: Game, played: PlayedGame) -> None:
        tables = self.tables
        number = scheduled.number
        result = digest(game.event_log(played.state), played.decisions, played.result)
        if "games" in tables:
            counts = len(scheduled.seating), len(played.decisions)
            tables["games"].add(*scheduled[:6], *counts, ENDINGS[played.ending], played.tainted, result)
        if "seats" in tables:
            self._add_seats(tables["seats"], scheduled, played)
        if "decisions" in tables:
            self._add_decisions(tables["decisions"], number, played)
        if "faults" in tables:
            for fault in played.faults:
                tables["faults"].add(number, fault.seat, KINDS[fault.kind], fault.decision, fault.text)
        if "notes" in tables:
            for note in played.notes:
                tables["notes"].add(number, *note)
        if "timings" in tables:
            for account in played.accounts:
                seconds, longest = measured(account.seconds), measured(account.longest)
                spent = getattr(account.bot, "spent", NO_CALLS) if tables["timings"].width > TIMED else ()
                tables["timings"].add(number, account.seat, seconds, account.asked, longest, *spent)
        game.write_rows(number, played.state, tables)

    def _add_seats(self, rows: Rows, scheduled: ScheduledGame, played: PlayedGame) -> None:
        places = counted_places(played.result, [account.benched for account in played.accounts])
        seats = zip(played.result, played.accounts, scheduled.seating, places, strict=True)
        for placing, account, entry, place in seats:
            counted = (place.rank, placing.score, place.win)
            rows.add(scheduled.number, placing.seat, entry, *counted, account.faults, account.benched)

    def _add_decisions(self, rows: Rows, number: int, played: PlayedGame) -> None:
        """All of a game at once: many of its rows have the same packed columns, those of a seat and a kind."""
        known = self.kinds
        packed: dict[tuple[int, str], bytes] = {}
        asked = [(seat, kind) for seat, kind, _ in played.decisions]
        for seat, kind in dict.fromkeys(asked):
            if kind not in known:
                known.append(kind)
            packed[seat, kind] = rows.pack(number, seat, known.index(kind))
        rows.packed += [packed[each] for each in asked]
        rows.loose[0].extend([choice for _, _, choice in played.decisions])

    def take(self) -> JsonObject:
        """Removes all rows and returns them as plain data, to send to another process."""
        taken = {}
        for name, rows in self.tables.items():
            taken[name] = b"".join(rows.packed), [column[:] for column in rows.loose]
            rows.clear()
        return {"kinds": self.kinds, "rows": taken}

    def put(self, taken: JsonObject) -> None:
        self.kinds[:] = taken["kinds"]
        for name, (packed, loose) in taken["rows"].items():
            rows = self.tables[name]
            rows.packed.append(packed)
            for column, values in zip(rows.loose, loose, strict=True):
                column += values
