"""The groups of the bots of a cell: a sentence, bars for a terminal, and a figure."""

from collections.abc import Iterator, Sequence
from typing import Final

from wallenstein.core.text import either, ordinal, printable
from wallenstein.report.plain import INDENT, WIDTH
from wallenstein.stats.figures import CellSummary, JointOrder

BAR: Final = 24  # letters of the longest one
MOST_NAMED: Final = 3
NOBODY: Final = "No bot is shown to be better than another."


def names_in_short(names: Sequence[str]) -> str:
    """Such as `a, b and c`, or of many `a and 11 more`."""
    shown = list(map(printable, names))
    if len(shown) > MOST_NAMED:
        return f"{shown[0]} and {len(shown) - 1} more"
    return either(shown, "and")


def group_sentences(joint: JointOrder) -> Iterator[str]:
    """The groups in one sentence; then the bots that are in none."""
    if not any(joint.beats.values()):
        yield NOBODY
        return
    steps = []
    for place, group in enumerate(joint.groups):
        alone_last = 0 < place == len(joint.groups) - 1 and len(group.bots) == 1 and not group.overlapping
        steps.append(("then " if place and not alone_last else "") + names_in_short(group.bots))
        steps[-1] += " last" if alone_last else ""
        if group.overlapping:
            steps.append(f"{len(group.overlapping)} overlapping")
    yield "; ".join(steps) + "."
    if any(group.overlapping for group in joint.groups):
        yield "Overlapping bots are worse than the best of the group before them, but not shown worse than all of it."
    placed = {name for group in joint.groups for name in (*group.bots, *group.overlapping)}
    if left := [name for name in joint.beats if name not in placed]:
        yield f"Not placed, because no comparison is decided yet: {names_in_short(left)}."


def about_groups(joint: JointOrder) -> str:
    pairs = len(joint.beats) * (len(joint.beats) - 1) // 2
    return f"Better and worse: by strength, beyond {joint.reach:.2f} errors, which fits all {pairs:,} pairs together."


def labelled(joint: JointOrder) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The places and the bots of each group, and of those that overlap with it."""
    place = 1
    for group in joint.groups:
        for bots, sign in ((group.bots, ""), (group.overlapping, "overlap: ")):
            if bots:
                last = place + len(bots) - 1
                yield sign + (ordinal(place) if last == place else f"{ordinal(place)} to {ordinal(last)}"), bots
                place = last + 1


def group_bars(cell: CellSummary) -> Iterator[str]:
    """A line for each group: its places, a bar over the strengths of its bots, and their names."""
    if cell.joint is None:
        return
    beats = cell.joint.beats
    points = {each.name: each.points.value or 0.0 for each in cell.entrants if each.name in beats}
    low, high = min(points.values()), max(points.values())
    rows = list(labelled(cell.joint))
    wide = max(len(label) for label, _ in rows)
    for label, bots in rows:
        ends = [round((BAR - 1) * (points[bot] - low) / ((high - low) or 1.0)) for bot in bots]
        bar = (" " * min(ends) + "█" * (max(ends) - min(ends) + 1)).ljust(BAR)
        start = f"{INDENT}{label.ljust(wide)}  {bar}  "
        yield start + _fitting(list(map(printable, bots)), WIDTH - len(start))


def _fitting(names: Sequence[str], room: int) -> str:
    """As many names as fit, and the number of the others."""
    for shown in range(len(names), 1, -1):
        rest = f" +{len(names) - shown}" if shown < len(names) else ""
        if len(text := ", ".join(names[:shown]) + rest) <= room:
            return text
    return names[0] + (f" +{len(names) - 1}" if len(names) > 1 else "")
