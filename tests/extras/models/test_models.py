"""A language model's seat, at a server of this machine: good answers, bad ones, none, and what is kept of them."""

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from tests.extras.models.endpoint import Behaviour, Reply, asked, completion, nonsense, served, slowly, well
from tests.extras.seat.tables import Chooser
from wallenstein.analysis import load
from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.extras.models.endpoint import Again, Answers, Endpoint, read_completion
from wallenstein.extras.models.seat import Model, other_names, replaced
from wallenstein.extras.seat.table import kept_table, new_table
from wallenstein.games import find_game
from wallenstein.record.read import Run
from wallenstein.report.replays import replay_of_run
from wallenstein.tourney.verification import verify_run

SECRET = "sk-nobody-may-read-this"


def play(folder: Path, url: str, game: str = "wallenstein", blocks: int = 1, more: str = "", **options: Any) -> Any:
    """A tournament of one seat in which a model sits."""
    config = configured(folder, url, game, blocks, **options)
    words = ["tourney", "--config", str(config), "--results", str(folder / "results"), *more.split()]
    return CliRunner().invoke(main, words, catch_exceptions=False)


def configured(folder: Path, url: str, game: str = "wallenstein", blocks: int = 1, **options: Any) -> Path:
    (folder / "prompt.md").write_text("You play to win.", "utf-8")
    given = {"wait": 0.01, "seconds": 5.0, **options}
    written = ", ".join(f"{name} = {json.dumps(value)}" for name, value in given.items())
    model = f'{{ model = "tiny", endpoint = "{url}", prompt = "prompt.md", options = {{ {written} }} }}'
    (folder / "t.toml").write_text(
        f'[game]\nname = "{game}"\n[tourney]\nname = "t"\nseed = 5\nblocks = {blocks}\nformat = "list"\n'
        f'rotation = "none"\ntables = [["tiny", "random", "random"]]\n[bots]\nentries = [{model}, "random"]\n'
        "[run]\njobs = 1\nreport = false\n[log]\n"
        'tables = ["games", "seats", "decisions", "faults", "notes", "timings"]\n',
        "utf-8",
    )
    return folder / "t.toml"


def run_in(folder: Path) -> Run:
    return Run(next((folder / "results").glob("t-*")))


def faults(run: Run) -> list[str]:
    return [row["text"] for row in run.table("faults").to_pylist()]


