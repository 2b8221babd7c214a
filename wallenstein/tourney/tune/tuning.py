"""The tuning itself: batches of trials, of which the hopeless ones end early, and then games on fresh seeds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

from wallenstein.record.dataset import Run
from wallenstein.record.store.location import Location
from wallenstein.stats.intervals import tidy
from wallenstein.stats.paired import Difference
from wallenstein.tourney.run.progress import Tally
from wallenstein.tourney.run.tournament import Tournament, open_folder, play_tournament
from wallenstein.tourney.tune.proposals import Proposals
from wallenstein.tourney.tune.ranges import plain
from wallenstein.tourney.tune.setting import TUNED, UNTUNED, Setting
from wallenstein.tourney.tune.trials import PRUNED, WHOLE, Trial, results_of

Watching: TypeAlias = Callable[[Tournament], Tally]


class Interrupted(Exception):
    """The user has stopped a tournament; all that is finished is kept."""


@dataclass(frozen=True)
class Confirmation:
    """The goal of the best trial and of the bot as it is on fresh seeds, and how far they are apart."""

    tuned: float
    untuned: float
    gain: Difference

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"tuned": tidy(self.tuned), "untuned": tidy(self.untuned), "gain": self.gain.as_dict()}


class Tuning:
    """One tuning, from its first tournament or from where it was stopped: what is finished is only read."""

    def __init__(self, setting: Setting, results: Location, jobs: int, watching: Watching, fresh: bool = False) -> None:
        """`watching` makes the progress of each tournament; with `fresh`, all of them are played anew."""
        self.setting = setting
        self.results = results / setting.name
        self.jobs = jobs
        self.watching = watching
        self.fresh = fresh
        self.trials: list[Trial] = []  # of the batches that are done; the first is the bot as it is

    def search(self) -> Iterator[list[Trial]]:
        """Plays all trials; yields each batch when it is done."""
        section = self.setting.section
        proposals = Proposals(self.setting.ranges, self.setting.seed("proposals"))
        for number in count(1):
            as_it_is = [] if self.trials else [Trial(0, {})]
            done = len(self.trials) + len(as_it_is)
            asked = proposals.ask(min(section.batch, section.trials + 1 - done))
            if not asked:
                return
            tried = [Trial(done + place, proposal.options) for place, proposal in enumerate(asked)]
            self.play(number, as_it_is + tried)
            for trial in as_it_is:
                proposals.add_known(trial.options, trial.mean)
            for trial, proposal in zip(tried, asked, strict=True):
                proposals.tell(proposal, trial.steps, trial.state == PRUNED)
            self.trials += as_it_is + tried
            yield as_it_is + tried

    def play(self, number: int, batch: list[Trial]) -> None:
        """Plays a batch step by step, each on the same seeds as all others; after a step, hopeless trials end."""
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

    def prune(self, going: Sequence[Trial]) -> None:
        """Ends the trials that lie too far behind the best one on the same seeds."""
        seeds = len(going[0].by_seed)
        whole = [trial for trial in self.trials if trial.state == WHOLE]
        best = max([*whole, *going], key=lambda trial: sum(trial.by_seed[:seeds]))
        for trial in going:
            if trial.number and trial.is_hopeless(best):
                trial.state = PRUNED

    def own_options(self, tournament: Tournament) -> dict[str, Any]:
        """What the tuned options are in the bot as it is, as far as it says so."""
        makers = dict(zip(tournament.config.entry_names, tournament.bots.makers[0], strict=True))
        known = getattr(makers[UNTUNED], "options", {})
        return {option: plain(known[option]) for option in self.setting.ranges if option in known}

    def played(
        self, name: str, options: Mapping[str, Mapping[str, Any]], blocks: int, seed: int
    ) -> tuple[dict[str, list[float]], Tournament]:
        """The means of the goal by bot and seed; from its folder, if the tournament was played before."""
        tournament = self.setting.tournament(name, options, blocks, seed, self.results)
        folder = open_folder(tournament, self.results, self.fresh)
        try:
            result = play_tournament(tournament, folder, self.watching(tournament), self.jobs)
        finally:
            folder.close()
        if not result.finished:
            raise Interrupted
        return results_of(Run(result.folder), self.setting.section.goal), tournament

    def best(self) -> Trial | None:
        """The best of the trials that have played all seeds; None if that is the bot as it is."""
        whole = [trial for trial in self.trials if trial.state == WHOLE]
        best = max(whole, key=lambda trial: trial.mean)
        return best if best.number else None

    def confirmed(self, best: Trial) -> Confirmation:
        """The best trial and the bot as it is on seeds that no trial has seen."""
        options = {TUNED: best.options, UNTUNED: {}}
        found, _ = self.played("confirmation", options, self.setting.section.confirm, self.setting.seed("fresh"))
        tuned, untuned = (Trial(0, {}, found[name]) for name in (TUNED, UNTUNED))
        return Confirmation(tuned.mean, untuned.mean, tuned.ahead_of(untuned))

    def document(self, confirmation: Confirmation | None = None) -> dict[str, Any]:
        """All that was found so far, as plain data."""
        section, best = self.setting.section, self.best()
        return {
            "name": self.setting.name,
            "bot": section.bot,
            "goal": section.goal,
            "seed": section.seed,
            "of_trials": section.trials,
            "options": list(self.setting.ranges),
            "trials": [self.row(trial) for trial in self.trials],
            "best": best.number if best else None,
            "confirmation": confirmation.as_dict() if confirmation else None,
        }

    def row(self, trial: Trial) -> dict[str, Any]:
        """A trial as plain data."""
        ahead = trial.ahead_of(self.trials[0]).as_dict() if trial.number else None
        return {
            "trial": trial.number,
            "options": dict(trial.options),
            "state": trial.state,
            "seeds": len(trial.by_seed),
            "value": tidy(trial.mean),
            "ahead": ahead,
        }


def name_of(trial: Trial) -> str:
    """The name of a trial's bot in its tournaments."""
    return f"trial-{trial.number}" if trial.number else UNTUNED
