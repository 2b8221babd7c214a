"""Places as they count: benched seats behind all others, whatever the game says."""

import pytest

from wallenstein.core.game import Placing
from wallenstein.record.game_rows import CountedPlace, counted_places

CASES = [
    # the game's ranks, who was benched, the ranks that count, the shares of the win
    ([1, 2, 3, 4], [], [1, 2, 3, 4], [1, 0, 0, 0]),
    ([1, 1, 3], [], [1, 1, 3], [1 / 2, 1 / 2, 0]),
    ([1, 2, 3, 4], [0], [4, 1, 2, 3], [0, 1, 0, 0]),
    ([1, 2, 3, 4], [0, 2], [3, 1, 4, 2], [0, 1, 0, 0]),
    ([1, 1, 1, 4], [0], [4, 1, 1, 3], [0, 1 / 2, 1 / 2, 0]),
    ([1, 1, 3, 3], [0, 1], [3, 3, 1, 1], [0, 0, 1 / 2, 1 / 2]),
    ([1, 1, 3, 4], [1], [1, 4, 2, 3], [1, 0, 0, 0]),
    ([2, 1, 3], [0, 1, 2], [2, 1, 3], [0, 1, 0]),
    ([1, 1, 1], [0, 1, 2], [1, 1, 1], [1 / 3, 1 / 3, 1 / 3]),
]


@pytest.mark.parametrize(("ranks", "benched", "counted", "wins"), CASES)
def test_benched_seats_come_last(ranks: list[int], benched: list[int], counted: list[int], wins: list[float]) -> None:
    result = [Placing(seat, rank, 50 - rank) for seat, rank in enumerate(ranks)]
    found = counted_places(result, [seat in benched for seat in range(len(ranks))])
    assert found == [CountedPlace(*place) for place in zip(counted, wins, strict=True)]
