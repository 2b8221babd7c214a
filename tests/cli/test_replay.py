"""`wallenstein replay`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageSequence

import tests.toy.game  # noqa: F401  (registers the toy game)
from tests.tourney.tournament import played, write_config
from wallenstein.cli import main


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["replay", *arguments], prog_name="wallenstein")


def test_a_game_between_bots(tmp_path: Path) -> None:
    result = run("--bots", "random,settler,miller", "--seed", "7", "--expansion", "landsknechte")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("wrote wallenstein-7.html (0.")
    page = (tmp_path / "wallenstein-7.html").read_text("utf-8")
    assert "<h1>Wallenstein, seed 7</h1>" in page
    assert "settler (blue)" in page


def test_runs_of_one_name_have_pages_of_their_own(tmp_path: Path) -> None:
    config = write_config(tmp_path, blocks=1)
    folders = [played(config, tmp_path, sets=[f"tourney.seed={seed}"]).folder for seed in (1, 2)]
    for folder in folders:
        assert run(str(folder), "0").stdout.startswith(f"wrote {folder.name}-0.html (0.")
    assert sorted(path.name for path in tmp_path.glob("*.html")) == sorted(f"{each.name}-0.html" for each in folders)


def test_a_review_needs_the_number_of_the_game(tmp_path: Path) -> None:
    folder = played(write_config(tmp_path, blocks=1), tmp_path).folder
    result = CliRunner().invoke(main, ["review", str(folder)])
    assert (result.exit_code, f"{folder}: GAME is missing; its games are 0 to" in result.stderr) == (2, True)
    result = CliRunner().invoke(main, ["review", str(folder), "9" * 5000])
    assert (result.exit_code, '999" is no game: give its number' in result.stderr) == (2, True)


def test_a_page_opens_at_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[str]()
    monkeypatch.setattr("click.launch", opened.append)
    arguments = ("--game", "toy", "--bots", "random,random", "--seed", "1", "--out", "a page.html", "--at", "part=2")
    assert run(*arguments).stdout.endswith(f"its address: {tmp_path.as_uri()}/a%20page.html#part=2\n")
    run(*arguments, "--open")
    assert opened == [f"{tmp_path.as_uri()}/a%20page.html#part=2"]


def test_pictures_to_send(tmp_path: Path) -> None:
    game = ("--game", "sixteen-thirty", "--bots", "random,random,random", "--seed", "1")
    assert run(*game, "--card", "end.png").stdout.startswith("wrote end.png (0.")
    with Image.open(tmp_path / "end.png") as picture:
        assert picture.size == (2400, 1350)
    assert run(*game, "--card", "turn.svg", "--at", "part=2").exit_code == 0
    assert ">Turn 2: " in (tmp_path / "turn.svg").read_text("utf-8")
    assert not list(tmp_path.glob("*.html")), "a page is written only with --out"
    result = run(*game, "--card", "end.png", "--at", "part=99")
    assert (result.exit_code, "--at part=99: the game has" in result.stderr) == (2, True)
    result = run(*game, "--card", "end.png", "--at", "fault=0")
    assert (result.exit_code, "--at fault=0: the game has 0 faults. See" in result.stderr) == (2, True)


@pytest.mark.slow
def test_a_game_that_moves(tmp_path: Path) -> None:
    assert (
        run("--bots", "random,random,random", "--seed", "1", "--gif", "game.gif", "--out", "page.html").exit_code == 0
    )
    with Image.open(tmp_path / "game.gif") as moving:
        assert 10 < len(list(ImageSequence.Iterator(moving))) <= 61
        assert moving.size == (900, 506)
    assert (tmp_path / "game.gif").stat().st_size < 3_000_000
    assert (tmp_path / "page.html").exists()


def test_a_scenario(tmp_path: Path) -> None:
    position = {"players": 3, "phase": "actions", "counties": {"anhalt": {"owner": 0, "armies": 5}},
                "actions": ["combat-a"], "plans": [{"actions": {"combat-a": "anhalt"}, "bid": 0}]}  # fmt: skip
    march = {"seat": 0, "kind": "march", "choice": {"to": "kursachsen", "armies": 4}}
    scenario = {"format": "wallenstein-scenario/1", "position": position, "decisions": [march], "until": "slot"}
    (tmp_path / "march.json").write_text(json.dumps(scenario))
    result = run("march.json", "--out", "page.html")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "attacks <strong>Kursachsen</strong>, neutral, with 4 armies" in page
    assert "draw whole games alone" in run("march.json", "--card", "x.png").stderr


def test_a_scenario_need_not_list_the_cards_of_its_season(tmp_path: Path) -> None:
    position = {"players": 3, "phase": "actions", "slot": 1, "counties": {"anhalt": {"owner": 0, "armies": 1}},
                "plans": [{"actions": {"combat-a": "anhalt"}, "bid": 0}]}  # fmt: skip
    scenario = {"format": "wallenstein-scenario/1", "position": position, "until": "season"}
    (tmp_path / "hidden.json").write_text(json.dumps(scenario))
    assert run("hidden.json", "--out", "page.html").exit_code == 0
    assert "1. a card that the position does not list" in (tmp_path / "page.html").read_text("utf-8")


def test_a_game_without_a_page_of_its_own_is_told() -> None:
    result = run("--game", "toy", "--bots", "random,random", "--seed", "1", "--out", "toy.html")
    assert result.exit_code == 0, result.output
    page = Path("toy.html").read_text("utf-8")
    assert "<h2>Round 1</h2>" in page
    assert "random</span> picks" in page


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "give a RUN and the number of a GAME, a SCENARIO.json, or --bots, and only one of them"),
        (("x.json", "--bots", "random"), "and only one of them"),
        (("--bots", "random", "--at", "part2"), '--at: "part2" is not a place; write step=123, part=2 or fault=0'),
        (("no-run", "3"), "no-run: is not the folder of a run"),
        ((".",), ".: is not the folder of a run; it has no manifest.jsonl"),
        (("no-run", "3", "--at", f"step={'9' * 5000}"), '99999" is not a place'),
        (("--bots", "random,random,random", "--review"), "--review is for a game of a RUN"),
        (("no.json",), "no.json: there is no such file"),
        (("no-run", "3", "--seed", "4"), "--seed, --paths and the options of a game are for a game between --bots"),
        (("no-run", "3", "--draft"), "the options of a game are for a game between --bots"),
        (("no-run", "3", "--card", "x.jpg"), "--card x.jpg: must end with .png or .svg"),
        (("no-run", "3", "--gif", "x.mp4"), "--gif x.mp4: must end with .gif"),
    ],
)
def test_what_cannot_be_played_back(arguments: tuple[str, ...], text: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert text in result.stderr
