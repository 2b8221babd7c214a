"""How a game is cut into steps, and where the faults of bots stand in them."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.games.wallenstein.replay.games import RULES, shown
from wallenstein.core.game import Remark
from wallenstein.core.story import Story
from wallenstein.core.text import Heading, Item, Items, Sentence, Toned, plain_text
from wallenstein.games import find_game
from wallenstein.pages.player import PageStep, changes, said_at, steps, with_remarks
from wallenstein.report.replays import page_of
from wallenstein.tourney.recorded_games import RecordedGame

HEAD = Heading("Part", 1)


def said(text: str) -> Sentence:
    return Sentence((text,))


class Teller(Story[None]):
    """Tells numbers: tens begin a part, equal neighbours are told together, zeros not at all."""

    def __init__(self) -> None:
        super().__init__(None, {})

    def opening(self, state: object, seed: int) -> Items:
        raise AssertionError("nothing is played")

    def begins_part(self, entry: object) -> bool:
        return entry == 10

    def tell(self, entries: Iterable[object]) -> Items:
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


NASTY = "</script><script>1</script>\x1b[2J"


def name(seat: int) -> Toned:
    return Toned(f"bot {seat}", "red")


def words(step: PageStep) -> list[str]:
    return [plain_text(item.words) for item in step.items if isinstance(item, Sentence)]


def steps_at(*happened: int) -> list[PageStep]:
    items: list[tuple[Item, ...]] = [(Sentence((f"at {number}",)),) for number in happened]
    return [PageStep(number, item) for number, item in zip(happened, items, strict=True)]


def test_they_belong_to_their_decision() -> None:
    remarks = [Remark(-1, 0, "crash", "a"), Remark(0, 1, "late", "b"), Remark(2, 0, "crash", "c")]
    assert [remark.text for _, remark in said_at(0, 5, remarks)] == ["a", "b"]
    assert said_at(1, 6, remarks) == []
    assert said_at(2, 7, remarks) == [(7, remarks[2])]


def test_they_stand_before_what_happens_next() -> None:
    said = [(3, Remark(1, 0, "crash", "one.")), (3, Remark(1, 1, "illegal", "two")), (9, Remark(4, 0, "late", "three"))]
    found, jumps = with_remarks(steps_at(0, 2, 5, 9), said, name)
    assert [words(step)[0] for step in found] == [
        "at 0",
        "at 2",
        "bot 0: crash: one. Another choice was made for it.",
        "bot 1: illegal: two. Another choice was made for it.",
        "at 5",
        "bot 0: late: three. Another choice was made for it.",
        "at 9",
    ]
    assert [step.happened for step in found] == [0, 2, 2, 2, 5, 5, 9]
    assert [(jump.step, jump.label) for jump in jumps.every] == [
        (2, "bot 0: crash"),
        (3, "bot 1: illegal"),
        (5, "bot 0: late"),
    ]


def test_one_before_the_first_question_comes_after_the_beginning() -> None:
    found, _ = with_remarks(steps_at(0, 2), [(0, Remark(-1, 0, "crash", "x"))], name)
    assert [words(step)[0] for step in found] == ["at 0", "bot 0: crash: x.", "at 2"]


@pytest.mark.parametrize("rules", ["second", "first"])
def test_the_page_of_a_game_has_them_and_is_otherwise_the_same(rules: str) -> None:
    players, options = RULES[rules]
    plain, game = shown(rules), find_game("wallenstein")
    choices = tuple(decided.packed for decided in plain.played.decisions)
    bots = tuple(f"bot {seat}" for seat in range(players))
    remarks = [Remark(-1, 1, "crash", NASTY), Remark(6, 0, "illegal", NASTY), Remark(len(choices) - 1, 2, "late", "x")]
    page = page_of(rules, RecordedGame(0, game, game.rules(options, Path()), 7, bots, choices), remarks)
    assert NASTY not in page
    assert page.count("&lt;script&gt;1") == 2
    document = json.loads(re.findall(r'id="replay">(.*?)</script>', page, re.DOTALL)[0])
    assert len(document["faults"]) == 3
    assert len(document["steps"]) == len(plain.data["steps"]) + 3
    kept = [change for step, change in enumerate(document["steps"]) if step not in document["faults"]]
    assert kept == plain.data["steps"]
    assert all(document["steps"][step] == {} for step in document["faults"])
