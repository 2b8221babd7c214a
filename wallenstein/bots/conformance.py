"""Checks that a bot conforms: legal choices, reproducible games, no side effects. For the tests of bot authors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.check.commands import try_command
from wallenstein.bots.check.findings import CheckResult, TrialOutcome, judge, run
from wallenstein.bots.check.process import TrialGame, TrialTask, limits_of
from wallenstein.bots.description import option_texts
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, check_plays, command_entrant, entrant, entrant_of
from wallenstein.bots.scaffold import command_of
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.games import DEFAULT, GAMES, find_game

ROUNDS: Final = 3  # seeds for each number of players and variant of the rules
SECONDS: Final = 60.0  # for all games of one process


class Timing(NamedTuple):
    """The time of decisions of one kind, in seconds."""

    kind: str
    asked: int
    mean: float
    longest: float


@dataclass(frozen=True)
class Conformance:
    bot: str
    findings: tuple[CheckResult, ...]
    timings: tuple[Timing, ...]

    @property
    def ok(self) -> bool:
        return all(finding.ok for finding in self.findings)

    @property
    def faults(self) -> tuple[CheckResult, ...]:
        return tuple(finding for finding in self.findings if not finding.ok)

    def __str__(self) -> str:
        return "\n".join(str(finding) for finding in self.findings)


def check(
    bot: str | type[BaseBot] | Sequence[str],
    values: Mapping[str, object] | None = None,
    *,
    catalogue: Catalogue | None = None,
    rules: Mapping[str, object] | None = None,
    rounds: int = ROUNDS,
    seconds: float = SECONDS,
    say: Callable[[str], None] = lambda sentence: None,
) -> Conformance:
    """Plays a bot, given by name, class or command, in games of all sizes and set-ups, and reports its findings.

    `values` are its options, and `rules` the keys of a configuration's section [game], with a `name` for a game other
    than Wallenstein. `rounds` is the number of seeds, and `seconds` the limit for each of the two processes that play.
    If it takes long, `say` reports the open question from time to time.
    """
    values, rules = values or {}, rules or {}
    words = command_of(bot)
    if words:
        command = command_entrant(words[-1], words, (), str(Path.cwd()), values)
        game = find_game(str(rules.get("name", DEFAULT)))
        game.rules(rules, Path.cwd())  # whether there are such rules
        results, taken = try_command(command, game, rules, trial_games(game, rounds), seconds, say)
        return Conformance(" ".join(words), tuple(results), _timings(taken))
    assert isinstance(bot, str | type)
    tested = entrant(bot, values, catalogue) if isinstance(bot, str) else entrant_of(bot, values)
    if not tested.place:
        raise ConfigError(f"{tested.name} cannot be checked: it must be defined at the top level of a file")
    name = str(rules.get("name", tested.plays or DEFAULT))
    check_plays(tested, name)
    game = find_game(name)
    game.rules(rules, Path.cwd())  # and whether there are such rules
    games = trial_games(game, rounds)
    tried = TrialTask(tested.place, values, GAMES[name].place, rules, tuple(games))
    first = run(tried, 0, seconds, say)
    if "error" in first.results:
        raise ConfigError(first.results["error"])
    second = TrialOutcome({}, "", "")
    if first.results and first.results["again"]:  # otherwise the clock decides its answers
        second = run(tried.of_one_seed(), 1, seconds, say)
    findings = [_options(tested), *judge(games, first, second, limits_of(game), game.all_variants, tested.by_clock)]
    return Conformance(tested.name, tuple(findings), _timings(first.results.get("seconds", {})))


def assert_conforms(
    bot: str | type[BaseBot] | Sequence[str], values: Mapping[str, object] | None = None, **keywords: Any
) -> None:
    """Raises an AssertionError that lists the faults that `check` finds."""
    report = check(bot, values, **keywords)
    assert report.ok, "\n".join([f"{report.bot} does not conform:", *map(str, report.faults)])


def trial_games(game: Game, rounds: int) -> list[TrialGame]:
    return [
        TrialGame(number, players, seed, " and ".join(filter(None, (variant.text, f"seed {seed}"))))
        for seed in range(1, rounds + 1)
        for number, variant in enumerate(game.variants)
        for players in game.seats
    ]


def _options(tested: Entrant) -> CheckResult:
    known = tested.about.options if tested.about else option_texts(tested.known) if tested.known else ()
    texts = [
        f"{one.name} ({one.allowed}{'' if one.default is None else f'; {one.default} by default'})" for one in known
    ]
    return CheckResult(True, "options", ", ".join(texts) or "it has none")


def _timings(seconds: Mapping[str, list[float]]) -> tuple[Timing, ...]:
    return tuple(
        Timing(kind, len(spent), sum(spent) / len(spent), max(spent)) for kind, spent in sorted(seconds.items())
    )
