"""Differences as text: between the cells of a run, and between a bot and the winners of the same games."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from wallenstein.bots.files import REFERENCE
from wallenstein.core.reports import PERCENT, not_recorded
from wallenstein.core.text import counted, printable
from wallenstein.report.plain import aligned, wrapped
from wallenstein.report.standings import starred
from wallenstein.tourney.figures.differences import Comparison, GameExample, MeasureLine, Reasons, TraitLine
from wallenstein.tourney.figures.two_runs import BotChange, TwoRuns

MEASURE_WIDTH: Final = 36  # of a measure, so that all fits a terminal of 80 columns


def comparison_text(comparison: Comparison) -> str:
    lines = [f"{comparison.name}: the same seeds in every cell, compared block by block"]
    for place, cell in enumerate(comparison.cells):
        rows = [row for line in comparison.lines for row in _rows(line, place)]
        blocks = max((line.differences[place].blocks for line in comparison.lines), default=0)
        heads = ("", "there", "more here", f"95 %, {blocks:,} blocks", "")
        lines += ["", cell, f"against {comparison.base}", *aligned([heads, *rows])]
    compared = sum(each.p is not None for line in comparison.lines for each in line.differences)
    # of many intervals some exclude 0 by chance, so fewer get a star
    lines += ["", f"{_beyond(compared)};", "  differences of shares are in percentage points"]
    return "\n".join(lines)


def _beyond(compared: int) -> str:
    return "* differs beyond chance" + (f", corrected for {compared:,} comparisons (Holm)" if compared > 1 else "")


def _rows(line: MeasureLine, place: int) -> Iterator[tuple[str, ...]]:
    first, *rest = wrap(line.text, MEASURE_WIDTH, subsequent_indent="  ")
    yield first, _measured(line.base, line.share), *starred(line.differences[place], line.share)
    for words in rest:
        yield words, "", "", "", ""


def _measured(value: float | None, share: bool) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f} %" if share else f"{value:.2f}"


def runs_text(found: TwoRuns, program: str) -> str:
    """A sentence for each bot that has changed, then a table of all; `program` is how commands begin."""
    both = f"{counted(found.games, 'game')} with the same seeds, tables and seats"
    of = "" if found.of_games == (found.games, found.games) else " (of {:,} and {:,})".format(*found.of_games)
    other = "{:,} and {:,} games, not paired".format(*found.of_games)
    lines = [*wrapped([f"{found.after} beside {found.before}: {both + of if found.paired else other}"])]
    if found.other_rules:
        lines.append("The rules differ, too.")
    lines += ["", *wrapped(change_sentences(found, program)), ""]
    heads = ("bot", "games", "before", "now", "more", "95 %", "", "points", "95 %", "")
    rows = [
        (
            printable(bot.name) + ("" if bot.changed else " ="),
            f"{bot.games:,}",
            *(_measured(wins, True) for wins in (bot.before, bot.after)),
            *starred(bot.wins, True),
            *starred(bot.score, False),
        )
        for bot in found.bots
    ]
    lines += [*aligned([heads, *rows]), ""]
    compared = sum(bot.wins.p is not None for bot in found.bots)
    lines += wrapped([f"before, now, more: wins; = unchanged; {_beyond(compared)}"])
    return "\n".join(lines)


def change_sentences(found: TwoRuns, program: str) -> Iterator[str]:
    """Whether each changed bot is better now, and where it gained most; how alike the games are."""
    for bot in found.bots:
        if bot.changed:
            yield _change(bot, found)
            if bot.gained is not None:
                yield f"  It gained most in game {bot.gained:,}: {program} replay {found.after} {bot.gained}"
    if not any(bot.changed for bot in found.bots):
        yield "No bot has changed."
    if found.paired:
        some = f"{found.otherwise:,} of {counted(found.games, 'game')}"
        yield f"{some} ended with another ranking, {found.alike:,} are the same in full."
    else:
        secret = ": a secret seed is drawn anew for each run" if found.secret else ""
        yield f"No game has the same seed and seats in both runs{secret}."
        yield "With a fixed seed, such as seed = 1, two versions play the same games, and smaller differences show."


def _change(bot: BotChange, found: TwoRuns) -> str:
    """Such as `weaver now wins 10.8 % instead of 6.5 %: +4.3 (+1.1 to +7.5), 600 games each on the same seeds`."""
    gain, interval, _ = starred(bot.wins, True)
    points, between, _ = starred(bot.score, False)
    now, before = _measured(bot.after, True), _measured(bot.before, True)
    seeds = "on the same seeds" if found.paired else "on other seeds"
    if interval == "-":
        return f"{printable(bot.name)} wins {now}, before {before}, {seeds}; one block cannot show a difference."
    told = f"{printable(bot.name)} now wins {now} instead of {before}: {gain} ({interval})"
    if not bot.wins.differs:
        told = f"{printable(bot.name)} wins {now}, before {before}: {gain} ({interval}), no difference shown"
    beyond = ", beyond chance" if bot.score.differs else ""
    return f"{told}; {points} points ({between}{beyond}); {counted(bot.games, 'game')} each {seeds}."


MOST_LINES: Final = 12  # of the table
MOST_SENTENCES: Final = 6
OF_A_GROUP: Final = 2
SOURCES: Final = 4  # of points
SYMPTOMS: Final = ("points", "held", "hunger")  # groups
GIVEN: Final = ("start",)  # group of what a bot does not choose
TRAIT_WIDTH: Final = 32  # of a trait, so that the table fits a terminal of 80 columns


def why_text(found: Reasons, program: str, most: int | None = MOST_LINES) -> str:
    """The sentences, and a table of the first `most` lines, or of all; `program` is how commands begin."""
    others = printable(found.against) if found.against else "winners"
    lines = [f"{found.name}: {printable(found.bot)} against {others}", ""]
    for said, example in sentences(found):
        lines += wrapped([f"{said}:" if example else said])
        if example:
            at = f" --at part={example.part}" if example.part else ""
            lines.append(f"    {program} replay {found.folder} {example.number}{at}")
    if found.games:
        lines += ["", *_table(causes_first(found.lines[:most]), found.bot, others), ""]
        lines += wrapped(_notes(found, most))
    return "\n".join(lines)


def bot_to_explain(bots: Sequence[str]) -> str | None:
    """The best of the user's own bots that did not win, otherwise the second, if any; `bots` are in order."""
    packaged = {Path(file).stem.removesuffix("_bot") for file in REFERENCE}
    return next((name for name in bots[1:] if name not in packaged), bots[1] if len(bots) > 1 else None)


