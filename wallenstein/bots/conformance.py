"""Checks that a bot conforms: legal choices, reproducible games, no side effects. For the tests of bot authors."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.check import findings
from wallenstein.bots.check.findings import CheckResult, TrialOutcome, judge, run
from wallenstein.bots.check.process import MAX_FAULTS, MEMORY, Sparring, TrialGame, TrialTask, limits_of
from wallenstein.bots.description import option_texts
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, check_plays, command_entrant, entrant, entrant_of
from wallenstein.bots.scaffold import command_of
from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.games import DEFAULT, GAMES, find_game
from wallenstein.table.answers import Answer, Losses, SeatBot, SeatLost
from wallenstein.table.conditions import Conditions
from wallenstein.table.faults import Fault, FaultKind
from wallenstein.table.inside import InsideBot
from wallenstein.table.played_game import OngoingGame, bot_seeds
from wallenstein.table.processes.channel import Closed
from wallenstein.table.processes.commands import Command, CommandBot
from wallenstein.table.processes.keeper_line import KeeperLine, own_keeper

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
    second = TrialOutcome({}, "", "")
    if first.results.get("again"):  # otherwise the clock decides its answers
        second = run(tried.of_one_seed(), 1, seconds, say)
    for outcome in (first, second):
        if "error" in outcome.results:
            raise ConfigError(outcome.results["error"])
    found = judge(games, first, second, limits_of(game), game.all_variants, tested.by_clock)
    return Conformance(tested.name, (_options(tested), *found), _timings(first.results.get("seconds", {})))


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


# Tries a bot that is a command: it plays in processes of its own, as in a tournament.

SILENCE: Final = 4.0  # seconds between two messages about the progress


class Timed(CommandBot):
    """Notes how long each decision takes."""

    seconds: dict[str, list[float]]

    def decide(self, state: object, decision: Any) -> Answer:
        answer = super().decide(state, decision)
        self.seconds.setdefault(decision.kind, []).append(answer.seconds)
        return answer


class TooSlow(Exception):
    """A process has been stopped at a limit; those of the other seats would only take as long again."""


def stop_if_slow(game: OngoingGame, seat: int, kind: FaultKind, text: str) -> None:
    if kind.measured:
        game.faults.append(Fault(seat, kind, game.number, text))
        raise TooSlow


class CommandTrial:
    """All games of a command."""

    def __init__(self, tested: Entrant, game: Game, rules: Mapping[str, object], keeper: KeeperLine) -> None:
        self.command: Final = Command(tested.command, tested.folder, tested.options)
        self.game: Final = game
        self.rules: Final = rules
        self.limits = limits_of(game)
        self.keeper: Final = keeper
        self.seconds: dict[str, list[float]] = {}
        self.kinds: list[str] = []
        self.name = ""  # given by the command
        self.slow = False  # a process was stopped at a limit

    def play(self, trial: TrialGame) -> JsonObject:
        """One game, with the bot in every other seat; it is played again after the loss of a process."""
        rules = self.game.rules({**self.rules, **self.game.variants[trial.variant].options}, Path.cwd())
        losses = Losses()
        while True:
            state = self.game.new_game(rules, trial.players, trial.seed)
            self.kinds = sorted(self.game.kinds_of(state))
            conditions = Conditions(self.limits, MAX_FAULTS)
            ongoing = OngoingGame(self.game, state, trial.seed, conditions, losses.rescues, stop_if_slow)
            seeds = bot_seeds(trial.seed, [""] * trial.players)
            bots = [self.bot(seat, own, state, conditions) for seat, own in enumerate(seeds)]
            try:
                played = ongoing.play(bots, rules)
                digest = blake2b(repr(played.decisions).encode(), digest_size=16).hexdigest()
                return {"digest": digest, "faults": played.faults}
            except SeatLost as lost:
                losses.add(lost, ongoing.number)
            except TooSlow:
                self.slow = True
                return {"digest": "", "faults": ongoing.faults}
            finally:
                for bot in bots:
                    bot.close()
                    if isinstance(bot, CommandBot):
                        self.name = bot.json.name or self.name
                self.keeper.clear()

    def bot(self, seat: int, own: int, state: Any, conditions: Conditions) -> SeatBot:
        if seat % 2:
            return InsideBot(self.game, Sparring, self.game.shared(state.view(0)), own, conditions)
        bot = Timed(self.keeper, self.game, self.command, seat, own, self.limits, MEMORY)
        bot.seconds = self.seconds
        return bot


def try_command(
    tested: Entrant,
    game: Game,
    rules: Mapping[str, object],
    games: Sequence[TrialGame],
    seconds: float,
    say: Callable[[str], None],
) -> tuple[list[findings.CheckResult], dict[str, list[float]]]:
    """The findings, and the seconds of all decisions by kind. `seconds` is the limit for playing all games once."""
    with own_keeper() as keeper:
        trial = CommandTrial(tested, game, rules, keeper)
        played = list(in_turn(trial, games, seconds, say))
        taken = {kind: list(spent) for kind, spent in trial.seconds.items()}
        again = [] if trial.slow else list(in_turn(trial, games[: len(played)][::-1], seconds, say))[::-1]
        with suppress(Closed):
            said = keeper.take_output().decode("utf-8", "replace")
    if len(played) < len(games) and not trial.slow:
        why = f"only {len(played)} of {len(games)} games were played before the time was up"
        return [findings.CheckResult(False, "alive", why)], taken
    games = games[: len(played)]  # a slow bot does not play them all
    lived = findings.games_played(games, {"seconds": taken, "kinds": trial.kinds}, game.all_variants)
    spoke = f'it spoke the protocol as "{trial.name}"' if trial.name else "it spoke the protocol"
    judged = (
        ("alive", (FaultKind.DIED,), lived),
        ("protocol", (FaultKind.GARBLED,), spoke),
        ("legal", (FaultKind.ILLEGAL,), "every answer was a legal choice"),
        (findings.IN_TIME, (FaultKind.STALLED, FaultKind.TIMEOUT), findings.within(trial.limits)),
    )
    found = [findings.first_fault(custom, kinds, praise, games, played) for custom, kinds, praise in judged]
    wrote = "to standard error, which goes to the log" if said.strip() else "nothing to standard error"
    found.append(findings.CheckResult(True, "silent", f"it wrote {wrote}{findings.last_line(said)}"))
    if again:  # otherwise the clock decides its answers, which already is a fault
        when, why = "when it was played again in another order", "it uses randomness that does not come from the seed"
        found.append(findings.compare_games("reproducible", when, why, games, played, again))
    return found, taken


def in_turn(
    trial: CommandTrial, games: Sequence[TrialGame], seconds: float, say: Callable[[str], None]
) -> Iterator[JsonObject]:
    """Plays games until the time is up, or one takes too long."""
    begun = said = monotonic()
    for number, game in enumerate(games):
        if trial.slow or monotonic() > begun + seconds:
            return
        if monotonic() > said + SILENCE:
            said = monotonic()
            say(f"{game}, the {number + 1}. of {len(games)}; the check gives up after {seconds:g} seconds")
        yield trial.play(game)
