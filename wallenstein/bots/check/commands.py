"""Tries a bot that is a command: it plays in processes of its own, as in a tournament."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any, Final

from wallenstein.bots.check import findings
from wallenstein.bots.check.process import MAX_FAULTS, MEMORY, Sparring, TrialGame, limits_of
from wallenstein.bots.entrants import Entrant
from wallenstein.core.documents import JsonObject
from wallenstein.core.game import Game
from wallenstein.table.answers import Answer, Losses, SeatBot, SeatLost
from wallenstein.table.conditions import Conditions
from wallenstein.table.faults import Fault, FaultKind
from wallenstein.table.inside import InsideBot
from wallenstein.table.played_game import OngoingGame, bot_seeds
from wallenstein.table.processes.channel import Closed
from wallenstein.table.processes.commands import Command, CommandBot
from wallenstein.table.processes.keeper_line import KeeperLine, own_keeper

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
                return {"digest": digest, "decisions": len(played.decisions), "faults": played.faults}
            except SeatLost as lost:
                losses.add(lost, ongoing.number)
            except TooSlow:
                return {"digest": "", "decisions": len(ongoing.decisions), "faults": ongoing.faults}
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
        first = list(in_turn(trial, games, seconds, say))
        taken = {kind: list(spent) for kind, spent in trial.seconds.items()}
        slow = any(fault.kind.measured for one in first for fault in one["faults"])
        again = [] if slow else list(in_turn(trial, games[: len(first)][::-1], seconds, say))[::-1]
        with suppress(Closed):
            said = keeper.take_output().decode("utf-8", "replace")
    results = {"games": first, "again": again, "kinds": trial.kinds, "seconds": taken}
    return list(judge_command(games, results, trial, said)), taken


def in_turn(
    trial: CommandTrial, games: Sequence[TrialGame], seconds: float, say: Callable[[str], None]
) -> Iterator[JsonObject]:
    """Plays games until the time is up, or one takes too long."""
    begun = said = monotonic()
    for number, game in enumerate(games):
        if monotonic() > begun + seconds:
            return
        if monotonic() > said + SILENCE:
            said = monotonic()
            say(f"{game}, the {number + 1}. of {len(games)}; the check gives up after {seconds:g} seconds")
        played = trial.play(game)
        yield played
        if any(fault.kind.measured for fault in played["faults"]):
            return


def judge_command(
    games: Sequence[TrialGame], results: Mapping[str, Any], trial: CommandTrial, said: str
) -> Iterator[findings.CheckResult]:
    played, again = results["games"], results["again"]
    slow = any(fault.kind.measured for one in played for fault in one["faults"])
    if len(played) < len(games) and not slow:
        yield findings.CheckResult(
            False, "alive", f"only {len(played)} of {len(games)} games were played before the time was up"
        )
        return
    games = games[: len(played)]  # a slow bot does not play them all
    lived = findings.games_played(games, results, trial.game.all_variants)
    name = f' as "{trial.name}"' if trial.name else ""
    spoke = f"it spoke the protocol{name}"
    late = (FaultKind.STALLED, FaultKind.TIMEOUT)
    yield findings.first_fault("alive", (FaultKind.DIED,), lived, games, played)
    yield findings.first_fault("protocol", (FaultKind.GARBLED,), spoke, games, played)
    yield findings.first_fault("legal", (FaultKind.ILLEGAL,), "every answer was a legal choice", games, played)
    yield findings.first_fault(findings.IN_TIME, late, findings.within(trial.limits), games, played)
    wrote = (
        "it wrote to standard error, which goes to the log" if said.strip() else "it wrote nothing to standard error"
    )
    yield findings.CheckResult(True, "silent", wrote + findings.last_line(said))
    if not again:
        return  # the clock decides its answers, which already is a fault
    why = "it uses randomness that does not come from the seed"
    yield findings.compare_games("reproducible", "when it was played again in another order", why, games, played, again)
