"""Whatever names, options and files are called, nothing that a command writes can steer a terminal."""

import json
from io import StringIO
from pathlib import Path
from typing import TextIO, cast

import click
import pytest
from click.testing import CliRunner, Result

from tests.tourney.tournament import played, write_config
from wallenstein.cli import main
from wallenstein.cli.group import EscapingStream

STEERING = "\x1b[2J\x9b\x07\u202e\U000e0001\r"
CHARACTERS = {character for character in STEERING if not character.isprintable()}
LABEL = f"<b>{STEERING}</b>"


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


BOT = """
from wallenstein.bots.bot import BaseBot, register


@register("noted")
class Noted(BaseBot):
    def __init__(self, note: str = ""):
        self.note = note

    def decide(self, view, decision):
        return decision.options[0]
"""


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run whose cells are called by an option with such characters."""
    (tmp_path / "noted.py").write_text(BOT)
    label = "".join(character if character.isprintable() else f"\\U{ord(character):08x}" for character in LABEL)
    config = write_config(tmp_path, ("decent",), blocks=2)
    with config.open("a") as file:
        file.write(f'[[bots.entry]]\nname = "noted"\nbot = "{tmp_path / "noted.py"}:Noted"\n')
        file.write(f'[matrix]\n"bots.entry.noted.options.note" = ["{label}", "plain"]\n')
    return played(config, tmp_path / "results").folder


COMMANDS = (("standings",), ("standings", "--full"), ("compare",), ("why", "noted"), ("verify",))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_values_of_options_do_not_reach_the_terminal_raw(run: Path, words: tuple[str, ...]) -> None:
    command, *rest = words
    told = call(command, run, *rest)
    assert told.exit_code == 0, told.output
    assert not CHARACTERS & set(told.output)
    if command in ("standings", "compare"):
        assert "<b>\\" in told.output
        told = call(command, run, "--json")
        assert not CHARACTERS & set(told.output)
        assert json.dumps(LABEL)[1:-1] in json.dumps(json.loads(told.stdout))


@pytest.mark.parametrize("text", ["plain", "two\nlines\n", "\ttab and\N{NO-BREAK SPACE}space", "Straße 三 🎲"])
def test_text_is_written_as_it_is(text: str) -> None:
    stream = StringIO()
    click.echo(text, file=cast(TextIO, EscapingStream(stream)), nl=False)
    assert stream.getvalue() == text


def test_what_steers_a_terminal_is_escaped_as_in_json() -> None:
    stream = StringIO()
    print(json.dumps(STEERING, ensure_ascii=False), file=cast(TextIO, EscapingStream(stream)))
    assert stream.getvalue().rstrip("\n").isprintable()
    assert json.loads(stream.getvalue()) == STEERING
