"""Where a duel with a sequential test ends.

The test sees the blocks' scores in the order of the schedule, never in the order in which they were finished, and
it looks again after each whole chunk. So however many processes play, the duel ends after the same chunk; what was
played beyond it in the meantime is thrown away.
"""

from collections.abc import Sequence

from wallenstein.tourney.config.model import Bounds


def stop_after(bounds: Bounds, scores: Sequence[float]) -> int | None:
    """The number of blocks, from the first, that decide the duel; None while they do not."""
    from wallenstein.stats.sprt import Sprt

    verdict = Sprt(*bounds).verdict(scores)
    return None if verdict.decision == "continue" else verdict.blocks
