"""Playing a study: known gains are found, and the same is found however it is played."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.extras.study.small import CONFIG, played, setting_in, watch
from wallenstein.extras.study.findings import AnsweredQuestion, Findings
from wallenstein.extras.study.page import parts, write_pages
from wallenstein.extras.study.play import blocks_wanted, play_blocks
from wallenstein.extras.study.setting import StudySetting
from wallenstein.extras.study.values import POINTS, WINS, Block

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[StudySetting, list[Block], Path]:
    """The whole study, and its folder."""
    folder = tmp_path_factory.mktemp("study")
    setting = setting_in(folder)
    return setting, played(setting, folder / "results", 24), folder


def answers(study: tuple[StudySetting, list[Block], Path]) -> dict[str, AnsweredQuestion]:
    return {each.question.name: each for each in Findings(study[0], study[1]).answers()}


def test_the_pilot_says_how_many_blocks_are_played(study: tuple[StudySetting, list[Block], Path]) -> None:
    setting, blocks, _ = study
    wanted = blocks_wanted(setting, blocks[: setting.section.pilot])
    assert setting.section.pilot < wanted <= 60
    assert len(blocks) == min(24, wanted)


def test_gains_are_those_that_follow_from_the_rules(study: tuple[StudySetting, list[Block], Path]) -> None:
    (two, _, none, none_wins, same, same_wins) = answers(study)["picks"].findings
    assert (two.subject, two.what) == ("two", POINTS)
    # a turn brings 1 (four faces) or 1.2 (five) with two, 0.75 or 0.8 with one; 4.5 turns in the mean
    assert two.estimate.interval.value == pytest.approx(4.5 * 0.325, abs=0.8)
    assert none.estimate.interval.value == pytest.approx(-6 * 0.775, abs=0.8)
    _, low, high = none.estimate.interval
    assert low is not None
    assert high is not None
    assert low < -6 * 0.775 < high
    assert none_wins.what == WINS
    assert none.estimate.blocks == sum(each.world.levels["rounds"] == 1 for each in study[1])
    assert same.estimate.interval.value == same_wins.estimate.interval.value == 0.0
    assert not same.sure


def test_an_axis_is_compared_with_all_else_being_equal(study: tuple[StudySetting, list[Block], Path]) -> None:
    decisions, gain = answers(study)["long"].findings
    assert (decisions.subject, decisions.what) == ("six rounds", "decisions per game")
    assert decisions.estimate.interval.value == pytest.approx(3 * 2.5, abs=1.2)
    assert decisions.sure  # the die, a random axis, changes nothing in it
    assert gain.what == "gain of two"
    kinds = {each.level for each in gain.slices}
    assert "3 players" in kinds
    assert "six rounds" not in kinds


def test_a_question_is_asked_where_it_says(study: tuple[StudySetting, list[Block], Path]) -> None:
    found = answers(study)["seats"]
    assert found.blocks == sum(each.world.levels["players"] == 1 for each in study[1])
    assert len(found.findings) == 2


def test_the_base_gains_nothing_over_itself(study: tuple[StudySetting, list[Block], Path]) -> None:
    for each in study[1]:
        if "same" in each.gains:
            assert each.gains["same"] == {POINTS: 0.0, WINS: 0.0}


def test_more_processes_and_a_pause_change_nothing(
    study: tuple[StudySetting, list[Block], Path], tmp_path: Path
) -> None:
    setting, blocks, _ = study
    played(setting, tmp_path, 2, jobs=2)
    again = played(setting, tmp_path, 3)
    assert [(each.code, each.digest, each.gains) for each in again] == [
        (each.code, each.digest, each.gains) for each in blocks[:3]
    ]


def test_pages_are_the_same_for_the_same_blocks(study: tuple[StudySetting, list[Block], Path], tmp_path: Path) -> None:
    setting, blocks, _ = study
    texts: list[dict[str, bytes]] = []
    for name in ("one", "other"):
        write_pages(setting, blocks, parts(setting, blocks), tmp_path / name)
        files = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        texts.append({str(path.relative_to(tmp_path / name)): path.read_bytes() for path in files})
    assert texts[0] == texts[1]
    assert {"small/page.html", "small.md", "small/picks-points.csv", "small/sight.csv"} <= set(texts[0])
    markdown = texts[0]["small.md"].decode()
    assert "- A picker that picks nothing: -" in markdown
    assert "What would overturn this: a die with fewer faces." in markdown
    assert all(len(line) <= 100 for line in markdown.splitlines() if not line.startswith("|"))
    assert b"<svg" in texts[0]["small/page.html"]


def test_a_block_that_is_stopped_ends_the_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from wallenstein.tourney import run
    from wallenstein.tourney.run import RunResult

    def stopped(results: Path, one: Any, progress: Any, jobs: int, fresh: bool) -> RunResult:
        return RunResult(results, None, False)

    monkeypatch.setattr(run, "play_in", stopped)
    with pytest.raises(run.Interrupted):
        list(play_blocks(setting_in(tmp_path), tmp_path, 1, watch, 4))


def test_leads_add_up_to_nothing(study: tuple[StudySetting, list[Block], Path]) -> None:
    for each in study[1]:
        seats = [value for name, value in each.measures.items() if name.startswith("points ahead in seat")]
        assert np.sum(seats) == pytest.approx(0, abs=1e-9)


def test_a_draw_of_worlds_that_asks_for_less_plays_less(tmp_path: Path) -> None:
    setting = setting_in(tmp_path, CONFIG.replace("see = 0.5", "see = 50.0"))
    assert len(played(setting, tmp_path / "results", 60)) == setting.section.pilot


def test_finished_blocks_are_read(
    study: tuple[StudySetting, list[Block], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    from wallenstein.extras.study import play

    setting, blocks, folder = study
    monkeypatch.setattr(play, "_played", None)
    again = list(play_blocks(setting, folder / "results", 1, watch, 3))
    assert [each._replace(traits=blocks[0].traits) for each in again] == [
        each._replace(traits=blocks[0].traits) for each in blocks[:3]
    ]
    with pytest.raises(TypeError, match="not callable"):
        list(play_blocks(setting, folder / "results", 1, watch, 3, fresh=True))
