"""`wallenstein bots protocol`, and `bots new --language`."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

import tests.toy.game  # noqa: F401  (registers the toy game)
from wallenstein.cli import main


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, ["bots", *words], prog_name="wallenstein")
    assert result.exit_code == 0, result.output
    return result


def schema(*words: str) -> Draft202012Validator:
    """The schema that the command prints."""
    document = json.loads(run("protocol", "--schema", *words).stdout)
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


def test_the_short_text_shows_messages_and_answers_as_the_schema_has_them() -> None:
    text = run("protocol").stdout
    assert all(len(line) <= 110 for line in text.splitlines())
    shown = re.findall(r"^[<>] (.*(?:\n   .*)*)", text, re.MULTILINE)
    assert len(shown) == 8
    described = schema()
    for document in (json.loads(one.replace(", ...", "").replace("{...}", "{}")) for one in shown):
        if "type" in document:
            assert list(document) == [
                key for key in described.schema["$defs"][document["type"]]["properties"] if key in document
            ]
            assert set(document) | {"options"} >= set(described.schema["$defs"][document["type"]]["required"])
        else:
            assert described.is_valid(document)


def test_the_schema_is_that_of_the_game() -> None:
    assert schema().is_valid({"id": 3, "choice": {"to": "anhalt", "armies": 1}})
    assert not schema("--game", "toy").is_valid({"id": 3, "choice": {"to": "anhalt", "armies": 1}})
    assert schema("--game", "toy").is_valid({"id": 3, "choice": 2})


@pytest.mark.parametrize("language", ["js", "c"])
def test_new_writes_a_bot_in_another_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("new", "heron", "--language", language).stdout
    assert said.startswith(f"bots/heron.{language}: the bot\n")
    assert (tmp_path / "bots" / f"heron.{language}").is_file()
    assert 'In a tournament: entries = [{ name = "heron", command = [' in said


WORDS = (sys.executable, str(Path(__file__).parents[1] / "languages" / "toy_command.py"))
PROGRAM = shlex.join(WORDS)


def check(*words: str) -> Result:
    """`bots check` in the toy game."""
    return CliRunner().invoke(
        main, ["bots", "check", *words, "--game", "toy", "--rounds", "1"], prog_name="wallenstein"
    )


def test_check_plays_a_command() -> None:
    good = check("--command", f"{PROGRAM} decent")
    assert (good.exit_code, good.stdout.splitlines()[-1]) == (0, f"{' '.join(WORDS)} decent: no faults")
    bad = check("--command", f"{PROGRAM} illegal")
    assert bad.exit_code == 1
    assert "FAULT  legal" in bad.stdout


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], 'give either the NAME of a bot, or --command "node otter.js"'),
        (["random", "--command", "node otter.js"], "give either the NAME"),
        (["--command", "node 'otter.js"], "--command node 'otter.js: No closing quotation"),
        (["--command", " "], "--command: the command has no words"),
        (["--command", "./nothing otter.js"], "there is no executable program ./nothing"),
    ],
)
def test_check_says_what_is_wrong_with_a_command(words: list[str], text: str) -> None:
    result = check(*words)
    assert result.exit_code == 2
    assert text in result.stderr
    assert len(result.stderr.splitlines()) == 1
