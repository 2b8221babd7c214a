"""What happened outside of the rules, such as a bot's fault, put into the steps of a game where it belongs."""

from bisect import bisect_right
from collections.abc import Callable, Sequence

from wallenstein.core.game import Remark
from wallenstein.core.reports.page import Sentence, Toned
from wallenstein.pages.player.page import Jump, Jumps
from wallenstein.pages.player.steps import Step

Said = tuple[int, Remark]  # how much of the journal had happened, and what is to be said then


def said_at(decision: int, happened: int, remarks: Sequence[Remark]) -> list[Said]:
    """The remarks that belong to a decision, when so much had happened."""
    return [(happened, remark) for remark in remarks if max(0, remark.decision) == decision]


def with_remarks(told: Sequence[Step], said: Sequence[Said], name: Callable[[int], Toned]) -> tuple[list[Step], Jumps]:
    """The steps with one for each remark, and where they are."""
    found, sentences = list(told), list[tuple[Sentence, Remark]]()
    for happened, remark in said:
        end = " Another choice was made for it." if remark.decision >= 0 else ""
        sentence = Sentence((name(remark.seat), f": {remark.kind}: {remark.text.rstrip('.')}.{end}"), 1)
        place = max(1, bisect_right([step.happened for step in found[:-1]], happened))
        found.insert(place, Step(found[place - 1].happened, (sentence,)))
        sentences.append((sentence, remark))
    where = {id(step.items[0]): place for place, step in enumerate(found) if step.items}
    jumps = [Jump(where[id(sentence)], f"{name(remark.seat).text}: {remark.kind}") for sentence, remark in sentences]
    return found, Jumps("fault", jumps)
