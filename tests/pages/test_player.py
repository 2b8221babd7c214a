"""How a game is cut into steps."""

from collections import deque
from collections.abc import Iterable

from wallenstein.core.text import Heading, Items, Sentence
from wallenstein.pages.player import PageStep, changes, steps

HEAD = Heading("Part", 1)


def said(text: str) -> Sentence:
    return Sentence((text,))


class Teller:
    """Tells numbers: tens begin a part, equal neighbours are told together, zeros not at all."""

    def __init__(self) -> None:
        self.coming: deque[int] = deque()

    def begins_part(self, entry: int) -> bool:
        return entry == 10

    def tell(self, entries: Iterable[int]) -> Items:
        self.coming.extend(entries)
        while self.coming:
            entry = self.coming.popleft()
            count = 1
            while self.coming and self.coming[0] == entry:
                self.coming.popleft()
                count += 1
            if entry == 10:
                yield HEAD
            elif entry:
                yield said(f"{count} of {entry}")


def test_a_step_ends_where_something_is_told() -> None:
    found = steps(Teller(), [1, 0, 2, 2, 10, 0, 3, 0], [said("before")], [said("after")])
    assert found == [
        PageStep(0, (said("before"),)),
        PageStep(1, (said("1 of 1"),)),
        PageStep(4, (said("2 of 2"),)),
        PageStep(7, (HEAD, said("1 of 3"))),  # a heading goes to what it stands above
        PageStep(8, (said("after"),)),
    ]


def test_a_game_in_which_nothing_happened_has_a_begin_and_an_end() -> None:
    assert steps(Teller(), [], [said("before")], [said("after")]) == [
        PageStep(0, (said("before"),)),
        PageStep(0, (said("after"),)),
    ]


def test_changes_put_together_are_the_positions() -> None:
    positions: list[dict[str, object]] = [{"a": 1, "b": [1]}, {"a": 1, "b": [2], "c": 0}, {"b": [2]}, {"b": [2]}]
    found = changes(positions)
    assert found == [{"a": 1, "b": [1]}, {"b": [2], "c": 0}, {"a": None, "c": None}, {}]
