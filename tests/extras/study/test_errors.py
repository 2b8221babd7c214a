"""Whole pages without any effect: marks are rare, although towers differ and strategies are many."""

from pathlib import Path

import numpy as np
import pytest

from tests.extras.study.small import CONFIG, setting_in
from wallenstein.extras.study.findings import Findings, sentences
from wallenstein.extras.study.page import parts
from wallenstein.extras.study.setting import StudySetting, world
from wallenstein.extras.study.values import POINTS, WINS, Block, Traits

FACES = ", ".join(f'{{ name = "{count} faces", game = {{ die = {{ faces = {count} }} }} }}' for count in (4, 5, 6, 8))
STRATEGIES = [f"s{number}" for number in range(12)]
QUESTION = '\n[[study.question]]\nname = "picks"\ntitle = "?"\nstrategies = {}\n'
AGAIN = QUESTION.replace("picks", "again")


def setting_of(folder: Path) -> StudySetting:
    """Twelve strategies in two questions that have six of them in common; four dice, drawn from many."""
    head = CONFIG[: CONFIG.index("[[study.axis]]")]
    axis = f'[[study.axis]]\nname = "die"\nrandom = true\nlevels = [{FACES}]\n'
    rounds = CONFIG[CONFIG.index("[[study.axis]]") : CONFIG.index("[[study.strategy]]")].split("[[study.axis]]")[1]
    bots = "".join(f'\n[[study.strategy]]\nname = "{name}"\nbot = "picker"\ntext = "picks"\n' for name in STRATEGIES)
    questions = QUESTION.format(STRATEGIES) + AGAIN.format(STRATEGIES[:6])
    return setting_in(
        folder, f"{head}{axis}[[study.axis]]{rounds}{bots}{questions}".replace("'s", '"s').replace("'", '"')
    )


def drawn(setting: StudySetting, random: np.random.Generator, blocks: int, gain: float = 0.0) -> list[Block]:
    """Blocks in which no strategy gains anything over all dice, but for the first."""
    offsets = random.normal(0, 1, (len(STRATEGIES), 2, 4))
    found = []
    for number in range(blocks):
        here = world(setting, number)
        die = here.levels["die"]
        gains = {}
        for place, name in enumerate(STRATEGIES):
            points, wins = random.normal(0, 2, 2) + offsets[place, :, die] + (gain if not place else 0.0)
            gains[name] = {POINTS: float(points), WINS: float(wins)}
        found.append(Block(here, 8, "", "", gains, {}, Traits(np.zeros((0, 0)), np.zeros(0))))
    return found


def test_an_effect_is_marked_alike_in_all_tables(tmp_path: Path) -> None:
    setting = setting_of(tmp_path)
    blocks = drawn(setting, np.random.default_rng(1), 60, 12.0)
    first, again = Findings(setting, blocks).answers()
    marks = {(each.subject, each.what): each.sure for each in first.findings}
    assert marks["s0", POINTS]
    assert {(each.subject, each.what): each.sure for each in again.findings}.items() <= marks.items()
    found = first.findings[0]
    counts = found.counts(found.slices)
    assert counts[0] >= 3
    assert sum(counts) == len(found.slices) == 6
    text = " ".join(sentence for part in parts(setting, blocks) for sentence in part.sentences)
    assert f"; in {'all' if counts[0] == 6 else f'{counts[0]} of'} 6 kinds of worlds" in text
    assert "drawn dies differ by a standard deviation of at most" in text


def test_an_interval_that_leaves_out_0_by_itself_is_told_from_one_that_does_not(tmp_path: Path) -> None:
    setting = setting_of(tmp_path)
    counted = "leaves out 0, but it is not beyond chance when all 24 conclusions of the page are counted."
    seen = set()
    for answer in Findings(setting, drawn(setting, np.random.default_rng(5), 60, 3.0)).answers():
        found = {(each.subject, each.what): each for each in answer.findings}
        by_gain = sorted(
            (each for each in answer.findings if each.what == POINTS), key=lambda one: -one.estimate.interval.known
        )
        for points, sentence in zip(by_gain, sentences(setting, answer), strict=True):
            wins = found[points.subject, WINS]
            if not points.sure and not wins.sure:
                end = f"Its own interval {counted}" if points.leaves_out_0 else f"The interval of the wins {counted}"
                end = end if points.leaves_out_0 or wins.leaves_out_0 else "Not shown to gain or lose."
                assert sentence.endswith(f". {end}")
                seen.add(end)
    assert len(seen) == 3


@pytest.mark.long
def test_a_page_without_effects_has_a_mark_in_one_of_twenty(tmp_path: Path) -> None:
    setting = setting_of(tmp_path)
    random = np.random.default_rng(2)
    marked = 0
    for _ in range(300):
        answers = Findings(setting, drawn(setting, random, 60)).answers()
        marked += any(each.sure for answer in answers for each in answer.findings)
    assert marked / 300 <= 0.08  # 0.05, and what 300 studies can tell
