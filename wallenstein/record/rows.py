"""Adds one played game to the rows of all wanted tables."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from wallenstein.core.game import Game
from wallenstein.core.tables import Rows, Table
from wallenstein.record.digest import digest
from wallenstein.table.faults import Ending, FaultKind
from wallenstein.table.played_game import PlayedGame

ENDINGS: Final = {ending: code for code, ending in enumerate(Ending)}
KINDS: Final = {kind: code for code, kind in enumerate(FaultKind)}


class GameFacts(NamedTuple):
    """What the schedule says of a game; seats are given by the numbers of their entries."""

    number: int
    cell: int  # -1 in a run without a matrix
    block: int
    lineup: int
    rotation: int
    seed: int
    seating: tuple[int, ...]


class Book:
    """Rows of the wanted tables while games are played."""

    def __init__(self, tables: Mapping[str, Table], kinds: list[str] | None = None) -> None:
        self.rows: Final = {name: Rows(table) for name, table in tables.items()}
        self.kinds: Final = kinds if kinds is not None else []  # of decisions, in the order they were met

    def add(self, facts: GameFacts, game: Game, played: PlayedGame) -> None:
        """Everything that is kept of the game."""
        rows = self.rows
        number = facts.number
        result = digest(played.state.journal or (), played.decisions, played.result)
        if "games" in rows:
            rows["games"].add(
                *facts[:6], len(facts.seating), len(played.decisions), ENDINGS[played.ending], played.tainted, result
            )
        if "seats" in rows:
            self._add_seats(rows["seats"], facts, played)
        if "decisions" in rows:
            self._add_decisions(rows["decisions"], number, played)
        if "faults" in rows:
            for fault in played.faults:
                rows["faults"].add(number, fault.seat, KINDS[fault.kind], fault.decision, fault.text)
        if "timings" in rows:
            for account in played.accounts:
                rows["timings"].add(number, account.seat, account.seconds, account.asked, account.longest)
        game.write_rows(number, played.state, rows)

    def _add_seats(self, rows: Rows, facts: GameFacts, played: PlayedGame) -> None:
        winners = sum(place.rank == 1 for place in played.result)
        for place, account, entry in zip(played.result, played.accounts, facts.seating, strict=True):
            win = 1 / winners if place.rank == 1 else 0.0
            rows.add(facts.number, place.seat, entry, place.rank, place.score, win, account.faults, account.benched)

    def _add_decisions(self, rows: Rows, number: int, played: PlayedGame) -> None:
        kinds = self.kinds
        for seat, kind, packed in played.decisions:
            if kind not in kinds:
                kinds.append(kind)
            rows.add(number, seat, kinds.index(kind), packed)

    def take(self) -> dict[str, Any]:
        """All rows so far as plain data, to be sent to another book; this one is empty again."""
        taken = {name: (bytes(rows.packed), rows.loose[:]) for name, rows in self.rows.items()}
        for rows in self.rows.values():
            rows.packed.clear()
            rows.loose.clear()
        return {"kinds": self.kinds, "rows": taken}

    def put(self, taken: dict[str, Any]) -> None:
        """Adds rows that another book has sent."""
        self.kinds[:] = taken["kinds"]
        for name, (packed, loose) in taken["rows"].items():
            self.rows[name].packed += packed
            self.rows[name].loose += loose
