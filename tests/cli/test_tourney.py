"""`wallenstein tourney` and `wallenstein verify`, as typed."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.tourney.tournament import only_run, write_config
from wallenstein.cli import dry_run, main
from wallenstein.tourney import expectation
from wallenstein.tourney.expectation import TimeEstimate


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="wallenstein")


def tourney(config: Path, *options: str) -> Result:
    return run("tourney", "--config", config, "--results", config.parent / "results", *options)


@pytest.fixture(autouse=True)
def _few_games_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectation, "ENOUGH_SECONDS", 0.1)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path, ("good", "bad"), blocks=3)


def test_standings_are_printed_and_the_run_is_named(config: Path) -> None:
    result = tourney(config, "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert "toy: 6 games in 2 chunks, seed 7, 1 process\nin " in result.stderr
    assert result.stdout.startswith("toy: 6 games, seed 7\n\ngood is 1st of 2")
    assert "\n\nbot " in result.stdout


def test_the_file_may_be_named_in_two_ways(config: Path) -> None:
    results = config.parent / "results"
    assert "toy: 6 games, seed 7" in run("tourney", config, "--results", results).stdout
    assert f"all results are in {only_run(results)}\n" in tourney(config).stderr


def test_what_can_be_done_next_is_named_with_its_files(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/nowhere/bin/wallenstein"])
    told = tourney(config).stderr.splitlines()
    folder = only_run(config.parent / "results")
    steps = dict(re.split(r": +", line.strip(), maxsplit=1) for line in told[-5:])
    assert steps == {
        "the report, for a browser": f"{folder / 'report.html'}",
        "play back a game": f"/nowhere/bin/wallenstein replay {folder} 0 --open",
        "why a bot does not win more": f"/nowhere/bin/wallenstein why {folder} bad",
        "strengths, seats, times": f"/nowhere/bin/wallenstein standings {folder} --full",
        "a tournament of your own": "/nowhere/bin/wallenstein init league",
    }
    assert (folder / "report.html").is_file()


def test_the_file_must_be_named_once(config: Path) -> None:
    assert "give its file: wallenstein tourney FILE" in run("tourney").stderr
    result = tourney(config, str(config))
    assert result.exit_code == 2
    assert "give its file once" in result.stderr


def test_the_first_fault_of_a_kind_is_told(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("crashing", "decent"), blocks=1)
    told = tourney(config).stdout
    folder = only_run(tmp_path / "results")
    assert told.endswith(
        "\n\nfaults, the first of each kind\n"
        "crashing: crash 2 times, first in game 0, after 2 decisions\n"
        "  ValueError: the ink is dry (misbehaving.py:79 in misbehave)\n"
    )
    assert run("standings", folder).stdout == told


def test_quiet_says_nothing_but_the_standings(config: Path) -> None:
    result = tourney(config, "--quiet")
    assert result.stderr == ""
    assert result.stdout.startswith("toy: 6 games")


def test_json_is_all_of_standard_output(config: Path) -> None:
    figures = json.loads(tourney(config, "--json").stdout)
    assert figures["finished"]
    assert figures["games"] == 6
    assert [entrant["name"] for entrant in figures["cells"][0]["entrants"]] == ["good", "bad"]
    stored = json.loads((Path(figures["folder"]) / "summary.json").read_text())
    assert stored["cells"] == figures["cells"]


def test_a_dry_run_plays_nothing_that_stays(config: Path) -> None:
    result = tourney(config, "--dry-run", "--jobs", "2")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(
        "toy: 6 games between 2 bots, in 2 chunks\nschedule: 3 blocks, each of one seed: 1 table, 2 games\n"
    )
    assert re.search(r"^time: about \d s on 2 processes \([12] of the games took", result.stdout, re.MULTILINE)
    assert re.search(r"^95 % intervals to expect \(simulated\): win shares ±\d+.\d %", result.stdout, re.MULTILINE)
    assert result.stdout.endswith("intervals from 3 blocks are wide and uncertain; 5 or more are better\n")
    assert result.stderr == "playing games for about 2 seconds to measure how long they take\n"
    assert not (config.parent / "results").exists()


def test_games_are_rounded_up_to_whole_blocks_and_that_is_said(config: Path) -> None:
    said = "games = 7 is rounded up to 8: 4 whole blocks of 2 games\n"
    assert said in tourney(config, "--dry-run", "--quiet", "--set", "tourney.games=7").stdout
    assert said in tourney(config, "--set", "tourney.games=7").stderr
    assert "rounded" not in tourney(config, "--dry-run", "--quiet", "--set", "tourney.games=8").stdout


def test_a_dry_run_warns_where_there_will_be_no_intervals(config: Path) -> None:
    told = tourney(config, "--dry-run", "--quiet", "--set", "tourney.blocks=1").stdout
    assert "warning: one block gives no intervals; with blocks = 10, all figures have them" in told
    assert "intervals to expect" not in told


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        (["format='ladder'", "margin=0.3", "blocks=400", "rounds=4"], "it ends when the order is decided, which took "),
        (["precision=0.1"], "it ends when every win share is known to ±10 %, which may take all games\n"),
        (["format='duel'", "betting.s0=0.5"], "it ends when the sequential test is decided, which may be long before"),
        (
            ["format='swiss'", "rounds=3", "blocks=4"],
            "schedule: 3 rounds of 2 blocks, each of one seed: 1 table, 2 games",
        ),
        (["format='swiss'", "rounds=3", "blocks=4"], "blocks = 4 is rounded up to 6: 3 rounds of 2 blocks\n"),
    ],
)
def test_a_dry_run_says_when_a_tournament_may_end(config: Path, sets: list[str], said: str) -> None:
    words = [word for key in sets for word in ("--set", f"tourney.{key}")]
    result = tourney(config, "--dry-run", "--quiet", *words)
    assert result.exit_code == 0, result.output
    assert said in result.stdout


def test_a_dry_run_tells_of_faults(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("crashing", "decent"), blocks=1)
    told = tourney(config, "--dry-run", "--quiet")
    assert told.stderr == ""
    assert "faults in 1 game tried: crashing 1; see wallenstein bots check BOT" in told.stdout


@pytest.mark.slow
def test_a_dry_run_tries_one_game_with_a_bot_that_hangs(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("hanging", "decent", "sloppy"), blocks=10, isolation="process", chunk=2)
    told = tourney(config, "--dry-run", "--json", "--quiet", "--jobs", "1", "--set", "run.limits.choose=0.5")
    guess = json.loads(told.stdout)["estimate"]
    assert guess["faults"] == {"hanging": 1}  # of one game
    assert 0.4 * 40 < guess["slow"]["hanging"] < guess["seconds"]  # it sits in 40 of 60 games
    text = tourney(config, "--dry-run", "--quiet", "--jobs", "1", "--set", "run.limits.choose=0.5").stdout
    assert re.search(r"^hanging exceeds its time limits, which takes about .* of that$", text, re.MULTILINE)


def test_a_dry_run_as_json(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("crashing", "decent"), blocks=1)
    figures = json.loads(tourney(config, "--dry-run", "--json", "--jobs", "2").stdout)
    assert (figures["games"], figures["bots"], figures["jobs"]) == (2, 2, 2)
    assert (figures["seeds"], figures["tables"], figures["half_width"]["points"]["mean"]) == (1, 1, None)
    assert figures["estimate"]["faults"] == {"crashing": 1}


def test_strict_tells_of_faults_by_its_exit_code(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("crashing", "decent"), blocks=1)
    assert tourney(config).exit_code == 0
    result = tourney(config, "--strict", "--quiet")
    assert result.exit_code == 1
    assert result.stderr == "wallenstein: 2 faults of bots; --strict allows none\n"


def test_manners_are_no_faults_for_strict(tmp_path: Path) -> None:
    assert tourney(write_config(tmp_path, ("printing", "decent"), blocks=1), "--strict").exit_code == 0


def test_a_bot_that_does_not_exist(tmp_path: Path) -> None:
    result = tourney(write_config(tmp_path, ("descent", "bad")))
    assert result.exit_code == 2
    assert 'bots.entries.0: there is no bot "descent"; did you mean "decent"' in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "results").exists()


def test_a_place_of_bots_that_does_not_exist(config: Path) -> None:
    told = tourney(config, "--set", 'bots.paths=["nowhere"]').stderr
    nowhere = config.parent / "nowhere"
    assert told == f'wallenstein: {config}: bots.paths: there is no file or folder "{nowhere}" to look for bots in\n'


def test_every_bot_that_does_not_exist_is_a_line(tmp_path: Path) -> None:
    lines = tourney(write_config(tmp_path, ("descent", "baad"))).stderr.splitlines()
    assert [line.split(": ")[2] for line in lines] == ["bots.entries.0", "bots.entries.1"]


def test_a_set_key_is_put_in_place_of_the_files(config: Path) -> None:
    assert "toy: 2 games" in tourney(config, "--set", "tourney.blocks=1").stdout


def test_verify_passes_a_sound_run_and_fails_a_damaged_one(config: Path) -> None:
    tourney(config)
    folder = only_run(config.parent / "results")
    result = run("verify", folder)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{folder}: 7 part files are intact, 6 of 6 games replayed with the same result\n"
    part = folder / "tables" / "timings" / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:-9] + b"?" + part.read_bytes()[-8:])
    result = run("verify", folder)
    assert result.exit_code == 1
    assert result.stdout == f"{part}: has changed since it was written\n{folder}: damaged; no game was replayed\n"


def test_verify_plays_a_sample(config: Path) -> None:
    tourney(config)
    assert (
        "2 of 6 games replayed with the same result"
        in run("verify", only_run(config.parent / "results"), "--sample", "2").stdout
    )


def test_verify_of_something_else(tmp_path: Path) -> None:
    result = run("verify", tmp_path)
    assert result.exit_code == 2
    assert "is not the folder of a run" in result.stderr


def test_a_dry_run_for_a_cluster_says_how_long_a_chunk_takes(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And which size would be right, where they are too short for it."""
    words = ("--dry-run", "--quiet", "--set", "tourney.blocks=400")
    cluster = ("--set", "run.executor=dask", "--set", "run.scheduler=local:2")
    assert "chunks:" not in tourney(config, *words).stdout
    monkeypatch.setattr(dry_run, "estimate", lambda *_: TimeEstimate(10, 0.1, 1.0, {}, {}, {}))
    told = tourney(config, *words, *cluster, "--set", "run.chunk=20", "--jobs", "2").stdout
    assert "chunks: about 20 games and 0.05 s each\n" in told
    assert "with run.chunk = 400, workers come back about once a second" in told
    told = tourney(config, *words, *cluster, "--set", "run.chunk=400", "--jobs", "2").stdout
    assert "chunks: about 400 games and 1 s each\n" in told
    assert "run.chunk" not in told
