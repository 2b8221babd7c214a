"""Going on with a run: only with the same configuration, rules and bots; and what is said if they are not."""

import errno
from pathlib import Path
from typing import Any

import pytest

from tests.tourney.tournament import BOTS, contents, only_run, played, write_config
from tests.toy.game import ToyGame
from wallenstein.core.errors import ConfigError
from wallenstein.record import chunks as chunk_files
from wallenstein.record.read import Run
from wallenstein.tourney.folder import RunFolder
from wallenstein.tourney.identity import OtherRun
from wallenstein.tourney.progress import RunTally
from wallenstein.tourney.run import open_folder, play_tournament, prepare
from wallenstein.tourney.runner import Stopped

pytestmark = pytest.mark.slow


class Enough(RunTally):
    """Stops the run after so many chunks, as a fault of the machine would."""

    def __init__(self, chunks: int, entries: tuple[str, ...] = ("decent", "sloppy")) -> None:
        super().__init__(20, entries)
        self.chunks = chunks

    def look(self, under_way: list[int]) -> None:
        if self.games >= 4 * self.chunks:
            raise SystemError("enough")


def unfinished(config: Path, results: Path, chunks: int = 2) -> None:
    tournament = prepare(config, [], results)
    folder = open_folder(tournament, results, fresh=False)
    with pytest.raises(SystemError):
        play_tournament(tournament, folder, Enough(chunks), 1)
    folder.close()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path)


def test_the_same_command_goes_on(config: Path, tmp_path: Path) -> None:
    unfinished(config, tmp_path / "results")
    outcome = played(config, tmp_path / "results")
    assert outcome.finished
    assert Run(outcome.folder).games == 20
    assert contents(outcome.folder) == contents(played(config, tmp_path / "whole").folder)


def test_jobs_may_change(config: Path, tmp_path: Path) -> None:
    unfinished(config, tmp_path / "results")
    assert played(config, tmp_path / "results", jobs=2, sets=["run.jobs=2"]).finished


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("tourney.seed=8", r"tourney\.seed was 7, and is 8 now"),
        ("game.rounds=2", r"game\.rounds was 3, and is 2 now"),
        ("run.chunk=6", r"run\.chunk was 4, and is 6 now"),
        ('bots.entries=["decent", "crashing"]', r"bots\.entry\.1\.name was 'sloppy', and is 'crashing' now"),
    ],
)
def test_another_configuration_is_refused(config: Path, tmp_path: Path, change: str, said: str) -> None:
    unfinished(config, tmp_path / "results")
    with pytest.raises(OtherRun, match=said):
        played(config, tmp_path / "results", sets=[change])
    assert played(config, tmp_path / "results").finished, "nothing was lost by trying"


