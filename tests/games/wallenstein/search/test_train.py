"""Experience: what searches teach of cards in boxes, fitted by a command, read by the generalissimo."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.names import ACTIONS
from wallenstein.games.wallenstein.search.fit import PLANNED, Taught, fit_lessons
from wallenstein.games.wallenstein.search.lessons import experience_of


def fitted(lessons: list[Taught]) -> dict[str, list[list[float]]]:
    """The base and the slope of each box, by stage."""
    stages = fit_lessons(lessons)["stage"]
    assert isinstance(stages, list)
    return {action: [[stage["base"][action], stage["slope"][action]] for stage in stages] for action in ACTIONS}


def test_a_line_goes_through_the_means_with_the_slope_of_its_stage() -> None:
    lines = fitted([Taught(PLANNED[2], 4, 6e5, 6e7, 2.0, 0.05), Taught(PLANNED[2], 4, 6e5, 6e7, 4.0, 0.07)])
    assert lines["taxes"][2] == pytest.approx([0.03, 0.01])
    assert lines["grain"][2] == [0.0, 0.0]


def test_a_stage_with_few_trials_has_the_slope_of_all() -> None:
    lines = fitted([Taught(PLANNED[0], 8, 6e6, 6e8, 2.0, 0.05), Taught(PLANNED[5], 8, 0.0, 1.0, 3.0, 0.04)])
    assert lines["combat-a"][5] == pytest.approx([0.01, 0.01], abs=1e-4)


@pytest.mark.slow
def test_the_command_writes_what_the_generalissimo_reads_with_any_number_of_processes(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    options = ["--games", "2", "--playouts", "50", "--seed", "5"]
    assert CliRunner().invoke(main, ["train", *options, "--out", str(file)]).exit_code == 0
    printed = CliRunner().invoke(main, ["train", *options, "--jobs", "2"]).output
    assert printed == file.read_text("utf-8")
    lines = experience_of(str(file))
    assert tuple(lines) == PLANNED
    first = tomllib.loads(printed)["stage"][0]
    assert lines[(1, 0)][3] == (first["base"]["grain"], first["slope"]["grain"])
    assert first["plans"] <= 8


def test_a_file_of_another_command_is_no_experience() -> None:
    other = Path(__file__).parents[4] / "wallenstein" / "games" / "wallenstein" / "data" / "forecast.toml"
    with pytest.raises(ConfigError, match=r"forecast.toml is not a file of `wallenstein train`: 'base' is missing"):
        experience_of(str(other))


def test_experience_of_some_seasons_alone_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    packaged = Path(__file__).parents[4] / "wallenstein" / "games" / "wallenstein" / "data" / "train.toml"
    file.write_text(packaged.read_text("utf-8").rpartition("[[stage]]")[0], "utf-8")
    with pytest.raises(ConfigError, match=r"short.toml is not a file of `wallenstein train`: year 2, season 2 is miss"):
        experience_of(str(file))


def test_the_packaged_experience_builds_in_fall_and_collects_always() -> None:
    lines = experience_of()
    for building in range(3):
        assert lines[(1, 0)][building][0] < 0 < min(lines[stage][building][0] for stage in ((1, 2), (2, 2)))
    for action in ("grain", "taxes"):
        assert min(lines[stage][ACTIONS.index(action)][0] for stage in PLANNED) > 0.02
