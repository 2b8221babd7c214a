"""Conclusions in words: how large, how sure, in which worlds, and what would overturn them."""

from collections.abc import Iterator

from wallenstein.core.words import counted
from wallenstein.stats.intervals import Interval
from wallenstein.study.findings import GAIN, Answer, Finding
from wallenstein.study.setting import Setting
from wallenstein.study.values import POINTS, WINS


def sentences(setting: Setting, answer: Answer) -> Iterator[str]:
    """A sentence for each conclusion, the largest first; wins stand beside points."""
    wins = {each.subject: each for each in answer.findings if each.what == WINS}
    shown = [each for each in answer.findings if each.what != WINS]
    strategies = {each.name: each.text for each in setting.section.strategy}
    for each in sorted(shown, key=lambda one: -(one.estimate.interval.value or 0.0)) if wins else shown:
        if each.subject in wins:
            words = f"A {setting.section.base} that {strategies[each.subject]}"
            yield f"{words} {gained(each, wins[each.subject])}. {where(each)}"
        elif each.subject in answer.question.traits:
            yield f"One more of {each.subject} {goes_with(each)}. {where(each)}"
        elif each.subject in answer.question.measures:
            sure = "" if each.sure else ", not shown to differ from 0"
            yield f"{each.subject}: {reach(each.estimate.interval)}{sure}."
        else:
            yield f"{each.subject}: {changed(each)}. {where(each)}"
    if answer.question.overturn:
        yield f"What would overturn this: {answer.question.overturn}"


def gained(points: Finding, wins: Finding) -> str:
    """What a strategy brings."""
    value = points.estimate.interval.value
    if value is None:
        return "did not play"
    size = f"{reach(points.estimate.interval)} points, {reach(wins.estimate.interval)} wins in 100 games"
    if points.sure:
        return f"{'gains' if value > 0 else 'loses'}: {size}"
    return f"is not shown to gain or to lose: {size}"


def goes_with(each: Finding) -> str:
    """What one more of a trait goes with."""
    size = f"{reach(each.estimate.interval)} points"
    return f"goes with {size}" if each.sure else f"is not shown to matter: {size}"


def changed(each: Finding) -> str:
    """What a level changes."""
    what = f"the gain of {each.what.removeprefix(GAIN)} in points" if each.what.startswith(GAIN) else each.what
    sure = "" if each.sure else ", not shown to differ"
    return f"{what} {reach(each.estimate.interval)}{sure}"


def where(each: Finding) -> str:
    """In which worlds it holds, and where least; nothing where it is not shown at all."""
    same, of = each.holding
    if not each.sure or not of:
        return ""
    said = f"It holds in {same} of {counted(of, 'kind')} of worlds"
    against = [f"{one.level} ({reach(one.interval)})" for one in each.against]
    if against:
        return f"{said}; the opposite is shown in those of: {', '.join(against)}."
    weakest = each.weakest
    assert weakest is not None, "there are kinds of worlds"
    drawn = [f"{100 * (each.estimate.share_of(axis) or 0):.0f} % of all {axis}s" for axis in each.estimate.spreads]
    beyond = f", and in about {' and '.join(drawn)} that could have been drawn" if drawn else ""
    return f"{said}{beyond}; least in those of: {weakest.level} ({reach(weakest.interval)})."


def reach(interval: Interval) -> str:
    """Such as `+1.2 (0.4 to 2.0)`."""
    if interval.value is None:
        return "unknown"
    between = "" if interval.low is None or interval.high is None else f" ({interval.low:.1f} to {interval.high:.1f})"
    return f"{interval.value:+.1f}{between}"


def unit_of(each: Finding) -> str:
    """What its figure counts."""
    return POINTS if each.what.startswith(GAIN) else each.what
