"""Conclusions in words: how large, how sure, in which worlds, and what would overturn them."""

from collections.abc import Iterator

from wallenstein.core.words import counted
from wallenstein.stats.intervals import Interval
from wallenstein.study.findings import GAIN, Answer, Finding
from wallenstein.study.setting import Setting
from wallenstein.study.values import POINTS, WINS

UNKNOWN = "not known from these blocks"


def sentences(setting: Setting, answer: Answer) -> Iterator[str]:
    """The conclusions, strategies by what they gain; then what would overturn them."""
    wins = {each.subject: each for each in answer.findings if each.what == WINS}
    gains = [each for each in answer.findings if each.subject in wins and each.what == POINTS]
    texts = {each.name: each.text for each in setting.section.strategy}
    for each in sorted(gains, key=lambda one: -(one.estimate.interval.value or 0.0)):
        won = wins[each.subject]
        size = f"{reach(each.estimate.interval, POINTS)}, {reach(won.estimate.interval, WINS)}"
        sharper = won if won.sure and not each.sure else each
        yield said(f"A {setting.section.base} that {texts[each.subject]}", size, sharper, "gain or lose")
    for each in answer.findings:
        if each.subject in wins:
            continue
        if each.subject in answer.question.traits:
            yield said(f"One more of {each.subject}", reach(each.estimate.interval, POINTS), each, "matter")
        elif each.subject in answer.question.measures:
            yield said(each.subject, reach(each.estimate.interval), each, "differ from 0")
        elif each.sure:
            yield said(f"{each.subject}, {measured(each)}", reach(each.estimate.interval), each, "differ")
    yield from rest(answer)
    if answer.question.overturn:
        yield f"What would overturn this: {answer.question.overturn}"


def rest(answer: Answer) -> Iterator[str]:
    """How many comparisons of levels are not shown to differ."""
    asked = answer.question
    compared = [each for each in answer.findings if asked.axis and each.what in asked.measures]
    quiet = sum(not each.sure for each in compared)
    if quiet:
        yield f"Of {counted(len(compared), 'comparison')}, {quiet} are not shown to differ; the table has them."


def said(subject: str, size: str, each: Finding, verb: str) -> str:
    """One conclusion."""
    if each.estimate.interval.value is None:
        return f"{subject}: {UNKNOWN}."
    return f"{subject}: {size}. {where(each)}" if each.sure else f"{subject}: {size}. Not shown to {verb}."


def measured(each: Finding) -> str:
    """What changes with the level of an axis."""
    return f"points gained by {each.what.removeprefix(GAIN)}" if each.what.startswith(GAIN) else each.what


def where(each: Finding) -> str:
    """In which worlds it holds, and where least."""
    same, of = each.holding
    if not of:
        return ""
    start = "Shown by the wins, which hold in" if each.what == WINS else "Holds in"
    found = f"{start} {same} of {counted(of, 'kind')} of worlds{between(each)}"
    if each.against:
        opposite = ", ".join(f"{one.level} {reach(one.interval)}" for one in each.against)
        return f"{found}. The opposite is shown for: {opposite}."
    weakest = each.weakest
    return f"{found}." if weakest is None else f"{found}; least for: {weakest.level} {reach(weakest.interval)}."


def between(each: Finding) -> str:
    """How much it differs between the levels of random axes."""
    found = ""
    for axis, spread in each.estimate.spreads.items():
        share = each.estimate.share_of(axis)
        if spread > 0 and share is not None:
            found += f", on about {100 * share:.0f} % of all {axis}s (standard deviation {spread:.1f})"
        else:
            found += f", no difference between {axis}s seen"
    return found


def reach(interval: Interval, unit: str = "") -> str:
    """Such as `+1.2 points (0.4 to 2.0)`."""
    if interval.value is None:
        return UNKNOWN
    words = f" {unit}" if unit else ""
    ends = "" if interval.low is None or interval.high is None else f" ({interval.low:.1f} to {interval.high:.1f})"
    return f"{interval.value:+.1f}{words}{ends}"
