"""The tuning: trials of options that Optuna proposes, of which the hopeless end early; then fresh seeds."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from wallenstein.core.arithmetic import total
from wallenstein.core.documents import JsonObject
from wallenstein.core.program.packaged import MissingExtra, how_to_install
from wallenstein.extras.tune.setting import TUNED, UNTUNED, Choice, Range, TuningSetting, plain
from wallenstein.record.location import Location
from wallenstein.record.read import Run
from wallenstein.stats.figures import Difference
from wallenstein.stats.intervals import DIGITS
from wallenstein.stats.paired import block_means, paired
from wallenstein.tourney.config.sections import Goal
from wallenstein.tourney.figures.run_summary import SeatRows
from wallenstein.tourney.run import Tournament, Watching, play_whole

if TYPE_CHECKING:
    from optuna.trial import Trial

# Proposals of Optuna are not stored: the same results in the same order lead to the same proposals, so a tuning that
# was killed makes them again and reads their games from the results.

RANDOM_TRIALS: Final = 10  # proposals that are drawn at random before they follow results


class Proposal(NamedTuple):
    """Values of the options, and Optuna's name for them."""

    trial: "Trial"
    options: Mapping[str, Any]


class Proposals:
    def __init__(self, ranges: Mapping[str, Range], seed: int) -> None:
        try:
            import optuna
        except ImportError:
            raise MissingExtra(f"wallenstein tune needs Optuna; {how_to_install('tune')}") from None
        self.optuna = optuna
        self.ranges = ranges
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the sampler calls what it is asked to do here an experiment
            sampler = optuna.samplers.TPESampler(
                seed=seed % 2**32, n_startup_trials=RANDOM_TRIALS, multivariate=True, constant_liar=True
            )
        self.study = optuna.create_study(sampler=sampler, direction="maximize")
        self.distributions = {option: self.distribution(one) for option, one in ranges.items()}

    def distribution(self, one: Range) -> Any:
        kinds: Any = self.optuna.distributions
        if isinstance(one, Choice):
            return kinds.CategoricalDistribution(range(len(one.values)))
        if one.whole:
            return kinds.IntDistribution(int(one.low), int(one.high), log=one.log)
        return kinds.FloatDistribution(one.low, one.high, log=one.log)

    def add_known(self, options: Mapping[str, object], value: float) -> None:
        """Adds a result of options that were not proposed, if they lie in the ranges."""
        if not all(option in options and one.holds(options[option]) for option, one in self.ranges.items()):
            return
        params = {option: one.proposal(options[option]) for option, one in self.ranges.items()}
        trial = self.optuna.trial.create_trial(params=params, distributions=self.distributions, value=value)
        self.study.add_trial(trial)

    def ask(self, count: int) -> list[Proposal]:
        found = []
        for _ in range(count):
            trial = self.study.ask(self.distributions)
            options = {option: one.value(trial.params[option]) for option, one in self.ranges.items()}
            found.append(Proposal(trial, options))
        return found

    def tell(self, proposal: Proposal, values: Sequence[float], pruned: bool) -> None:
        """Adds the result of a proposal: its mean after each step that it has played."""
        if not pruned:
            self.study.tell(proposal.trial, values[-1])
            return
        for step, value in enumerate(values):
            proposal.trial.report(value, step)
        self.study.tell(proposal.trial, state=self.optuna.trial.TrialState.PRUNED)


HOPELESS: Final = 1.5  # standard errors behind the best one
FEWEST: Final = 3  # blocks needed for a standard error
WHOLE: Final = "whole"
PRUNED: Final = "pruned"


@dataclass
class TuningTrial:
    """Options, and the mean of the goal on each seed that they have played, in order."""

    number: int  # 0: the bot as it is
    options: Mapping[str, Any]
    by_seed: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)  # the mean after each step
    state: str = WHOLE

    def add(self, values: list[float]) -> None:
        self.by_seed += values
        self.steps.append(self.mean)

    @property
    def mean(self) -> float:
        return float(np.mean(self.by_seed))

    def ahead_of(self, other: "TuningTrial") -> Difference:
        """The difference to another one, on the seeds that both have played."""
        count = min(len(self.by_seed), len(other.by_seed))
        seeds = range(count)
        return paired(seeds, other.by_seed[:count], seeds, self.by_seed[:count])

    def is_hopeless(self, best: "TuningTrial") -> bool:
        """Whether it lies so far behind that more seeds are not worth their time."""
        behind = np.subtract(best.by_seed[: len(self.by_seed)], self.by_seed)
        if len(behind) < FEWEST:
            return False
        return bool(behind.mean() > HOPELESS * behind.std(ddof=1) / np.sqrt(len(behind)))


def results_of(run: Run, goal: Goal) -> dict[str, list[float]]:
    """By bot, the mean of the goal on each seed."""
    rows = SeatRows(run)
    values = {"wins": rows.win, "score": rows.score, "rank": -rows.rank.astype(float)}[goal]
    found = {}
    for number, name in enumerate(rows.entries):
        here = (rows.bot == number) & rows.counts
        found[name] = block_means(rows.block[here], values[here])[1].tolist()
    return found


@dataclass(frozen=True)
class Confirmation:
    """The goal of the best trial and of the bot as it is on fresh seeds, and their difference."""

    tuned: float
    untuned: float
    gain: Difference


