"""All figures about the results of a run, as one value."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from wallenstein.stats.field.field import Field, field_of
from wallenstein.stats.intervals import CONFIDENCE
from wallenstein.stats.many_results import ManyResults
from wallenstein.stats.pairwise import Pair, pairwise
from wallenstein.stats.seats import SeatTest, seat_test
from wallenstein.stats.standings import SeatEffect, Standing, seat_effects, standings
from wallenstein.stats.strength import Strength, strengths


@dataclass(frozen=True)
class Entrant:
    """One row of the final table."""

    standing: Standing
    strength: Strength

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {**self.standing.as_dict(), **self.strength.as_dict()}


@dataclass(frozen=True)
class Summary:
    """Entrants (strongest first), seats, pairs, and line-ups, with the number of games and blocks behind them."""

    games: int
    left_out: int
    blocks: int
    entrants: tuple[Entrant, ...]
    seats: tuple[SeatEffect, ...]
    seat_test: SeatTest
    pairs: tuple[Pair, ...]
    field: Field

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order and rounded numbers; None for what cannot be known."""
        return {
            "games": self.games,
            "left_out": self.left_out,
            "blocks": self.blocks,
            "confidence": CONFIDENCE,
            "entrants": _dicts(self.entrants),
            "seats": _dicts(self.seats),
            "seat_test": self.seat_test.as_dict(),
            "pairs": _dicts(self.pairs),
            "field": self.field.as_dict(),
        }

    def to_json(self) -> str:
        """The text of `summary.json`; equal results give equal bytes."""
        return json.dumps(self.as_dict(), indent=2, allow_nan=False, ensure_ascii=False) + "\n"


def summary(results: ManyResults) -> Summary:
    """All figures of these results."""
    pairs = pairwise(results)
    fitted = strengths(results)
    table = map(Entrant, standings(results), fitted)
    return Summary(
        games=results.games,
        left_out=results.left_out,
        blocks=results.block_count,
        entrants=tuple(sorted(table, key=_place)),
        seats=seat_effects(results),
        seat_test=seat_test(results),
        pairs=pairs,
        field=field_of(results),
    )


def _place(entrant: Entrant) -> tuple[bool, float, str]:
    """The order of the table: strongest first, entrants that never played last."""
    value = entrant.strength.strength.value
    return value is None, -(value or 0.0), entrant.standing.name


def _dicts(rows: Sequence[Entrant | SeatEffect | Pair]) -> list[dict[str, object]]:
    return [row.as_dict() for row in rows]
