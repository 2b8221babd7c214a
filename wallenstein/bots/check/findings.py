"""Starts a bot's trial games in isolated processes, and makes findings of them, one for each custom."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BaseModel, Field, FiniteFloat, ValidationError

from wallenstein.bots.check.process import DEAF, MANNERED, METHODS, SILENT, TrialGame, TrialTask, moment
from wallenstein.bots.description import to_json
from wallenstein.bots.isolated.ask import hangs_at, is_error
from wallenstein.bots.isolated.jobs import run_isolated
from wallenstein.core.documents import JsonObject
from wallenstein.core.text import counted, either, printable
from wallenstein.table.conditions import Limits
from wallenstein.table.faults import Fault, FaultKind, exit_text

MODULE: Final = "wallenstein.bots.check.process"
LONGEST: Final = 1 << 24  # bytes of results
KEPT_OUTPUT: Final = 100_000  # bytes
LONGEST_QUESTION: Final = 200  # characters of the place of the open question
NOT_YET: Final = "before the first game"


class Played(BaseModel):
    digest: str
    faults: list[Fault]


class Results(BaseModel):  # their shape: a bot may send others
    games: Annotated[list[Played], Field(min_length=1)]
    again: list[Played]
    kinds: list[str]
    offences: dict[str, str]
    seconds: dict[str, Annotated[list[FiniteFloat], Field(min_length=1)]]


class TrialOutcome(NamedTuple):
    """The outcome of a trial: its results, or how it failed."""

    results: JsonObject
    lost: str
    printed: str
    custom: str = "alive"  # that the failure is against


def run(tried: TrialTask, hash_seed: int, seconds: float, say: Callable[[str], None]) -> TrialOutcome:
    """Runs one trial under a hash seed, with a limit in seconds; `say` reports progress if it takes long."""
    with TemporaryDirectory(prefix="wallenstein-") as folder:
        tried = tried._replace(folder=folder)

        def open_question() -> str:
            return printable(_beginning(tried.file("progress")).strip(), LONGEST_QUESTION)

        def still() -> None:
            say(f"{open_question() or NOT_YET}; the check gives up after {seconds:g} seconds in total")

        outcomes = run_isolated(MODULE, [to_json(tried)], seconds, LONGEST, hash_seed, still)
        printed = _beginning(tried.file("output"))
        if not outcomes:
            return TrialOutcome({}, "the process that tries bots was ended", printed)
        (outcome,) = outcomes
        found = outcome.document
        with suppress(ValidationError):
            found = found if is_error(found) else Results.model_validate(found).model_dump()
            if len(found.get("games", ())) <= len(tried.games):
                return TrialOutcome(found, "", printed)
        asked, deaf = open_question(), outcome.failure.endswith(exit_text(DEAF))
        how = "it ignored the interruption when its time was up" if deaf else outcome.how
        if outcome.late:
            how = f"it was not finished within {seconds:g} seconds, and was stopped"
        line = hangs_at(outcome.output)
        lost = f"{how}{line and ', at '}{line}{': ' if asked else ', '}{asked or NOT_YET}"
        return TrialOutcome({}, lost, printed, IN_TIME if asked and (outcome.late or deaf) else "alive")


def _beginning(output: Path) -> str:
    if not output.exists():
        return ""
    with output.open("rb") as file:
        return file.read(KEPT_OUTPUT).decode("utf-8", "replace")


IN_TIME: Final = "in time"
TIMES: Final = {2: "twice", 3: "three times"}
# the faults against each custom, and its text without faults
CUSTOMS: Final = {
    "sound": ((FaultKind.CRASH,), "it raised no exception"),
    "legal": ((FaultKind.ILLEGAL,), "every choice was legal"),
    IN_TIME: ((FaultKind.TIMEOUT,), ""),  # which depends on the limits
    "modest": ((FaultKind.MEMORY,), "it kept the memory limit"),
}
# other customs, and their texts without findings
LEFT_ALONE: Final = {
    METHODS: "no method looks like a misspelt one of the base class",
    SILENT: "it printed nothing",
    MANNERED: "it left the working directory, the environment and other processes alone",
    "view": "it did not change its views and options",
    "random": "it did not use the global random generators",
}


class CheckResult(NamedTuple):
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
) -> Iterator[CheckResult]:
    """The findings of two trials: one that played all games, some of them twice, and one under another hash seed.

    Games of a bot that thinks by the clock are not compared.
    """
    if first.lost:
        yield CheckResult(False, first.custom, first.lost + last_line(first.printed))
        return
    games = games[: len(first.results["games"])]  # a slow bot does not play them all
    played, offences = first.results["games"], first.results["offences"]
    yield CheckResult(True, "alive", games_played(games, first.results, variants))
    for custom, (broken_by, praise) in CUSTOMS.items():
        yield first_fault(custom, broken_by, praise or within(limits), games, played)
    for custom, praise in LEFT_ALONE.items():
        printed = last_line(first.printed) if custom == SILENT and custom in offences else ""
        yield CheckResult(custom not in offences, custom, offences.get(custom, praise) + printed)
    if by_clock:
        yield CheckResult(True, "reproducible", "not expected: it thinks by the clock")
    else:
        yield from _reproducible(games, first, second)


def within(limits: Limits) -> str:
    own = [f"{kind}s within {seconds:g} seconds" for kind, seconds in limits.by_kind.items()]
    return ", ".join([*own, f"{'other ' if own else ''}choices within {limits.choose:g}"])


def games_played(games: Sequence[TrialGame], results: Mapping[str, Any], variants: str) -> str:
    asked = results["seconds"]
    kinds = ", ".join(f"{len(asked[kind])} {kind}" for kind in sorted(asked))
    never = ", ".join(kind for kind in results["kinds"] if kind not in asked)
    sizes = sorted({game.players for game in games})
    variants = variants if len({game.variant for game in games}) > 1 else ""
    return (
        f"{counted(len(games), 'game')} of {either(sizes)} players{variants and ', '}{variants}; "
        f"asked for {kinds or 'nothing'}" + (f"; never asked for {never}" if never else "")
    )


def first_fault(
    custom: str, broken_by: Sequence[FaultKind], praise: str, games: Sequence[TrialGame], played: Sequence[Any]
) -> CheckResult:
    found = [
        (game, *fault)
        for game, one in zip(games, played, strict=True)
        for fault in one["faults"]
        if fault[1] in broken_by
    ]
    if not found:
        return CheckResult(True, custom, praise)
    game, seat, kind, decision, text = found[0]
    said, _, calls = text.partition("\n")
    lines = [line.strip() for line in calls.splitlines()]
    own = [line for line in lines if not line.startswith("<")]  # `<string>` is text that it executes
    place, _, function = (own or lines or [""])[-1].partition(" in ")
    if kind == FaultKind.TIMEOUT and function:
        said = said.replace("interrupted after", f"{function} took more than")
    times = "; " if len(found) == 1 else f", {TIMES.get(len(found), f'{len(found)} times')}; first "
    return CheckResult(False, custom, f"{said}{place and f' ({place})'}{times}{moment(seat, decision, game)}")


def _reproducible(games: Sequence[TrialGame], first: TrialOutcome, second: TrialOutcome) -> Iterator[CheckResult]:
    played, again = first.results["games"], first.results["again"]
    if not again:
        return  # the clock decides its answers, which already is a fault
    why = "it uses randomness other than self.rng, or keeps something from game to game"
    result = compare_games("reproducible", "when it was played again", why, games, played, again)
    yield result
    if not result.ok:
        return
    if second.lost:
        yield CheckResult(False, "hash seed", f"under another PYTHONHASHSEED, {second.lost}")
        return
    why = "it depends on the order of a set or on hash(); sort what it iterates over"
    yield compare_games("hash seed", "under another PYTHONHASHSEED", why, games, played, second.results["games"])


def compare_games(
    custom: str, when: str, why: str, games: Sequence[TrialGame], played: Sequence[Any], again: Sequence[Any]
) -> CheckResult:
    """Whether two games were the same; `why`: a possible cause of a difference."""
    for game, one, other in zip(games, played, again, strict=False):
        if one["digest"] != other["digest"]:
            return CheckResult(False, custom, f"{game} came out differently {when}: {why}")
    which = "every game" if len(again) == len(games) else f"every game of seed {games[0].seed}"
    return CheckResult(True, custom, f"{which} came out the same {when}")


def last_line(printed: str) -> str:
    lines = [line for line in printed.splitlines() if line.strip()]
    return f"; it printed {lines[-1][:100]!r}" if lines else ""
