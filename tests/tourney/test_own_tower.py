"""A tower's model of one's own plays in the isolation of bots, with the same games; its failures end the run."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.table.processes.kinds import each_kind, no_sandbox  # noqa: F401
from tests.tourney.tournament import contents, played
from wallenstein.cli import main
from wallenstein.core.errors import ConfigErrors
from wallenstein.table.processes.sandbox import Kind
from wallenstein.tourney.run import prepare
from wallenstein.tourney.worker.supervisor import RulesFailed

LEAKY = """
class Leaky:
    def __init__(self, keeps=5):
        self.keeps = keeps

    def drop(self, random, falling, inside):
        return [max(0, n - n // self.keeps - (random() < 0.5)) for n in map(sum, zip(falling, inside))]
"""
ABROAD = 'import sys\n\nassert "wallenstein.tourney" not in sys.modules, "this process plays games"\n'
READING = "open({path!r}).read()\n"
FAILING = """
import os


class Crash:
    def drop(self, random, falling, inside):
        raise ValueError("\\x1b[31m boom")


class Quit:
    def drop(self, random, falling, inside):
        os._exit(3)


class Hang:
    def drop(self, random, falling, inside):
        while True:
            pass


class Nonsense:
    def drop(self, random, falling, inside):
        return [1 + n for n in falling]


class Endless:
    def drop(self, random, falling, inside):
        return {"falls": ["out"]}
"""
CONFIG = """
[tourney]
name = "towers"
seed = 5
blocks = {blocks}
rotation = "none"
[game]
tower = {{ model = "towers.py:{model}" }}
[bots]
entries = {bots}
[run]
isolation = "{isolation}"
chunk = 2
limits = {{ start = 60.0, choose = {choose} }}
"""


def config(
    folder: Path, code: str, isolation: str, model: str = "Leaky", bots: str = "regent", **values: object
) -> Path:
    (folder / "towers.py").write_text(code)
    path = folder / f"{isolation}.toml"
    entries = str(["random", "settler", "miller", bots]).replace("'", '"')
    values = {"blocks": 4, "choose": 60.0, **values}
    path.write_text(CONFIG.format(isolation=isolation, model=model, bots=entries, **values))
    return path


@pytest.mark.parametrize(("isolation", "jobs"), [("auto", 1), ("process", 2)])
def test_its_games_are_the_same_in_a_process_of_its_own(tmp_path: Path, isolation: str, jobs: int) -> None:
    here = played(config(tmp_path, LEAKY, "none"), tmp_path / "here").folder
    there = played(config(tmp_path, ABROAD + LEAKY, isolation), tmp_path / "there", jobs).folder
    assert contents(here) == contents(there)


def test_with_none_it_runs_in_the_process_that_plays(tmp_path: Path) -> None:
    with pytest.raises(ConfigErrors, match="this process plays games"):
        prepare(config(tmp_path, ABROAD + LEAKY, "none"), (), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("isolation", ["auto", "process", "sandbox"])
def test_bots_that_search_throw_as_the_tower_does(tmp_path: Path, isolation: str) -> None:
    if isolation == "sandbox" and no_sandbox():
        pytest.skip("no sandbox here")
    here, there = (
        played(config(tmp_path, LEAKY, mode, bots="seer", blocks=1), tmp_path / mode).folder
        for mode in ("none", isolation)
    )
    assert contents(here) == contents(there)


@pytest.mark.slow
@pytest.mark.parametrize("isolation", ["auto", "sandbox"])
def test_it_is_isolated_as_well_where_games_are_played_again(tmp_path: Path, isolation: str) -> None:
    if isolation == "sandbox" and no_sandbox():
        pytest.skip("no sandbox here")
    run = played(config(tmp_path, ABROAD + LEAKY, isolation), tmp_path / "results").folder
    page = str(tmp_path / "page.html")
    for words in (["verify", "--jobs", "2"], ["record", "1"], ["replay", "0", "--out", page]):
        done = CliRunner().invoke(main, [words[0], str(run), *words[1:], "--trust"])
        assert done.exit_code == 0, done.output


def test_it_is_isolated_in_a_single_game_too(tmp_path: Path) -> None:
    config(tmp_path, ABROAD + LEAKY + FAILING, "auto")
    words = ["play", "--bots", "random,random,random,random", "--seed", "1", "--tower"]
    done = CliRunner().invoke(main, [*words, f"{tmp_path}/towers.py:Leaky"])
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(main, [*words, f"{tmp_path}/towers.py:Quit"])
    assert done.exit_code == 2
    assert "Quit failed: its process ended with exit code 3" in done.output


@pytest.mark.slow
def test_in_a_sandbox_it_reads_no_files_of_others(tmp_path: Path, kind: Kind) -> None:
    (tmp_path / "author").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    code = READING.format(path=str(tmp_path / "secret.txt")) + LEAKY
    with pytest.raises(ConfigErrors, match=r"game\.tower\.model: .*(Permission denied|No such file)"):
        prepare(config(tmp_path / "author", code, "sandbox"), (), tmp_path)
    prepare(config(tmp_path / "author", code, "process"), (), tmp_path)
    here = played(config(tmp_path / "author", LEAKY, "none", blocks=1), tmp_path / "here").folder
    there = played(config(tmp_path / "author", LEAKY, "sandbox", blocks=1), tmp_path / kind).folder
    assert contents(here) == contents(there)


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("Crash", r"game\.tower\.model: .*towers\.py:Crash failed: ValueError: .* boom\n *towers\.py:7 in drop$"),
        ("Quit", r"towers\.py:Quit failed: its process ended with exit code 3$"),
        ("Hang", r"towers\.py:Hang failed: .*interrupted after 0\.3 seconds"),
        ("Nonsense", r"T1: the tower model .*towers\.py:Nonsense returned \[8, .*, but only \[7, "),
        ("Endless", r"T1: the tower model .*towers\.py:Endless returned \['falls'\], but only"),
    ],
)
def test_its_failure_ends_the_run_and_blames_no_bot(tmp_path: Path, model: str, sentence: str) -> None:
    with pytest.raises(RulesFailed, match=f"(?s)the rules failed in game 0: .*{sentence}"):
        played(config(tmp_path, FAILING, "auto", model, choose=0.3), tmp_path / "results")


@pytest.mark.parametrize("isolation", ["none", "auto"])
@pytest.mark.parametrize(
    ("code", "model", "sentence"),
    [
        (LEAKY, "Lekay", "has no class Lekay with a method drop"),
        (LEAKY + "class Nothing:\n    pass\n", "Nothing", "has no class Nothing with a method drop"),
        (LEAKY, 'Leaky", kept = "3', r"game\.tower\.kept: .* has no such parameter; did you mean \"keeps\""),
        ("import nothing_of_the_kind\n", "Leaky", "towers.py cannot be imported: No module named"),
        ("import os\nos._exit(3)\n" + LEAKY, "Leaky", "while it was loaded, its process ended with exit code 3"),
    ],
)
def test_its_mistakes_are_those_of_the_configuration(
    tmp_path: Path, isolation: str, code: str, model: str, sentence: str
) -> None:
    if isolation == "none" and "_exit" in code:
        pytest.skip("it would end this process")
    with pytest.raises(ConfigErrors, match=rf"{isolation}\.toml: game\.tower\S*: .*{sentence}|{sentence}"):
        prepare(config(tmp_path, code, isolation, model), (), tmp_path)