def test_other_rules_are_refused(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unfinished(config, tmp_path / "results")
    monkeypatch.setattr(ToyGame, "fingerprint", lambda self, rules: "another")
    with pytest.raises(OtherRun, match="the rules have changed"):
        played(config, tmp_path / "results")


@pytest.fixture
def own(config: Path, tmp_path: Path) -> Path:
    """A file with the bots that may be changed."""
    file = tmp_path / "own.py"
    file.write_text(BOTS.read_text())
    config.write_text(config.read_text().replace(str(BOTS), str(file)))
    return file


def test_other_bots_are_refused(config: Path, own: Path, tmp_path: Path) -> None:
    unfinished(config, tmp_path / "results")
    own.write_text(own.read_text() + "\n# changed\n")
    with pytest.raises(
        OtherRun, match="an unfinished run of this name, which was started differently: the bot decent has changed"
    ):
        played(config, tmp_path / "results")


def test_a_changed_bot_is_another_run_when_the_first_is_finished(config: Path, own: Path, tmp_path: Path) -> None:
    first = played(config, tmp_path / "results")
    own.write_text(own.read_text() + "\n# changed\n")
    second = played(config, tmp_path / "results")
    assert first.folder != second.folder
    assert first.folder.is_dir()


def test_fresh_tells_what_it_removes(config: Path, tmp_path: Path) -> None:
    unfinished(config, tmp_path / "results")
    told: list[str] = []
    open_folder(prepare(config, [], tmp_path / "results"), tmp_path / "results", True, told.append).close()
    assert len(told) == 1
    assert told[0].startswith(f"removing {tmp_path / 'results'}")


def test_a_finished_run_does_not_stand_in_the_way_of_another(config: Path, tmp_path: Path) -> None:
    first = played(config, tmp_path / "results")
    second = played(config, tmp_path / "results", sets=["tourney.seed=8"])
    assert first.folder != second.folder
    assert first.folder.is_dir()


@pytest.mark.long
def test_fresh_begins_anew(config: Path, tmp_path: Path) -> None:
    unfinished(config, tmp_path / "results")
    outcome = played(config, tmp_path / "results", sets=["tourney.seed=8"], fresh=True)
    assert only_run(tmp_path / "results") == outcome.folder


@pytest.mark.long
def test_a_drawn_seed_is_kept_until_the_run_is_finished(config: Path, tmp_path: Path) -> None:
    config.write_text(config.read_text().replace("seed = 7\n", ""))
    unfinished(config, tmp_path / "results")
    seed = Run(only_run(tmp_path / "results")).header["seed"]
    outcome = played(config, tmp_path / "results")
    assert only_run(tmp_path / "results") == outcome.folder
    assert Run(outcome.folder).header["seed"] == seed
    assert played(config, tmp_path / "results").folder != outcome.folder, "another is drawn for the next"


def test_a_damaged_chunk_is_played_again(config: Path, tmp_path: Path) -> None:
    unfinished(config, tmp_path / "results")
    path = next((only_run(tmp_path / "results") / "chunks").iterdir())
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert contents(played(config, tmp_path / "results").folder) == contents(played(config, tmp_path / "whole").folder)


def test_a_full_disk_stops_the_run_with_a_sentence(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = chunk_files.write_chunk

    def full(folder: Path, number: int, *rest: Any) -> Any:
        if number >= 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(folder, number, *rest)

    monkeypatch.setattr("wallenstein.tourney.worker.tasks.write_chunk", full)
    with pytest.raises(
        Stopped, match=r"cannot be written: No space left on device; .* run the same command again to resume"
    ):
        played(config, tmp_path / "results")
    monkeypatch.undo()
    assert Run(only_run(tmp_path / "results")).games == 12
    assert contents(played(config, tmp_path / "results").folder) == contents(played(config, tmp_path / "whole").folder)


@pytest.mark.long
def test_a_disk_that_fills_under_the_manifest_stops_it_too(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: object, chunk: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(RunFolder, "drop_chunks", full)  # the first write while parts are bound
    with pytest.raises(Stopped, match="No space left"):
        played(config, tmp_path / "results")
    monkeypatch.undo()
    assert contents(played(config, tmp_path / "results").folder) == contents(played(config, tmp_path / "whole").folder)


def test_a_disk_that_fills_under_the_summary_stops_it_too(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(folder: Path, summary: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("wallenstein.tourney.figures.run_summary.write_summary", full)
    with pytest.raises(Stopped, match="No space left"):
        played(config, tmp_path / "results")
    monkeypatch.undo()
    outcome = played(config, tmp_path / "results")
    assert outcome.finished
    assert (outcome.folder / "summary.json").is_file()


def test_results_that_cannot_be_written(config: Path, tmp_path: Path) -> None:
    (tmp_path / "results").write_text("a file")
    with pytest.raises(ConfigError, match=r"results.*cannot be written .*choose another folder with --results"):
        played(config, tmp_path / "results")


def test_rules_that_fail_stop_the_run(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, number: int, state: object, rows: object) -> None:
        raise ZeroDivisionError("no dice")

    monkeypatch.setattr(ToyGame, "write_rows", broken)
    with pytest.raises(Exception, match="the rules failed in game 0: ZeroDivisionError: no dice"):
        played(config, tmp_path / "results")