@dataclass(frozen=True)
class TrialFigures:
    """The outcome of a trial; `ahead` of the bot as it is, on the seeds that both have played."""

    trial: int
    options: Mapping[str, Any]
    state: str
    seeds: int
    value: float
    ahead: Difference | None


@dataclass(frozen=True)
class TuningFigures:
    name: str
    bot: str
    goal: Goal
    seed: int
    of_trials: int
    options: tuple[str, ...]
    trials: tuple[TrialFigures, ...]
    best: int | None
    confirmation: Confirmation | None


@dataclass
class Tuning:
    """One tuning, from its first tournament or from where it was stopped: finished parts are only read."""

    setting: TuningSetting
    below: InitVar[Location]
    jobs: int
    watching: Watching  # makes the progress of each tournament
    fresh: bool = False  # whether all of them are played anew
    trials: list[TuningTrial] = field(default_factory=list)  # of finished batches; the first is the bot as it is

    def __post_init__(self, below: Location) -> None:
        self.results = below / self.setting.name

    def search(self) -> Iterator[list[TuningTrial]]:
        """Plays all trials; yields each batch when it is done."""
        section = self.setting.section
        proposals = Proposals(self.setting.ranges, self.setting.seed("proposals"))
        for number in count(1):
            as_it_is = [] if self.trials else [TuningTrial(0, {})]
            done = len(self.trials) + len(as_it_is)
            asked = proposals.ask(min(section.batch, section.trials + 1 - done))
            if not asked:
                return
            tried = [TuningTrial(done + place, proposal.options) for place, proposal in enumerate(asked)]
            self.play(number, as_it_is + tried)
            for trial in as_it_is:
                proposals.add_known(trial.options, trial.mean)
            for trial, proposal in zip(tried, asked, strict=True):
                proposals.tell(proposal, trial.steps, trial.state == PRUNED)
            self.trials += as_it_is + tried
            yield as_it_is + tried

    def play(self, number: int, batch: list[TuningTrial]) -> None:
        """Plays a batch step by step on the same seeds; after a step, hopeless trials end."""
        steps = self.setting.steps()
        for step, blocks in enumerate(steps, 1):
            going = {name_of(trial): trial for trial in batch if trial.state == WHOLE}
            if not going:
                return
            options = {name: trial.options for name, trial in going.items()}
            seed = self.setting.seed("step", step)
            found, tournament = self.played(f"batch-{number:02}-step-{step}", options, blocks, seed)
            for name, trial in going.items():
                trial.add(found[name])
                if not trial.number:
                    trial.options = self.own_options(tournament)
            if step < len(steps):
                self.prune(list(going.values()))

    def prune(self, going: Sequence[TuningTrial]) -> None:
        """Ends the trials that lie too far behind the best one on the same seeds."""
        seeds = len(going[0].by_seed)
        whole = [trial for trial in self.trials if trial.state == WHOLE]
        best = max([*whole, *going], key=lambda trial: total(trial.by_seed[:seeds]))
        for trial in going:
            if trial.number and trial.is_hopeless(best):
                trial.state = PRUNED

    def own_options(self, tournament: Tournament) -> JsonObject:
        """The values of the tuned options in the bot as it is, where known."""
        makers = dict(zip(tournament.config.entry_names, tournament.bots.makers[0], strict=True))
        known = getattr(makers[UNTUNED], "options", {})
        return {option: plain(known[option]) for option in self.setting.ranges if option in known}

    def played(
        self, name: str, options: Mapping[str, Mapping[str, object]], blocks: int, seed: int
    ) -> tuple[dict[str, list[float]], Tournament]:
        """The means of the goal by bot and seed; from its folder, if the tournament was played before."""
        tournament = self.setting.tournament(name, options, blocks, seed)
        run = play_whole(self.results, tournament, self.watching, self.jobs, self.fresh)
        return results_of(run, self.setting.section.goal), tournament

    def best(self) -> TuningTrial | None:
        """The best of the trials that have played all seeds; None if that is the bot as it is."""
        whole = [trial for trial in self.trials if trial.state == WHOLE]
        best = max(whole, key=lambda trial: trial.mean)
        return best if best.number else None

    def confirmed(self, best: TuningTrial) -> Confirmation:
        """The best trial and the bot as it is on fresh seeds."""
        options = {TUNED: best.options, UNTUNED: {}}
        found, _ = self.played("confirmation", options, self.setting.section.confirm, self.setting.seed("fresh"))
        tuned, untuned = (TuningTrial(0, {}, found[name]) for name in (TUNED, UNTUNED))
        means = round(tuned.mean, DIGITS), round(untuned.mean, DIGITS)
        return Confirmation(*means, tuned.ahead_of(untuned))

    def figures(self, confirmation: Confirmation | None = None) -> TuningFigures:
        section, best = self.setting.section, self.best()
        return TuningFigures(
            name=self.setting.name,
            bot=section.bot,
            goal=section.goal,
            seed=section.seed,
            of_trials=section.trials,
            options=tuple(self.setting.ranges),
            trials=tuple(map(self.row, self.trials)),
            best=best.number if best else None,
            confirmation=confirmation,
        )

    def row(self, trial: TuningTrial) -> TrialFigures:
        ahead = trial.ahead_of(self.trials[0]) if trial.number else None
        value = round(trial.mean, DIGITS)
        return TrialFigures(trial.number, trial.options, trial.state, len(trial.by_seed), value, ahead)


def name_of(trial: TuningTrial) -> str:
    return f"trial-{trial.number}" if trial.number else UNTUNED