def causes_first(lines: Sequence[TraitLine]) -> list[TraitLine]:
    """Plans of a bot stand before their consequences, and below the result."""
    return sorted(lines, key=lambda line: (line.group != "result", line.group in SYMPTOMS))


def sentences(found: Reasons) -> Iterator[tuple[str, GameExample | None]]:
    """The games compared, and the differences that matter most, each with the game where it is largest."""
    bot = printable(found.bot)
    games = counted(found.of_games, "game")
    if not found.games:
        never = f"met {printable(found.against)}" if found.against else "lost"
        yield f"{bot} has played {games} and never {never}; there is nothing to compare.", None
        return
    if found.against:
        yield f"In the {counted(found.games, 'game')} in which both played, {bot} did this:", None
    else:
        yield f"{bot} did not win {found.games:,} of its {games}. In them, compared with the winners:", None
    beyond = [line for line in found.lines if line.differs]
    for line in causes_first(list(_most_telling(beyond))):
        yield f"- {_sentence(line)}", None
        example = line.example
        if line.group not in SYMPTOMS and line.group not in GIVEN and example is not None:
            own, theirs = (_measured(side, line.unit == PERCENT) for side in (example.bot, example.others))
            moment = f"; best seen in {example.moment}" if example.moment else ""
            yield f"  Most in game {example.number} ({own}, {theirs}){moment}", example
        if line.group == "result":
            yield from ((said, None) for said in _sources(beyond))
    if not beyond:
        yield "- No difference is shown beyond chance; more games would show smaller ones.", None


def _most_telling(lines: Sequence[TraitLine]) -> Iterator[TraitLine]:
    """The largest differences: points by source, and only the first of each other group."""
    shown = Counter[str]({"points": OF_A_GROUP})
    for line in lines:
        if shown[line.group] < OF_A_GROUP and shown.total() < MOST_SENTENCES + OF_A_GROUP:
            shown[line.group] += 1
            yield line


def _sources(lines: Sequence[TraitLine]) -> Iterator[str]:
    points = sorted((line for line in lines if line.group == "points"), key=lambda line: -abs(line.difference.known))
    if points:
        said = (f"{line.difference.known:+.2f} {line.text}" for line in points[:SOURCES])
        yield f"  Of these points: {'; '.join(said)}"


def _sentence(line: TraitLine) -> str:
    which = "more" if line.difference.known > 0 else "fewer"
    own, theirs = (_measured(side, line.unit == PERCENT) for side in (line.bot, line.others))
    group = "" if line.group == "result" else f"{line.group}: "
    low, high = sorted(abs(end or 0.0) for end in (line.difference.low, line.difference.high))
    if line.unit == PERCENT:
        return f"{group}{line.text}: {own} instead of {theirs} ({100 * low:.1f} to {100 * high:.1f} points {which})"
    size = _measured(abs(line.difference.known), line.unit == PERCENT)
    return f"{group}{line.text}: {own} instead of {theirs}, {size} {which} ({low:.2f} to {high:.2f})"


def _table(lines: Sequence[TraitLine], bot: str, others: str) -> Iterator[str]:
    rows: list[tuple[str, ...]] = []
    for line in lines:
        text = line.text if line.group == "result" else f"{line.group}: {line.text}"
        first, *rest = wrap(text, TRAIT_WIDTH, subsequent_indent="  ")
        own, theirs = (_measured(side, line.unit == PERCENT) for side in (line.bot, line.others))
        rows.append((first, own, theirs, *starred(line, line.unit == PERCENT)))
        rows += [(words, "", "", "", "", "") for words in rest]
    yield from aligned([("", printable(bot), others, "more", "95 %", ""), *rows])


def _notes(found: Reasons, most: int | None) -> Iterator[str]:
    """The meaning of the stars and of the order."""
    lines = len(found.lines)
    if most is not None and lines > most:
        yield f"These are the {most} that differ most; --all shows {lines - most} more."
    compared = sum(line.p is not None for line in found.lines)
    together = f"stars and intervals hold for all {compared} lines together (Bonferroni)"
    yield (
        f"* differs beyond chance; {together if compared else 'one block has no intervals'}. Those with the largest "
        "difference, relative to its spread over all seats, are shown, causes first. Differences of shares are in "
        "percentage points."
    )
    for table, what in found.missing.items():
        yield not_recorded(table, what)
    if not found.against:
        yield "In games that it did not win, others were lucky, too: --against BOT compares all games."
