"""The sequential test of a duel: it takes the candidate's score of each block."""

from typing import Any, Final

from wallenstein.record.files.manifest_lines import Chunk
from wallenstein.stats.betting import BettingTest
from wallenstein.stats.sprt import Sprt
from wallenstein.tourney.config.model import Bounds
from wallenstein.tourney.course.step import InOrder


class CellTest(InOrder):
    """The test of one cell."""

    def __init__(self, cell: int, chunks: range, bounds: Bounds) -> None:
        super().__init__(cell, chunks)
        made = Sprt if bounds.test == "sprt" else BettingTest
        self.test: Final[BettingTest | Sprt] = made(bounds.s0, bounds.s1, bounds.alpha, bounds.beta)

    def take(self, chunk: Chunk, is_last: bool) -> dict[str, Any] | None:
        """The verdict, if this chunk decides."""
        verdict = self.test.update(chunk.scores)
        return verdict.as_dict() if is_last or verdict.decision != "continue" else None
