"""The first fault of each kind for each bot of a run, as plain text."""

from collections.abc import Iterator, Mapping, Sequence

from wallenstein.record.dataset import Run

Counts = Mapping[str, Mapping[str, int]]  # the number of faults of each kind, by bot


def faults_text(runs: Sequence[Run], counts: Counts) -> str:
    """A line for each; empty if there were none."""
    lines = [line for run in runs for line in _lines(run, counts)]
    return "\n".join(["the first fault of each kind; the table faults has all", *lines]) if lines else ""


def _lines(run: Run, counts: Counts) -> Iterator[str]:
    wanted = {(bot, kind) for bot, kinds in counts.items() for kind in kinds}
    for segment in run.segments:
        if not wanted:
            return  # stop reading as soon as all are found
        seats = None
        for fault in run.rows_of([segment], "faults").to_pylist():
            if seats is None:
                rows = run.rows_of([segment], "seats", ["game", "seat", "bot"]).to_pylist()
                seats = {(row["game"], row["seat"]): row["bot"] for row in rows}
            bot, kind = seats[fault["game"], fault["seat"]], fault["kind"]
            if (bot, kind) in wanted:
                wanted.remove((bot, kind))
                yield f"{bot}, {kind} in game {fault['game']} of {run.folder}, {_when(fault['decision'])}"
                yield f"  {_what(fault['text'])}"


def _when(decision: int) -> str:
    if decision < 0:
        return "before the first question"
    return f"after {decision} decision" + ("s" if decision != 1 else "")


def _what(text: str) -> str:
    """The error's sentence, and the innermost of the calls that led to it."""
    said, _, calls = text.partition("\n")
    return f"{said} ({calls.splitlines()[-1].strip()})" if calls else said
