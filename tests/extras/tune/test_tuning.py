"""A small tuning: the same however it was played, trials that end early, and what is told of it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wallenstein.core.errors import ConfigError
from wallenstein.core.reports import Estimate
from wallenstein.extras.tune.report import tuning_text
from wallenstein.extras.tune.setting import read_setting
from wallenstein.extras.tune.tuning import Confirmation, Tuning, TuningFigures, TuningTrial
from wallenstein.stats.figures import Difference, document
from wallenstein.tourney.progress import RunTally

pytestmark = pytest.mark.slow

CONFIG = """
[tune]
bot = "miller"
opponents = [["settler", "random"]]
seed = 3
trials = 4
batch = 2
blocks = 6
steps = 2
confirm = 4

[tune.ranges]
certainty = { low = 0.1, high = 0.9 }
"""


def written(folder: Path, text: str = CONFIG) -> Path:
    """The configuration in a file."""
    path = folder / "small.toml"
    path.write_text(text)
    return path


def tuned(tuning: Tuning) -> TuningFigures:
    """Plays to the end; what was found."""
    assert sum(len(batch) for batch in tuning.search()) == 5
    best = tuning.best()
    return tuning.figures(tuning.confirmed(best) if best else None)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> TuningFigures:
    """A tuning that one process has played without a pause."""
    folder = tmp_path_factory.mktemp("tuning")
    return tuned(Tuning(read_setting(written(folder)), folder, 1, Watching().watch))


class Watching:
    """Counts what is played, and stops it."""

    def __init__(self, stop_at: int = 0) -> None:
        self.tallies: list[RunTally] = []
        self.stop_at = stop_at

    def watch(self, total: int, names: tuple[str, ...]) -> RunTally:
        """The progress of a tournament."""
        if len(self.tallies) + 1 == self.stop_at:
            raise KeyboardInterrupt
        self.tallies.append(RunTally(total, names))
        return self.tallies[-1]

    @property
    def games(self) -> list[int]:
        """The games of each tournament that were played now."""
        return [tally.games for tally in self.tallies]


def test_a_tuning_that_was_killed_goes_on_and_comes_to_the_same(found: TuningFigures, tmp_path: Path) -> None:
    setting = read_setting(written(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        tuned(Tuning(setting, tmp_path, 2, Watching(stop_at=3).watch))
    second = Watching()
    assert tuned(Tuning(setting, tmp_path, 2, second.watch)) == found
    assert second.games[:2] == [0, 0]
    assert all(second.games[2:])


def test_the_first_trial_is_the_bot_as_it_is(found: TuningFigures) -> None:
    first, *others = found.trials
    assert first.options == {"certainty": 0.8}
    assert (first.ahead, first.state) == (None, "whole")
    assert [trial.trial for trial in others] == [1, 2, 3, 4]
    assert all(0.1 <= trial.options["certainty"] <= 0.9 for trial in others)
    assert all(trial.seeds == (6 if trial.state == "whole" else 3) for trial in found.trials)


def test_the_keys_of_the_document_stand_in_their_order(found: TuningFigures) -> None:
    plain = document(found)
    assert list(plain) == [
        *("name", "bot", "goal", "seed", "of_trials", "options", "trials", "best", "confirmation"),
    ]
    assert list(plain["trials"][1]) == ["trial", "options", "state", "seeds", "value", "ahead"]
    assert list(plain["trials"][1]["ahead"]) == ["blocks", "difference", "p"]


def test_what_is_told_says_that_most_gains_vanish(found: TuningFigures) -> None:
    best = max((trial for trial in found.trials if trial.ahead), key=lambda trial: trial.value)

    def told(low: float) -> str:
        confirmation = Confirmation(0.3, 0.29, Difference(4, Estimate(0.01, low, 0.04), 0.4))
        return tuning_text(replace(found, best=best.trial, confirmation=confirmation))

    text = told(-0.02)
    assert "as it is" in text
    assert f"options = {{ certainty = {json.dumps(best.options['certainty'])} }}" in text
    assert "On 4 fresh seeds: 30.0% against 29.0% of the bot as it is, that is +1.0 points of a hundred wins" in text
    assert "That may be chance, so keep the bot as it is: most gains of a search vanish" in text
    assert "The gain holds. Believe this figure, not the first" in told(0.005)


def test_a_tuning_without_a_gain_says_so(found: TuningFigures) -> None:
    text = tuning_text(replace(found, best=None, confirmation=None))
    assert text.endswith("No trial was above miller as it is; nothing is gained.")


def test_trials_far_behind_the_best_are_hopeless() -> None:
    best = TuningTrial(1, {}, [0.5, 0.6, 0.4, 0.5, 0.9])
    assert TuningTrial(2, {}, [0.1, 0.3, 0.0, 0.1]).is_hopeless(best)
    assert not TuningTrial(3, {}, [0.5, 0.5, 0.4, 0.5]).is_hopeless(best)
    assert not TuningTrial(4, {}, [0.0, 0.0]).is_hopeless(best)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("miller", "millre"), 'tune.bot: there is no bot "millre"; did you mean "miller"?'),
        (('"settler"', '"setler"'), 'tune.opponents: there is no bot "setler"; did you mean "settler"'),
        (("certainty =", "certanty ="), 'tune.ranges.certanty: the bot has no such option; did you mean "certainty"?'),
        (("trials", "trails"), 'tune.trails: there is no such key; did you mean "trials"?'),
        (("[tune]", "[tourney]\nblocks = 3\n[tune]"), "tourney: cannot be set where a bot is tuned"),
        (
            ('[["settler", "random"]]', '[["settler"], ["random", "random"]]'),
            "all tables must have the same number of opponents",
        ),
    ],
)
def test_mistakes_are_told_in_the_words_of_the_section(change: tuple[str, str], sentence: str, tmp_path: Path) -> None:
    path = written(tmp_path, CONFIG.replace(*change))
    with pytest.raises(ConfigError) as error:
        read_setting(path).checked()
    assert sentence in str(error.value)


@pytest.mark.long
def test_workers_of_dask_play_its_tournaments(tmp_path: Path, found: TuningFigures) -> None:
    from distributed import LocalCluster

    cluster: Any = LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)
    with cluster:
        sets = ["run.executor=dask", f"run.scheduler={cluster.scheduler_address}"]
        assert tuned(Tuning(read_setting(written(tmp_path), sets), tmp_path, 1, Watching().watch)) == found
