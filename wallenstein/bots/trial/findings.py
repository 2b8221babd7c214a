"""The findings of a bot's trial games, one for each custom."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.bots.trial.process import METHODS, TrialGame, moment
from wallenstein.bots.trial.start import TrialOutcome
from wallenstein.bots.trial.traces import MANNERED, SILENT
from wallenstein.core.words import counted, either
from wallenstein.table.conditions import Limits
from wallenstein.table.faults import FaultKind

IN_TIME: Final = "in time"
# the faults against each custom, and the text if there are none
CUSTOMS: Final = {
    "sound": ((FaultKind.CRASH,), "it raised no exception"),
    "legal": ((FaultKind.ILLEGAL,), "every choice was legal"),
    IN_TIME: ((FaultKind.TIMEOUT,), ""),  # which depends on the limits
    "modest": ((FaultKind.MEMORY,), "it kept the memory limit"),
}
# what else it must not do, and the text if it did not
LEFT_ALONE: Final = {
    METHODS: "no method looks like a misspelt one of the base class",
    SILENT: "it printed nothing",
    MANNERED: "it left the working directory, the environment and other processes alone",
    "view": "it changed nothing that it was given",
    "random": "it did not use the global random generators",
}


class Finding(NamedTuple):
    """One result of the check: whether it passed, its name, and a sentence."""

    ok: bool
    custom: str
    text: str

    def __str__(self) -> str:
        return f"{'ok' if self.ok else 'FAULT':5}  {self.custom:12}  {self.text}"


def judge(
    games: Sequence[TrialGame],
    first: TrialOutcome,
    second: TrialOutcome,
    limits: Limits,
    variants: str,
    by_clock: bool = False,
) -> Iterator[Finding]:
    """The findings of two trials: one that played all games twice, and one under another hash seed.

    Games of a bot that thinks by the clock are not compared.
    """
    if first.lost:
        yield Finding(False, "alive", first.lost + last_line(first.printed))
        return
    games = games[: len(first.results["games"])]  # a bot that is too slow does not play them all
    played, offences = first.results["games"], first.results["offences"]
    yield Finding(True, "alive", games_played(games, first.results, variants))
    for custom, (broken_by, praise) in CUSTOMS.items():
        yield first_fault(custom, broken_by, praise or within(limits), games, played)
    for custom, praise in LEFT_ALONE.items():
        printed = last_line(first.printed) if custom == SILENT and custom in offences else ""
        yield Finding(custom not in offences, custom, offences.get(custom, praise) + printed)
    if by_clock:
        yield Finding(True, "reproducible", "not expected: it thinks by the clock")
    else:
        yield from _reproducible(games, first, second)


def within(limits: Limits) -> str:
    """The time limits, as text."""
    own = [f"{kind}s within {seconds:g} seconds" for kind, seconds in limits.by_kind.items()]
    return ", ".join([*own, f"{'other ' if own else ''}choices within {limits.choose:g}"])


def games_played(games: Sequence[TrialGame], results: Mapping[str, Any], variants: str) -> str:
    asked = results["seconds"]
    kinds = ", ".join(f"{len(asked[kind])} {kind}" for kind in sorted(asked))
    never = ", ".join(kind for kind in results["kinds"] if kind not in asked)
    sizes = sorted({game.players for game in games})
    return (
        f"{counted(len(games), 'game')} of {either(sizes)} players{variants and ', '}{variants}; "
        f"asked for {kinds or 'nothing'}" + (f"; never asked for {never}" if never else "")
    )


def first_fault(
    custom: str, broken_by: Sequence[FaultKind], praise: str, games: Sequence[TrialGame], played: Sequence[Any]
) -> Finding:
    """The first fault of these kinds, and how many there are."""
    found = [
        (game, *fault)
        for game, one in zip(games, played, strict=True)
        for fault in one["faults"]
        if fault[1] in broken_by
    ]
    if not found:
        return Finding(True, custom, praise)
    game, seat, _, decision, text = found[0]
    more = f" (and {len(found) - 1} more like it)" if len(found) > 1 else ""
    said, _, calls = text.partition("\n")
    if calls:
        said += f" ({calls.splitlines()[-1].strip()})"
    return Finding(False, custom, f"{moment(seat, decision, game)}: {said}{more}")


def _reproducible(games: Sequence[TrialGame], first: TrialOutcome, second: TrialOutcome) -> Iterator[Finding]:
    played, again = first.results["games"], first.results["again"]
    if not again:
        return  # its answers depend on the clock, which already is a fault
    for game, one, other in zip(games, played, again, strict=True):
        if one["digest"] != other["digest"]:
            yield Finding(
                False,
                "reproducible",
                f"{game} came out differently when it was played again: it uses randomness other than self.rng, "
                "or keeps something from game to game",
            )
            return
    yield Finding(True, "reproducible", "every game came out the same when it was played again")
    if second.lost:
        yield Finding(False, "hash seed", f"under another PYTHONHASHSEED, {second.lost}")
        return
    for game, one, other in zip(games, played, second.results["games"], strict=True):
        if one["digest"] != other["digest"]:
            yield Finding(
                False,
                "hash seed",
                f"{game} came out differently under another PYTHONHASHSEED: it depends on the order of a set "
                "or on hash(); sort what it iterates over",
            )
            return
    yield Finding(True, "hash seed", "every game came out the same under another PYTHONHASHSEED")


def last_line(printed: str) -> str:
    """The last line that was printed, if there is one."""
    lines = [line for line in printed.splitlines() if line.strip()]
    return f"; it printed {lines[-1][:100]!r}" if lines else ""
