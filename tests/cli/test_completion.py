"""Shells complete commands, bots, runs and configurations; runs and configurations are found by their names alone."""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from tests.tourney.tournament import played, write_config
from wallenstein.cli import main


def completed(*words: str) -> list[str]:
    """What the last word can become."""
    *before, incomplete = words
    found = ShellComplete(main, {}, "wallenstein", "_WALLENSTEIN_COMPLETE").get_completions(list(before), incomplete)
    return [item.value for item in found if item.type == "plain"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a run in `results`."""
    monkeypatch.chdir(tmp_path)
    return played(write_config(tmp_path), tmp_path / "results").folder.name


def test_commands() -> None:
    assert completed("sta") == ["standings"]
    assert completed("bots", "ch") == ["check"]
    assert completed("completion", "") == ["bash", "zsh", "fish"]


def test_bots() -> None:
    assert completed("bots", "show", "set") == ["settler"]
    assert completed("play", "--bots", "regent,ran") == ["regent,random"]


def test_runs(run: str) -> None:
    for command in ("standings", "verify", "compare", "record"):
        assert completed(command, "to") == [run]
    assert completed("standings", "quick") == []


def test_configurations(run: str) -> None:
    assert completed("tourney", "to") == ["toy.toml", "tower-models"]
    assert "quickstart" in completed("config", "show", "qui")
    assert completed("docs", "conf") == ["configuration"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_valid(shell: str, tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["completion", shell])
    assert told.exit_code == 0
    assert "_WALLENSTEIN_COMPLETE" in told.stdout
    if which(shell):
        script = tmp_path / "script"
        script.write_text(told.stdout)
        subprocess.run([shell, "-n", str(script)], check=True)


def test_a_run_is_found_by_its_name(run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (run, run.rpartition("-")[0]):
        told = CliRunner().invoke(main, ["standings", name, "--json"])
        assert told.exit_code == 0
        assert json.loads(told.stdout)["name"] == "toy"
    refused = CliRunner().invoke(main, ["standings", "toi"])
    assert refused.exit_code == 2
    assert f'known: "{run}"' in refused.stderr


def test_what_is_in_this_folder_comes_first(run: str, tmp_path: Path) -> None:
    (tmp_path / "quickstart.toml").write_text((tmp_path / "toy.toml").read_text())
    told = CliRunner().invoke(main, ["config", "show", "quickstart"])
    assert 'name = "toy"' in told.stdout


def test_ready_configurations_are_listed_and_found_by_name() -> None:
    listed = json.loads(CliRunner().invoke(main, ["config", "list", "--json"]).stdout)
    assert {"quickstart", "sixteen-thirty"} <= {row["name"] for row in listed}
    assert all(Path(row["file"]).is_file() and row["idea"] for row in listed)
    shown = CliRunner().invoke(main, ["config", "show", "quickstart"])
    assert 'name = "quickstart"' in shown.stdout
    assert "Is regent better than miller?" in CliRunner().invoke(main, ["config", "list"]).stdout


def test_documents_are_listed_and_printed() -> None:
    listed = CliRunner().invoke(main, ["docs"]).stdout
    assert "configuration" in listed
    page = CliRunner().invoke(main, ["docs", "docs/sixteen-thirty/bots.md"])
    assert page.stdout.startswith("# Bots for Sixteen Thirty Something")
    rows = json.loads(CliRunner().invoke(main, ["docs", "--json"]).stdout)
    assert all(Path(row["file"]).is_file() for row in rows)
    refused = CliRunner().invoke(main, ["docs", "bot"])
    assert refused.exit_code == 2
    assert 'there is no document "bot"; did you mean "bots"?' in refused.stderr


ASK = """
source <(wallenstein completion bash)
compopt() { :; }  # it works only while somebody types
COMP_WORDS=(wallenstein "$@"); COMP_CWORD=$#; COMPREPLY=()
_wallenstein_completion wallenstein
echo "${COMPREPLY[*]}"
"""


@pytest.mark.skipif(which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("words", "reply"), [(("tourney", "quickst"), "quickstart"), (("bots", "show", "set"), "settler")]
)
def test_bash_completes_names_where_files_would_do_too(words: tuple[str, ...], reply: str, tmp_path: Path) -> None:
    environ = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = ["bash", "-c", ASK, "bash", *words]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True)
    assert done.stdout == f"{reply}\n", done.stderr
