"""What bots note with their decisions: kept beside the game, bounded, and harmless whatever is sent."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.tourney.tournament import contents, played_at, write_config
from tests.toy.game import ToyGame
from tests.toy.rules import ToyRules
from wallenstein.bots import BaseBot
from wallenstein.cli import main
from wallenstein.record.read import Run
from wallenstein.report.replays import replay_of_run
from wallenstein.table.answers import Answer, Garbled
from wallenstein.table.conditions import NO_LIMITS, NOTE, NOTES, Conditions, Maker, as_note
from wallenstein.table.faults import FaultKind
from wallenstein.table.played_game import PlayedGame, play_game
from wallenstein.table.processes.seat import ANSWERED, NOTED, PythonSpeech, answer_bytes
from wallenstein.table.protocol import JsonSpeech

RULES = ToyRules(rounds=2)
BOT = """
from wallenstein.bots import BaseBot, register

@register("noter")
class Noter(BaseBot):
    plays = "toy"

    def decide(self, view, decision):
        if {notes}:
            self.note("<b>I pick 2</b>")
        return 2
"""


class Noting(BaseBot):
    """Notes what a test wants."""

    def __init__(self, *notes: object, choice: object = 2) -> None:
        self.wanted = notes
        self.choice = choice

    def decide(self, view: Any, decision: Any) -> Any:
        for text in self.wanted:
            self.note(text)  # type: ignore[arg-type]  # a bot can note anything
        self.wanted = self.wanted if self.choice == 2 else ()
        choice, self.choice = self.choice, 2
        return choice


def play(bot: BaseBot, rules: ToyRules = RULES) -> PlayedGame:
    game = ToyGame()
    makers: list[Maker] = [lambda: bot, BaseBot]
    return play_game(game, game.new_game(rules, 2, 5), makers, 5, Conditions(), rules)


def test_notes_are_kept_with_their_decisions_and_change_nothing() -> None:
    noted = play(Noting("a", "b"))
    assert [tuple(note) for note in noted.notes] == [(0, 0, "a; b"), (0, 2, "a; b")]
    assert noted.decisions == play(Noting()).decisions


def test_a_note_is_one_short_line() -> None:
    assert as_note(" two\n lines\t and \x1b[31m red \ud800 ") == r"two lines and \x1b[31m red \ud800"
    assert len(as_note("x" * 10**6)) == NOTE
    assert as_note(17) == "17"


def test_the_notes_of_a_game_are_bounded() -> None:
    found = play(Noting("x" * NOTE), ToyRules(rounds=100)).notes
    assert len(found) == NOTES // NOTE < 100


def test_with_a_refused_choice_nothing_is_noted() -> None:
    assert play(Noting("why not", choice="nonsense")).notes == []


def test_a_note_comes_from_another_process() -> None:
    speech = PythonSpeech(ToyGame(), NO_LIMITS, 1, 2)
    speech.framed(1, ())  # type: ignore[arg-type]
    answer = answer_bytes(1, Answer(b"\x02", note="Trier: 0.71 ü"))
    assert (speech.read(answer, None, None), speech.note) == (b"\x02", "Trier: 0.71 ü")
    assert (speech.read(answer_bytes(1, Answer(b"\x02")), None, None), speech.note) == (b"\x02", "")


@pytest.mark.parametrize(
    "content", [b"", b"\x00", b"\xff\xff", b"\xff\xffshort", b"\x03\x00\xff\xfe\x1b\x02", b"\x00\x10" + b"\x1b" * 4096]
)
def test_a_hostile_process_can_send_anything(content: bytes) -> None:
    speech = PythonSpeech(ToyGame(), NO_LIMITS, 1, 2)
    speech.framed(1, ())  # type: ignore[arg-type]
    try:
        packed = speech.read(ANSWERED.pack(len(content), 1, NOTED) + content, None, None)
    except Garbled:
        assert len(content) < 2
    else:
        assert len(packed) <= len(content)
        assert len(speech.note) <= NOTE
        assert speech.note.isprintable()


def test_a_program_may_note_a_string() -> None:
    game = ToyGame()
    state = game.new_game(RULES, 2, 5)
    speech = JsonSpeech(game, NO_LIMITS, 5)
    speech.sent = 3
    assert speech.read(b'{"id": 2, "choice": 1, "note": "a\\nb"}', state, state.decision) == b"\x01"
    assert speech.note == "a b"
    with pytest.raises(Garbled, match='the "note" in its answer must be a string'):
        speech.read(b'{"id": 2, "choice": 1, "note": [1]}', state, state.decision)


@pytest.mark.slow
def test_all_ways_of_isolation_keep_the_same_notes_and_games(tmp_path: Path) -> None:
    folders = {}
    for notes in (True, False):
        (tmp_path / "own.py").write_text(BOT.format(notes=notes))
        config = write_config(tmp_path, ("noter", "bad"), blocks=1)
        config.write_text(config.read_text().replace('paths = ["', f'paths = ["{tmp_path / "own.py"}", "'))
        for mode in ("none", "process"):
            sets = [f'run.isolation="{mode}"', f'tourney.name="{mode}-{notes}"']
            folders[mode, notes] = played_at(config, tmp_path / "results", sets=sets).folder
    runs = {key: Run(folder) for key, folder in folders.items()}
    assert contents(runs["none", True].config_file.parent) == contents(runs["process", True].config_file.parent)
    rows = runs["process", True].table("notes").to_pylist()
    assert {row["text"] for row in rows} == {"<b>I pick 2</b>"}
    assert len(rows) == sum(row["kind"] == "pick" for row in runs["none", True].table("decisions").to_pylist()) // 2
    assert runs["none", False].table("notes").num_rows == 0
    for key in ("games", "decisions"):
        assert runs["none", True].table(key).equals(runs["none", False].table(key)), "notes are off the digest"
    assert FaultKind.CRASH not in {row["kind"] for row in runs["none", True].table("faults").to_pylist()}


@pytest.mark.slow
def test_notes_are_shown_beside_the_choice_and_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "noter.py").write_text(
        'from wallenstein import Bot, register\n\n@register("noter")\nclass Noter(Bot):\n'
        '    def choose(self, view, choice):\n        self.note("<b>why</b>\\x1b[1m")\n        return choice.default\n'
    )
    words = ["--bots", "noter.py,random,random", "--seed", "3"]
    told = CliRunner().invoke(main, ["play", *words])
    assert r"  noter (red) notes: tile: <b>why</b>\x1b[1m" in told.stdout
    as_json = CliRunner().invoke(main, ["play", *words, "--json"])
    assert '{"entry": "note", "seat": 0, "text": "tile: <b>why</b>' in as_json.stdout
    assert CliRunner().invoke(main, ["replay", *words, "--out", "page.html"]).exit_code == 0
    page = Path("page.html").read_text()
    assert "notes: &lt;b&gt;why&lt;/b&gt;" in page
    assert "<b>why" not in page
    sets = ["tourney.blocks=1", "tourney.players=3", "run.report=false"]
    Path("t.toml").write_text(
        '[tourney]\nseed = 1\n[bots]\npaths = ["noter.py"]\nentries = ["noter", "random", "miller"]\n'
    )
    played = CliRunner().invoke(main, ["tourney", "t.toml", "--quiet", *(w for s in sets for w in ("--set", s))])
    assert played.exit_code == 0, played.output
    assert "notes: &lt;b&gt;why" in replay_of_run(Run("t"), 0)
