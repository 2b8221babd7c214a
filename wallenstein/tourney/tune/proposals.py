"""Proposals of options: what Optuna would try next, after what was tried so far.

Nothing of it is stored: the same results told in the same order lead to the same proposals, so a tuning that was
killed makes them again and reads what was played from the results.
"""

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wallenstein.core.program.extras import MissingExtra, how_to_install
from wallenstein.tourney.tune.ranges import Choice, Range

if TYPE_CHECKING:
    from optuna.trial import Trial

RANDOM_TRIALS: Final = 10  # proposals that are drawn at random before they follow results


class Proposal(NamedTuple):
    """Values of the options, and what Optuna knows them as."""

    trial: "Trial"
    options: Mapping[str, Any]


class Proposals:
    """One search over some ranges."""

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
        """A range as Optuna knows it."""
        kinds: Any = self.optuna.distributions
        if isinstance(one, Choice):
            return kinds.CategoricalDistribution(range(len(one.values)))
        if one.whole:
            return kinds.IntDistribution(int(one.low), int(one.high), log=one.log)
        return kinds.FloatDistribution(one.low, one.high, log=one.log)

    def add_known(self, options: Mapping[str, Any], value: float) -> None:
        """A result of options that were not proposed; only if they lie in the ranges."""
        if not all(option in options and one.holds(options[option]) for option, one in self.ranges.items()):
            return
        params = {option: one.proposal(options[option]) for option, one in self.ranges.items()}
        trial = self.optuna.trial.create_trial(params=params, distributions=self.distributions, value=value)
        self.study.add_trial(trial)

    def ask(self, count: int) -> list[Proposal]:
        """So many proposals at once; none of them knows the results of the others."""
        found = []
        for _ in range(count):
            trial = self.study.ask(self.distributions)
            options = {option: one.value(trial.params[option]) for option, one in self.ranges.items()}
            found.append(Proposal(trial, options))
        return found

    def tell(self, proposal: Proposal, values: Sequence[float], pruned: bool) -> None:
        """The result of a proposal: its mean after each step that it has played."""
        if not pruned:
            self.study.tell(proposal.trial, values[-1])
            return
        for step, value in enumerate(values):
            proposal.trial.report(value, step)
        self.study.tell(proposal.trial, state=self.optuna.trial.TrialState.PRUNED)
