"""Answers: each conclusion with its size, its interval over games and worlds, and the worlds in which it holds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from wallenstein.core.reports import Estimate
from wallenstein.core.text import counted
from wallenstein.extras.study.setting import Axis, StudySetting, is_in
from wallenstein.extras.study.values import IN_SEAT, POINTS, WINS, Block, traits_of
from wallenstein.stats.intervals import CONFIDENCE
from wallenstein.stats.paired import differs
from wallenstein.stats.results import Floats, Ints
from wallenstein.stats.worlds import FEWEST, WorldEstimate, combination, mean_over
from wallenstein.tourney.config.study_section import QuestionSection

GAIN: Final = "gain of "


class Slice(NamedTuple):
    """The same figure in the worlds with one kind or level of an axis."""

    level: str
    interval: Estimate  # corrected for the number of slices, so that the least of them may be chosen
    sure: bool  # whether it differs from 0 beyond chance, corrected for the number of slices


class Finding(NamedTuple):
    subject: str  # a strategy, a level, a trait
    what: str  # the measured quantity
    estimate: WorldEstimate
    slices: tuple[Slice, ...]
    drawn: Mapping[str, tuple[Slice, ...]]  # by axis, on single levels of those drawn
    sure: bool = False  # beyond chance, corrected for the number of findings of the page (Holm)

    @property
    def leaves_out_0(self) -> bool:
        low, high = self.estimate.interval.low, self.estimate.interval.high
        return low is not None and high is not None and (low > 0 or high < 0)

    @property
    def key(self) -> tuple[str, str, float | None, int]:
        return self.subject, self.what, self.estimate.p, self.estimate.blocks

    def against(self, slices: Sequence[Slice]) -> list[Slice]:
        """The kinds of worlds in which the opposite holds beyond chance."""
        value = self.estimate.interval.known
        return [each for each in slices if each.sure and (each.interval.known > 0) != (value > 0)]

    def counts(self, slices: Sequence[Slice]) -> tuple[int, int, int]:
        """In how many it is shown, open, and the opposite is shown."""
        shown, against = sum(each.sure for each in slices), len(self.against(slices))
        return shown - against, len(slices) - shown, against

    @property
    def weakest(self) -> Slice | None:
        """The slice where it is smallest, or most against it."""
        sign = 1 if self.estimate.interval.known > 0 else -1
        return min(self.slices, key=lambda each: each.interval.known * sign, default=None)


class AnsweredQuestion(NamedTuple):
    question: QuestionSection
    findings: tuple[Finding, ...]
    blocks: int
    conclusions: int = 0  # of the whole page


Estimator = Callable[[Sequence[Block]], WorldEstimate]


class Findings:
    def __init__(self, setting: StudySetting, blocks: Sequence[Block]) -> None:
        self.setting, self.blocks = setting, blocks
        self.traits = traits_of(setting)

    def answers(self) -> Iterator[AnsweredQuestion]:
        """An answer to each question, in the order of the file. Marks are corrected for all that the page says."""
        answers = []
        for question in self.setting.section.question:
            blocks = [each for each in self.blocks if is_in(self.setting, question.where, each.world)]
            every = (self.of_strategies, self.of_axis, self.of_traits)
            found = chain(*(of(question, blocks) for of in every))
            answers.append(AnsweredQuestion(question, tuple(found), len(blocks)))
        # Two questions may have a conclusion in common: it counts once, and has one mark.
        chances = dict.fromkeys(each.key for answer in answers for each in answer.findings)
        sure = dict(zip(chances, differs([p for _, _, p, _ in chances]), strict=True))
        for answer in answers:
            marked = (each._replace(sure=sure[each.key]) for each in answer.findings)
            yield answer._replace(findings=tuple(marked), conclusions=sum(p is not None for _, _, p, _ in chances))

    def of_strategies(self, question: QuestionSection, blocks: Sequence[Block]) -> Iterator[Finding]:
        for name in question.strategies:
            for what in (POINTS, WINS):
                with_it = [each for each in blocks if name in each.gains]
                yield self.finding(name, what, with_it, partial(self.gain, name=name, what=what))

    def gain(self, blocks: Sequence[Block], name: str, what: str = POINTS) -> WorldEstimate:
        return mean_over(np.array([each.gains[name][what] for each in blocks], np.float64), self.random_axes(blocks))

    def of_axis(self, question: QuestionSection, blocks: Sequence[Block]) -> Iterator[Finding]:
        """The effects of the levels of an axis, against one of them, all other axes being equal; or just measures."""
        if question.axis is None:
            for measure in question.measures:
                known = [each for each in blocks if self.measured(each, measure) is not None]
                what = POINTS if measure.startswith(IN_SEAT) else measure
                yield self.finding(measure, what, known, partial(self.size, measure=measure))
            return
        axis = next(each for each in self.setting.axes if each.name == question.axis)
        against = question.against or next(iter(axis.kinds))
        for measure in question.measures:
            known = [each for each in blocks if self.measured(each, measure) is not None]
            for name, levels in axis.kinds.items():
                if name == against or not any(each.world.levels[axis.name] in levels for each in known):
                    continue
                change = partial(self.change, measure=measure, axis=axis, kind=name, against=against)
                yield self.finding(name, measure, known, change, axis)

    def size(self, blocks: Sequence[Block], measure: str) -> WorldEstimate:
        return mean_over(self.column(blocks, measure), self.random_axes(blocks))

    def of_traits(self, question: QuestionSection, blocks: Sequence[Block]) -> Iterator[Finding]:
        """The effect of one more unit of each trait, the others of the question being equal."""
        places = [self.traits.index(trait) for trait in question.traits]
        for place, trait in enumerate(question.traits):
            yield self.finding(trait, POINTS, blocks, partial(self.worth, places=places, place=place))

    def finding(
        self, subject: str, what: str, blocks: Sequence[Block], of: Estimator, asked: Axis | None = None
    ) -> Finding:
        """The conclusion over all worlds, in those of each kind, and on each level that was drawn."""
        others = [axis for axis in self.setting.axes if axis is not asked]
        kinds = [(axis, name, kind) for axis in others if len(axis.kinds) > 1 for name, kind in axis.kinds.items()]
        drawn = {}
        for axis in others if asked is None else ():  # too few blocks to compare levels of another axis on one of them
            if many := [at for kind in axis.kinds.values() if len(kind) > 1 for at in kind]:
                parts = [(axis, axis.levels[at].name, range(at, at + 1)) for at in many]
                drawn[axis.name] = self.slices(blocks, of, parts)
        return Finding(subject, what, of(blocks), self.slices(blocks, of, kinds), drawn)

    def slices(
        self, blocks: Sequence[Block], of: Estimator, parts: Sequence[tuple[Axis, str, range]]
    ) -> tuple[Slice, ...]:
        """The conclusion in parts of the worlds, each with some levels of an axis."""
        found = []
        for axis, name, levels in parts:
            some = [each for each in blocks if each.world.levels[axis.name] in levels]
            if len(some) >= FEWEST and (part := of(some)).interval.value is not None:
                found.append((name, part))
        marks = differs([estimate.p for _, estimate in found])
        return tuple(
            Slice(name, estimate.at(1 - (1 - CONFIDENCE) / len(found)), mark)
            for (name, estimate), mark in zip(found, marks, strict=True)
        )

    def random_axes(self, blocks: Sequence[Block], but: Axis | None = None) -> dict[str, Ints]:
        """By axis, the level of each block; -1 if it was not drawn."""
        levels = {
            axis.name: [level if (level := each.world.levels[axis.name]) in axis.drawn else -1 for each in blocks]
            for axis in self.setting.axes
            if axis.drawn and not (axis is but and axis.random)
        }
        return {name: np.array(numbers, np.int64) for name, numbers in levels.items()}

    def measured(self, block: Block, measure: str) -> float | None:
        """A measure of a block, or the `gain of` a strategy."""
        if measure.startswith(GAIN):
            gains = block.gains.get(measure.removeprefix(GAIN))
            return None if gains is None else gains[POINTS]
        return block.measures.get(measure)

    def column(self, blocks: Sequence[Block], measure: str) -> Floats:
        return np.array([self.measured(each, measure) or 0.0 for each in blocks], np.float64)

    def change(self, blocks: Sequence[Block], measure: str, axis: Axis, kind: str, against: str) -> WorldEstimate:
        columns, contrast = [np.ones(len(blocks))], [0.0]
        for each in self.setting.axes:
            levels = [block.world.levels[each.name] for block in blocks]
            seen = {name: at for name, of in each.kinds.items() if (at := np.isin(levels, of)).any()}
            reference = against if each is axis else next(iter(seen), "")
            for name, at in seen.items() if each is axis or not each.random else ():
                if name != reference:
                    columns.append(at.astype(np.float64))
                    contrast.append(float(each is axis and name == kind))
        if not any(contrast):
            return WorldEstimate(Estimate(None), len(blocks))
        values, design = self.column(blocks, measure), np.column_stack(columns)
        return combination(values, design, np.array(contrast), self.random_axes(blocks, axis))

    def worth(self, blocks: Sequence[Block], places: Sequence[int], place: int) -> WorldEstimate:
        """A coefficient of a regression of points on traits, with the influence of each block on it."""
        sums = [each.traits.of(places) for each in blocks]
        products = np.sum([each.products for each in sums], axis=0) if sums else np.zeros((1, 1))
        if not sums or np.linalg.matrix_rank(products) < len(places):
            return WorldEstimate(Estimate(None), len(blocks))
        inverse = np.linalg.inv(products)
        slopes = inverse @ np.sum([each.with_points for each in sums], axis=0)
        pulls = [len(sums) * inverse[place] @ (each.with_points - each.products @ slopes) for each in sums]
        return mean_over(np.array(pulls) + slopes[place], self.random_axes(blocks))


def spread_of_gains(blocks: Sequence[Block]) -> Mapping[str, float]:
    """By strategy, the standard deviation between blocks of its gain in points."""
    names = dict.fromkeys(name for each in blocks for name in each.gains)
    gains = {name: [each.gains[name][POINTS] for each in blocks if name in each.gains] for name in names}
    return {name: float(np.std(values, ddof=1)) for name, values in gains.items() if len(values) > 1}


UNKNOWN = "not known from these blocks"


def sentences(setting: StudySetting, answer: AnsweredQuestion) -> Iterator[str]:
    """The conclusions, strategies by their gain; then the limits of the answer."""
    wins = {each.subject: each for each in answer.findings if each.what == WINS}
    gains = [each for each in answer.findings if each.subject in wins and each.what == POINTS]
    texts = {each.name: each.text for each in setting.section.strategy}
    for each in sorted(gains, key=lambda one: -one.estimate.interval.known):
        won = wins[each.subject]
        size = f"{reach(each.estimate.interval, POINTS)}, {reach(won.estimate.interval, WINS)}"
        sharper = max((each, won), key=lambda one: (one.sure, one.leaves_out_0))  # points, if they are alike
        yield say(f"A {setting.section.base} that {texts[each.subject]}", size, sharper, answer, "gain or lose")
    for each in answer.findings:
        if each.subject in wins:
            continue
        if each.subject in answer.question.traits:
            subject = f"With one more of {each.subject} (an association)"
            yield say(subject, reach(each.estimate.interval, POINTS), each, answer, "matter")
        elif each.subject in answer.question.measures:
            yield say(each.subject, reach(each.estimate.interval), each, answer, "differ from 0")
        elif each.sure:
            yield say(f"{each.subject}, {measured(each)}", reach(each.estimate.interval), each, answer, "differ")
    yield from rest(answer)
    if answer.question.overturn:
        yield f"What would overturn this: {answer.question.overturn}"


def rest(answer: AnsweredQuestion) -> Iterator[str]:
    """The number of comparisons of levels that are not shown to differ."""
    asked = answer.question
    compared = [each for each in answer.findings if asked.axis and each.what in asked.measures]
    quiet = [each.leaves_out_0 for each in compared if not each.sure]
    if quiet:
        yield (
            f"Of {counted(len(compared), 'comparison')}, {len(quiet)} are not shown to differ, {sum(quiet) or 'none'} "
            "of them with an interval of its own that leaves out 0; the table has them."
        )


def say(subject: str, size: str, each: Finding, answer: AnsweredQuestion, verb: str) -> str:
    if each.estimate.interval.value is None:
        return f"{subject}: {UNKNOWN}."
    if each.estimate.blocks < FEWEST:
        return f"{subject}: nothing is concluded from fewer than {FEWEST} blocks."
    if each.sure:
        return f"{subject}: {size}. {where(each)}"
    if not each.leaves_out_0:
        return f"{subject}: {size}. Not shown to {verb}."
    own = "The interval of the wins" if each.what == WINS else "Its own interval"
    counted_all = f"it is not beyond chance when all {answer.conclusions} conclusions of the page are counted"
    return f"{subject}: {size}. {own} leaves out 0, but {counted_all}."


def measured(each: Finding) -> str:
    return f"points gained by {each.what.removeprefix(GAIN)}" if each.what.startswith(GAIN) else each.what


def where(each: Finding) -> str:
    """In which kinds of worlds it is shown, how far worlds differ, and where it is least."""
    found = "Shown by the wins" if each.what == WINS else "Shown"
    against = each.against(each.slices)
    if each.slices:
        found += tally(each.counts(each.slices), "in", "kinds of worlds")
        open_for = [one.level for one in each.slices if not one.sure]
        sure_for = [one.level for one in each.slices if one.sure and one not in against]
        if open_for and len(open_for) <= len(sure_for):
            found += f" (open for {', '.join(open_for)})"
        elif open_for and sure_for:
            found += f" (shown for {', '.join(sure_for)})"
    for axis, slices in each.drawn.items():
        if slices:
            found += tally(each.counts(slices), "on", f"drawn {axis}s")
    found += between(each)
    if against:
        opposite = ", ".join(f"{one.level} {reach(one.interval)}" for one in against)
        return f"{found}. The opposite is shown for: {opposite}."
    weakest = each.weakest
    return f"{found}." if weakest is None else f"{found}; least for: {weakest.level} {reach(weakest.interval)}."


def tally(counts: tuple[int, int, int], on: str, worlds: str) -> str:
    shown, undecided, opposed = counts
    of = shown + undecided + opposed
    found = f"; {on} {shown} of {of} {worlds}" if shown < of else f"; {on} all {of} {worlds}"
    found += f", open {on} {undecided}" if undecided else ""
    return f"{found}, against {on} {opposed}" if opposed else found


def between(each: Finding) -> str:
    """How far the levels of random axes differ, at most."""
    unit = POINTS if each.what == POINTS or each.what.startswith(GAIN) else "" if each.what != WINS else "wins"
    return "".join(
        f"; drawn {axis}s differ by a standard deviation of at most {spread.high:.1f}{unit and f' {unit}'}"
        for axis, spread in each.estimate.spreads.items()
    )


def reach(interval: Estimate, unit: str = "") -> str:
    """A figure such as `+1.2 points (0.4 to 2.0)`."""
    if interval.value is None:
        return UNKNOWN
    words = f" {unit}" if unit else ""
    ends = "" if interval.low is None or interval.high is None else f" ({interval.low:.1f} to {interval.high:.1f})"
    return f"{interval.value:+.1f}{words}{ends}"
