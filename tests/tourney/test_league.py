"""A league: only what is new plays, all days have one scale, and a kill changes nothing."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.tourney.leagues import all_tables, hand_in, kill_during, play_day, write_class
from tests.tourney.tournament import quiet  # noqa: F401  (the toy game)
from wallenstein.core.reports import Dots
from wallenstein.record.chunks import Segment
from wallenstein.record.read import JoinedRuns, Run
from wallenstein.report.html.league_page import standing_of
from wallenstein.report.results import ranking_figure
from wallenstein.stats import strength
from wallenstein.tourney.figures.run_summary import summarise
from wallenstein.tourney.league import League
from wallenstein.tourney.progress import RunTally
from wallenstein.tourney.recorded_games import recorded_game
from wallenstein.tourney.verification import verify_run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def first_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_class(tmp_path_factory.mktemp("league") / "class")
    for name, skill in {"ann": 0.9, "ben": 0.5, "cid": 0.3, "dee": 0.1}.items():
        hand_in(folder, name, skill)
    hand_in(folder, "eve", "broken")
    play_day(folder)
    return folder


def second_day(folder: Path) -> None:
    hand_in(folder, "ben", 0.95)
    hand_in(folder, "cid", "crash")
    hand_in(folder, "fay", 0.6)
    (folder / "bots" / "dee.py").unlink()


@pytest.fixture(scope="module")
def two_days(first_day: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = copytree(first_day, tmp_path_factory.mktemp("two") / "class")
    second_day(folder)
    play_day(folder)
    return folder


def test_every_new_version_plays_and_what_does_not_load_is_named(first_day: Path) -> None:
    state = json.loads((first_day / "league.json").read_text())
    assert state["days"][0]["new"] == ["ann", "ben", "cid", "dee"]
    (broken,) = [version for version in state["versions"] if version["broken"]]
    assert broken["name"] == "eve"
    assert "SyntaxError" in broken["broken"]
    games = {row.name: row.games for row in summarise(Run(first_day)).cells[0].entrants}
    assert all(number >= 6 * 3 for number in games.values())


def test_on_the_next_day_only_what_is_new_plays_and_old_versions_stay(first_day: Path, two_days: Path) -> None:
    state = json.loads((two_days / "league.json").read_text())
    assert state["days"][1]["new"] == ["ben+2", "cid+2", "fay"]
    before = all_tables(first_day)
    after = all_tables(two_days)
    assert {name: after[name] for name in before} == before
    new = set(state["days"][1]["new"])
    later = [run for run in JoinedRuns(two_days).runs if run.header["name"].startswith("002")]
    for run in later:
        seats = run.table("seats", ["game", "bot"]).to_pylist()
        for game in {row["game"] for row in seats}:
            assert new & {row["bot"] for row in seats if row["game"] == game}
    assert {"ann", "ben"} & set(Run(two_days).header["entries"])
    ranking = [name for name, *_ in state["days"][1]["ranking"]]
    assert ranking[0] in ("ben+2", "ann")
    assert ranking[-1] == "cid+2"
    assert "dee" not in ranking


def test_a_bot_that_is_benched_again_and_again_gets_no_more_tables(two_days: Path) -> None:
    rows = Run(two_days).table("seats", ["bot", "benched", "game"]).to_pylist()
    crashed = sorted(row["game"] for row in rows if row["bot"] == "cid+2")
    assert all(row["benched"] for row in rows if row["bot"] == "cid+2")
    first_round = JoinedRuns(two_days).before[4]["game"]
    assert crashed[-1] < first_round  # those of the first round alone


def test_nothing_is_played_when_nothing_is_new(two_days: Path) -> None:
    before = all_tables(two_days), (two_days / "league.json").read_text()
    play_day(two_days)
    assert (all_tables(two_days), (two_days / "league.json").read_text()) == before


@pytest.mark.parametrize("other", ["ann+2", "ann"])
def test_a_new_version_has_a_name_of_its_own(tmp_path: Path, other: str) -> None:
    """Neither a long name nor a bot that is called like the next version of another stops the league."""
    folder, long = write_class(tmp_path / "class"), "b" * 39
    for name in ("ann", other, long, "cid"):
        hand_in(folder, name, 0.5)
    play_day(folder)
    for name in ("ann", long):
        hand_in(folder, name, 0.9)
    play_day(folder)
    state = json.loads((folder / "league.json").read_text())
    assert state["days"][1]["new"] == ["ann+3" if other == "ann+2" else "ann+2", "b" * 38 + "+2"]


def test_a_broken_file_that_is_called_like_another_bot_stays_what_it_is(tmp_path: Path) -> None:
    folder = write_class(tmp_path / "class")
    for name in ("ann", "ben", "cid", "dee"):
        hand_in(folder, name, 0.5)
    good = (folder / "bots" / "ann.py").rename(folder / "bots" / "zed.py").read_text()
    hand_in(folder, "ann", "broken")
    play_day(folder)
    before = (folder / "league.json").read_text()
    for _ in range(2):
        play_day(folder)
    assert (folder / "league.json").read_text() == before
    (folder / "bots" / "ann.py").unlink()
    (folder / "bots" / "zed.py").write_text(good)
    play_day(folder)
    state = json.loads((folder / "league.json").read_text())
    assert [(one["name"], one["until"]) for one in state["versions"] if one["bot"] == "ann"] == [
        ("ann", 2),
        ("ann+2", None),
    ]


def test_a_killed_day_comes_out_the_same(first_day: Path, two_days: Path, tmp_path: Path) -> None:
    folder: Path = copytree(first_day, tmp_path / "class")
    second_day(folder)
    kill_during(folder, "002-2")
    play_day(folder)
    assert all_tables(folder) == all_tables(two_days)
    assert json.loads((folder / "league.json").read_text()) == json.loads((two_days / "league.json").read_text())


class Stopped(RunTally):
    """Stops a run after its first chunk, as a fault of the machine would."""

    def look(self, under_way: list[int]) -> None:
        if self.games:
            raise SystemError("enough")


def test_games_of_a_round_that_was_stopped_do_not_change_its_tables(tmp_path: Path) -> None:
    folders = [write_class(tmp_path / name / "class") for name in ("whole", "stopped")]
    for folder in folders:
        config = folder / "class.toml"
        config.write_text(config.read_text().replace("[run]", "[run]\nchunk = 3"))
        for name, skill in {"ann": 0.9, "ben": 0.5, "cid": 0.3, "dee": 0.1}.items():
            hand_in(folder, name, skill)
        if folder == folders[1]:
            league = League(folder)
            league.begin()
            with pytest.raises(SystemError):
                league.play(1, print, Stopped)
        play_day(folder)
    assert all_tables(folders[0]) == all_tables(folders[1])


def test_a_day_reads_its_own_rounds_alone_and_compares_those_who_take_part(
    first_day: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder: Path = copytree(first_day, tmp_path / "class")
    read, compared = set[str](), list[int]()

    def reading(self: Segment, folder: Path, *asked: Any) -> Any:
        read.add(folder.name[:3])
        return read_rows(self, folder, *asked)

    def comparing(covariance: Any, blocks: Any) -> float:
        compared.append(len(blocks))
        return largest_by_chance(covariance, blocks)

    read_rows, largest_by_chance = Segment.read, strength.largest_by_chance
    monkeypatch.setattr(Segment, "read", reading)
    monkeypatch.setattr(strength, "largest_by_chance", comparing)
    hand_in(folder, "fay", 0.6)
    hand_in(folder, "ann", 0.8)
    play_day(folder)
    assert read == {"002"}
    assert len(Run(folder).header["entries"]) == 6
    assert compared[-1] == 5


def test_a_league_without_its_kept_results_reads_all_rounds_again(first_day: Path, tmp_path: Path) -> None:
    folder: Path = copytree(first_day, tmp_path / "class")
    state = (folder / "league.json").read_text()
    for content in (None, b"", b"PK\x03\x04"):
        (folder / "played.npz").unlink()
        if content is not None:
            (folder / "played.npz").write_bytes(content)
        play_day(folder)
        rows = standing_of(League(folder)).cell.entrants
        assert [[row.name, *row.points] for row in rows if row.games] == json.loads(state)["days"][0]["ranking"]


def test_a_league_is_a_run(two_days: Path) -> None:
    run = Run(two_days)
    assert isinstance(run, JoinedRuns)
    assert verify_run(run, None, print).problems == []
    games = run.table("games", ["game", "block"]).to_pylist()
    assert [row["game"] for row in games] == list(range(run.games))
    blocks = [row["block"] for row in games]
    assert blocks == sorted(blocks)
    assert len(set(blocks)) == sum(each.header["essence"][""]["tourney"]["blocks"] for each in run.runs)
    last = recorded_game(run, run.games - 1)
    assert (last.number, last.bots) == (run.games - 1, recorded_game(run.runs[-1], run.runs[-1].games - 1).bots)


def test_the_ranking_and_its_figure_have_the_same_points(two_days: Path) -> None:
    standing = standing_of(League(two_days))
    (figure,) = ranking_figure(standing.cell)
    assert isinstance(figure.chart, Dots)
    points = {name: value.value for name, value in zip(figure.chart.names, figure.chart.estimates, strict=True)}
    assert points == {name: value for name, value, *_ in League(two_days).days[-1]["ranking"]}


def test_the_page_has_everybody(two_days: Path) -> None:
    page = (two_days / "page.html").read_text()
    assert any(mark in page for mark in "▲▼=")
    for text in ("new", "did not load", "SyntaxError", "ZeroDivisionError", "dee: has gone", "last game", "out: "):
        assert text in page
    assert page.count('href="games/') >= 4
    links = [link.partition('"')[0].partition("#")[0] for link in page.split('href="')[1:]]
    assert all((two_days / link).is_file() for link in links if link.startswith("games/"))


def class_of_thirty(folder: Path, killed: str = "") -> Path:
    """Three days: four broken files, one bot that hangs, files that are replaced, mended and withdrawn."""
    write_class(folder, 3)
    for number in range(25):
        hand_in(folder, f"bot{number:02d}", number / 25)
    for number in range(4):
        hand_in(folder, f"broken{number}", "broken")
    hand_in(folder, "hangs", "hang")
    play_day(folder)
    hand_in(folder, "bot03", 0.97)
    hand_in(folder, "broken0", 0.5)
    (folder / "bots" / "bot07.py").unlink()
    if killed:
        kill_during(folder, killed)
    play_day(folder)
    hand_in(folder, "bot03", 0.2)
    (folder / "bots" / "bot11.py").unlink()
    play_day(folder)
    return folder


@pytest.mark.long
def test_three_days_of_a_class_with_a_kill_in_between(tmp_path: Path) -> None:
    whole, killed = class_of_thirty(tmp_path / "a" / "class"), class_of_thirty(tmp_path / "b" / "class", "002-2")
    assert all_tables(killed) == all_tables(whole)
    assert (killed / "league.json").read_text() == (whole / "league.json").read_text()
    state = json.loads((whole / "league.json").read_text())
    assert [day["new"] for day in state["days"][1:]] == [["bot03+2", "broken0+2"], ["bot03+3"]]
    last = [name for name, *_ in state["days"][-1]["ranking"]]
    assert {"bot07", "bot11", "bot03", "bot03+2"}.isdisjoint(last)
    assert last[-1] == "hangs"
    assert [name for name, *_ in state["days"][1]["ranking"]].index("bot03+2") < 8
    page = (whole / "page.html").read_text()
    assert page.count(": did not load<") == 3
    assert verify_run(Run(whole), 20, print).problems == []