def kept(run: Run) -> list[dict[str, Any]]:
    lines = (Path(str(run.folder)) / "answers" / "tiny.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("game", ["wallenstein", "sixteen-thirty"])
def test_a_model_plays_and_the_run_verifies_without_it(game: str, tmp_path: Path) -> None:
    with served(well) as server:
        result = play(tmp_path, server.url, game, input_price=2.0, output_price=8.0)
        assert result.exit_code == 0, result.output
    run = run_in(tmp_path)
    assert faults(run) == []
    first = server.requests[0]
    assert first["model"] == "tiny"
    assert first["messages"][0]["content"].startswith("You play to win.")
    assert first["response_format"]["json_schema"]["schema"]["$defs"]["choice"]
    assert not ({"options", "offer"} & set(asked(first))), "what is legal is listed only on demand"
    assert len(kept(run)) == len(server.requests)
    assert (kept(run)[0]["input"], kept(run)[0]["cost"]) == (1000, 0.00208)
    model, *others = load(run.folder).timings().to_dict("records")
    assert (model["calls"], model["retries"]) == (len(server.requests), 0)
    assert model["cost"] == pytest.approx(0.00208 * model["calls"])
    assert (model["tokens_in"], model["tokens_out"]) == (1000 * model["calls"], 10 * model["calls"])
    assert model["waited"] > 0
    assert {other["calls"] for other in others} == {0}
    assert f"tiny: {model['calls']} calls, " in result.output
    assert {row["text"] for row in run.table("notes").to_pylist()} == {"a safe choice"}
    found = verify_run(run, None, print)
    assert (found.games, found.problems) == (1, [])
    assert "tiny" in replay_of_run(run, 0)


def test_a_model_of_a_configuration_plays_at_the_terminal_and_the_same_game_asks_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with served(well) as server:
        configured(tmp_path, server.url)
        words = ["play", "--bots", "t.toml:tiny,random,random", "--seed", "5", "--brief"]
        played = [(CliRunner().invoke(main, words).stdout, len(server.requests)) for _ in range(2)]
    assert played[0] == played[1]
    assert "tiny (red) notes: tile: a safe choice" in played[0][0]
    wrong = CliRunner().invoke(main, ["play", "--bots", "t.toml:tinny,random,random"])
    assert 't.toml: has no bot "tinny"; did you mean "tiny"?' in wrong.stderr


def test_a_model_plays_with_people_and_answers_are_kept_when_they_leave(tmp_path: Path) -> None:
    with served(well) as server:
        seats = ["me=ann", f"{configured(tmp_path, server.url)}:tiny", "random"]
        with pytest.raises(KeyboardInterrupt):
            new_table(seats, [], {"name": "wallenstein"}, 1, tmp_path).play(Chooser(leaves=6))
        before = len(server.requests)
        run = Run(kept_table(tmp_path).play(Chooser()).folder)
    assert 0 < before < len(server.requests) == len(kept(run))
    assert run.table("timings").to_pylist()[1]["calls"] == len(server.requests), "with those before the pause"


@pytest.mark.slow
def test_a_slow_endpoint_is_waited_for(tmp_path: Path) -> None:
    with served(slowly) as server:
        play(tmp_path, server.url)
    assert faults(run_in(tmp_path)) == []
    assert kept(run_in(tmp_path))[0]["seconds"] > 2


def test_an_illegal_answer_is_sent_back_and_then_a_fault(tmp_path: Path) -> None:
    with served(nonsense) as server:
        play(tmp_path, server.url, corrections=1)
    assert len(server.requests) == 2 * 3, "twice each, until the seat is benched"
    assert "That is not possible" in server.requests[1]["messages"][-1]["content"]
    assert len(faults(run_in(tmp_path))) == 3
    assert run_in(tmp_path).table("seats").to_pylist()[0]["benched"]


def test_a_model_that_asks_learns_what_is_legal(tmp_path: Path) -> None:
    def curious(request: dict[str, Any], number: int) -> Reply:
        return well(request, number) if len(request["messages"]) > 2 else completion('{"options": true}')

    with served(curious) as server:
        play(tmp_path, server.url)
    assert faults(run_in(tmp_path)) == []
    offered = json.loads(server.requests[1]["messages"][-1]["content"])
    assert "counties" in offered["offer"]


FAILING: dict[str, tuple[Behaviour, str]] = {
    "429": (lambda request, number: (429, b"", {"Retry-After": "0"}), "answers with the status 429"),
    "500": (lambda request, number: (500, b"oops", {}), "answers with the status 500"),
    "half a body": (
        lambda request, number: (200, b'{"choices": [', {"Content-Length": "99"}),
        "IncompleteRead|too early",
    ),
    "no completion": (lambda request, number: (200, b'{"choices": []}', {}), "not a chat completion"),
    "401": (lambda request, number: (401, SECRET.encode(), {}), "cannot be asked: it answers with the status 401"),
    "elsewhere": (lambda request, number: (307, b"", {"Location": "http://127.0.0.1:9/"}), "the status 307"),
}


@pytest.mark.parametrize("name", FAILING)
def test_failures_of_the_endpoint_are_faults_with_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TINY_KEY", SECRET)
    behave, said = FAILING[name]
    with served(behave) as server:
        result = play(tmp_path, server.url, key="TINY_KEY", retries=1)
    assert result.exit_code == 0, "the others play on"
    run = run_in(tmp_path)
    assert any(part in faults(run)[0] for part in said.split("|")), faults(run)[0]
    assert len(server.requests) == 3 * (1 if name in ("401", "elsewhere") else 2)
    assert server.headers[0]["Authorization"] == f"Bearer {SECRET}"
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or SECRET.encode() not in file.read_bytes(), file
    assert SECRET not in result.output


def test_what_fails_once_is_asked_again(tmp_path: Path) -> None:
    with served(lambda request, number: (503, b"", {}) if number == 1 else well(request, number)) as server:
        play(tmp_path, server.url)
    assert faults(run_in(tmp_path)) == []
    assert kept(run_in(tmp_path))[0]["retries"] == 1
    times = run_in(tmp_path).table("timings").to_pylist()[0]
    assert (times["retries"], times["calls"]) == (1, len(server.requests))


def test_a_run_without_models_has_no_columns_for_them_and_loads_beside_one_that_has(tmp_path: Path) -> None:
    with served(well) as server:
        play(tmp_path, server.url)
        play(tmp_path, server.url, more="--set tourney.name=without --set tourney.tables=[['random','random','random']]"
             " --set bots.entries=['random']")  # fmt: skip
    plain = next((tmp_path / "results").glob("without-*"))
    assert Run(plain).columns("timings") == ["game", "seat", "seconds", "decisions", "longest"]
    both = load(run_in(tmp_path).folder, plain).timings(columns=["run", "calls"])
    assert both.calls.notna().tolist() == [True] * 3 + [False] * 3
    (tmp_path / "results").rename(tmp_path / "days")
    (tmp_path / "league.json").write_text("{}", "utf-8")
    assert len(load(tmp_path).timings()) == 6, "as days of a league"


@pytest.mark.parametrize("budget", [{"max_calls": 4}, {"max_cost": 0.004, "input_price": 1.0}])
def test_a_budget_stops_the_seat_and_not_the_run(budget: dict[str, Any], tmp_path: Path) -> None:
    with served(well) as server:
        result = play(tmp_path, server.url, blocks=2, **budget)
    assert result.exit_code == 0
    assert len(server.requests) == 4
    assert "the budget of the model tiny is used up" in faults(run_in(tmp_path))[0]
    assert run_in(tmp_path).table("games").num_rows == 2


def test_a_key_that_cannot_be_sent_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TINY_KEY", f"{SECRET}\n")
    with served(well) as server:
        result = play(tmp_path, server.url, key="TINY_KEY")
    assert "cannot be sent" in faults(run_in(tmp_path))[0]
    assert SECRET not in result.output + "".join(faults(run_in(tmp_path)))


def test_a_missing_key_is_a_sentence(tmp_path: Path) -> None:
    assert "NO_SUCH_KEY" not in os.environ
    with served(well) as server:
        play(tmp_path, server.url, key="NO_SUCH_KEY")
    assert server.requests == []
    assert "the variable NO_SUCH_KEY" in faults(run_in(tmp_path))[0]


@pytest.mark.parametrize("game", ["wallenstein", "sixteen-thirty"])
def test_other_names_hide_the_game(game: str, tmp_path: Path) -> None:
    with served(well) as server:
        play(tmp_path, server.url, game, other_names=True)
    assert faults(run_in(tmp_path)) == []
    sent = json.dumps(server.requests)
    for name in ("bremen", "Bremen", "france", "combat-a", "wallenstein", "sixteen-thirty"):
        assert f"{name}" not in sent.replace("wallenstein-position", ""), name
    assert "place01" in sent


def test_other_names_lead_back() -> None:
    game: Any = find_game("wallenstein")
    book = game.documents.book(game.rules({"name": "wallenstein"}, Path()), 4)
    names = other_names(game, book, Random(1))
    text = json.dumps({"choice": {"to": "gft-mark", "actions": {"combat-a": "koeln"}}})
    assert len(set(names.values())) == len(names)
    assert replaced(replaced(text, names), {other: name for name, other in names.items()}) == text


def test_a_question_of_a_game_is_sent_once(tmp_path: Path) -> None:
    file, talk = tmp_path / "answers" / "m.jsonl", [{"role": "user", "content": "?"}]
    with served(lambda request, number: completion(f"answer {number}")) as server:
        model = Model("m", server.url).options
        first, again = Endpoint(model, Answers(file)), Endpoint(model, Answers(file))
        assert first.ask(talk, {}, 1) == first.ask(talk, {}, 1) == again.ask(talk, {}, 1) == "answer 1"
        assert again.ask(talk, {}, 2) == "answer 2", "another game"
        assert first.ask([*talk, *talk], {}, 1) == "answer 3"
        assert (again.answers.calls, first.answers.calls) == (1, 2), "they look before they ask"
    file.write_bytes(file.read_bytes()[:-5])
    torn = Answers(file)
    torn.look()
    assert torn.calls == 2, "a line that is not whole is left for later"


def test_a_dry_run_asks_nothing_and_says_how_many_calls(tmp_path: Path) -> None:
    with served(well) as server:
        result = play(tmp_path, server.url, more="--dry-run")
    assert server.requests == []
    assert "calls of the model tiny: about " in " ".join(result.output.split()), result.output


def test_mistakes_in_an_entry_are_sentences(tmp_path: Path) -> None:
    assert "must begin with http" in play(tmp_path, "ftp://x").output
    far = play(tmp_path, "http://x", more="--set run.executor=dask --set run.scheduler=local:2")
    assert 'run.executor: must be "local" with a language model' in far.output
    with pytest.raises(ConfigError, match="retries: must not be below 0"):
        Model("m", "http://x", retries=-1)
    with pytest.raises(ConfigError, match="plays in `wallenstein tourney`"):
        Model("m", "http://x").start(None)  # type: ignore[arg-type]
    for data in (b"", b"[]", b"[" * 100_000, b'{"choices": [{"message": {"content": 3}}]}'):
        with pytest.raises(Again):
            read_completion(data)
