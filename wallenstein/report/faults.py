"""Faults of bots: the first of each kind as plain text, and a page for each bot's author."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.core.text import brief, counted, printable
from wallenstein.record.read import Run
from wallenstein.report.plain import INDENT, wrapped
from wallenstein.table.faults import FaultKind

Counts = Mapping[str, Mapping[str, int]]  # the number of faults of each kind, by bot
MOST_TOLD: Final = 12  # kinds of faults in a terminal
LONGEST_TOLD: Final = 400  # characters of an error there
MOST_GAMES: Final = 12  # games with pages because of faults
EXAMPLES: Final = 3  # of each kind for an author
STRANGE: Final = re.compile(r"[^\w.-]+")  # in the name of a file


class ReportedFault(NamedTuple):
    kind: str
    game: int
    decision: int
    text: str
    number: int = 0  # among the faults of its game


class BotFaults(NamedTuple):
    bot: str
    counts: Mapping[str, int]  # by kind
    examples: tuple[ReportedFault, ...]  # the first of each kind


def faults_text(runs: Sequence[Run], counts: Counts) -> str:
    """The number of faults of each kind by bot, and the first of each; empty if there were none."""
    found = [(run, bot, fault) for run in runs for bot, fault in examples(run, counts, 1)]
    found.sort(key=lambda each: each[2].kind == FaultKind.OUT)  # which only follows from the others
    if not found:
        return ""
    lines = ["faults, the first of each kind"]
    for run, bot, fault in found[:MOST_TOLD]:
        of_run = f" of {run.folder}" if len(runs) > 1 else ""
        number = counts[bot][fault.kind]
        often = f"{fault.kind} {'once' if number == 1 else f'{number:,} times'}"
        lines.append(f"{printable(bot)}: {often}, first in game {fault.game}{of_run}, {when(fault.decision)}")
        lines += wrapped([f"{INDENT}{_what(fault.text)}"])
    if rest := found[MOST_TOLD:]:
        others = ", ".join(dict.fromkeys(printable(bot) for _, bot, _ in rest))
        lines += wrapped([f"and {counted(len(rest), 'kind')} more, of {others}"])
    return "\n".join(lines)


def examples(run: Run, counts: Counts, most: int) -> Iterator[tuple[str, ReportedFault]]:
    """The first faults of each kind of each bot, at most `most`, in the order of the games."""
    wanted = {(bot, kind): min(number, most) for bot, kinds in counts.items() for kind, number in kinds.items()}
    for segment in run.segments:
        if not wanted:
            return  # no further reading once all are found
        if not segment.rows("faults"):
            continue
        seats = None
        before = Counter[int]()  # faults by game
        for row in run.rows_of([segment], "faults").to_pylist():
            if seats is None:
                rows = run.rows_of([segment], "seats", ["game", "seat", "bot"]).to_pylist()
                seats = {(seat["game"], seat["seat"]): seat["bot"] for seat in rows}
            key, number = (seats[row["game"], row["seat"]], row["kind"]), before[row["game"]]
            before[row["game"]] += 1
            if key in wanted:
                wanted[key] -= 1
                if not wanted[key]:
                    del wanted[key]
                yield key[0], ReportedFault(row["kind"], row["game"], row["decision"], row["text"], number)


def faults_of(run: Run, counts: Counts) -> tuple[BotFaults, ...]:
    found: dict[str, list[ReportedFault]] = {bot: [] for bot, kinds in counts.items() if kinds}
    for bot, fault in examples(run, counts, EXAMPLES):
        found[bot].append(fault)
    by_kind = {bot: sorted(faults, key=lambda fault: (fault.kind, fault.game)) for bot, faults in found.items()}
    return tuple(BotFaults(bot, counts[bot], tuple(faults)) for bot, faults in by_kind.items())


def group_faults(faults: Sequence[ReportedFault]) -> list[list[ReportedFault]]:
    alike: dict[tuple[str, str], list[ReportedFault]] = {}
    for fault in faults:
        alike.setdefault((fault.kind, fault.text), []).append(fault)
    return list(alike.values())


def heading(group: Sequence[ReportedFault]) -> str:
    """Such as `crash in game 3, after 2 decisions`."""
    games: dict[int, list[str]] = {}
    for fault in group:
        games.setdefault(fault.game, []).append(when(fault.decision))
    found = (f"in game {game}, {' and '.join(times)}" for game, times in games.items())
    return f"{group[0].kind} {'; '.join(found)}"


def write_fault_files(run: Run, counts: Counts, folder: Path) -> list[Path]:
    """Writes a Markdown file for each bot that had faults or did not load, to be handed to its author."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    texts = [(faults.bot, fault_page(run, faults)) for faults in faults_of(run, counts)]
    for bot, why in run.header.get("left_out", {}).items():
        texts.append((bot, "\n".join([f"# {_quoted(bot)} did not load", "", *_fenced(why), ""])))
    for bot, text in texts:
        stem = STRANGE.sub("_", bot.removesuffix(".py")).strip("._") or "bot"
        path = folder / f"{stem}.md"
        if path in written:
            path = folder / f"{stem}-{len(written)}.md"
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def fault_page(run: Run, faults: BotFaults) -> str:
    """The faults of one bot for its author, as Markdown that shows the bot's own text literally."""
    total = sum(faults.counts.values())
    lines = [f"# Faults of {_quoted(faults.bot)}", "", f"{counted(total, 'fault')} in {run.header['name']}:", ""]
    lines += [f"- {kind}: {number:,}" for kind, number in faults.counts.items()]
    for first, *more in group_faults(faults.examples):
        lines += ["", f"## {heading([first, *more])}", "", *_fenced(first.text)]
        lines += ["", f"Look at it: `wallenstein replay {run.folder.name} {first.game} --open`; the key f finds it."]
    return "\n".join([*lines, ""])


def _fenced(text: str) -> list[str]:
    """Text in a fence that it cannot close."""
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *(printable(line) for line in text.splitlines()), fence]


def _quoted(name: str) -> str:
    return f"`{printable(name).replace('`', '')}`"


def when(decision: int) -> str:
    return "before the first question" if decision < 0 else f"after {counted(decision, 'decision')}"


def _what(text: str) -> str:
    """The error's sentence, and the innermost call that led to it."""
    said, _, calls = text.partition("\n")
    said = brief(said, LONGEST_TOLD)
    return printable(f"{said} ({calls.splitlines()[-1].strip()})" if calls else said)
