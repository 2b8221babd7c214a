"""Questions in words, reasons, rules and hints; what a seat is told and shown hides what it may not know."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.extras.seat.tables import GAMES, Chooser, table_of
from wallenstein.extras.seat.question import OpenQuestion, rule_text
from wallenstein.extras.seat.telling import Eyes
from wallenstein.games.wallenstein.names import ACTIONS
from wallenstein.games.wallenstein.seat import effect
from wallenstein.games.wallenstein.story.story import ACTIONS as SAID
from wallenstein.pages.html import Html


class Watching(Chooser):
    """Keeps what the person was asked, told and shown."""

    def __init__(self) -> None:
        super().__init__(look=self.keep)
        self.kinds: set[str] = set()
        self.html = ""

    def begin(self, table: Any, state: Any) -> None:
        self.table, self.eyes = table, Eyes(table, table.people[0], state)

    def keep(self, state: Any, decision: Any) -> None:
        """Checks the question; it has words for everything."""
        question = OpenQuestion(self.table, state, decision)
        self.kinds.add(decision.kind)
        assert question.text.endswith((".", "?"))
        assert question.options or question.offer
        assert len(question.rule) > 60
        written = json.loads(json.dumps(question.page_document()))
        assert question.read(written["default"]) is not None or written["default"] is None
        assert question.why_not(written["default"]) == ""
        assert all(option["text"] and "{" not in option["text"] for option in written["options"])
        self.check_hidden(state, question.view, decision)

    def check_hidden(self, state: Any, view: Any, decision: Any) -> None:
        """What is shown does not depend on what is hidden: another state with the same view shows the same."""
        flat = self.eyes.guide.flat
        other = view.sample(Random(len(state.journal)))
        assert json.dumps(flat(view)) == json.dumps(flat(other.view(decision.seat)))
        steps = self.eyes.look(state)
        self.html += "".join(step["html"] for step in steps)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_has_words_and_shows_nothing_hidden(name: str, tmp_path: Path) -> None:
    front = Watching()
    table_of(name, tmp_path).play(front)
    assert len(front.kinds) > 3
    assert "secret" not in front.html
    state, seat = front.played.state, front.eyes.seat  # type: ignore[union-attr]
    assert state.journal is not None
    for entry in state.journal:
        if type(entry).__name__ == "ActionsShown":
            hidden = ", ".join(SAID[action] for action in entry.actions[5:])
            assert hidden not in front.html
        if type(entry).__name__ == "Drew" and entry.seat != seat and len(entry.cards) > 1:
            assert front.eyes.story.names.cards(entry.cards) not in front.html
    if name != "sixteen-thirty":
        assert "face down: " + Html('<span class="quiet">hidden</span>') in front.html


def test_a_box_says_what_it_would_do_now(tmp_path: Path) -> None:
    told: dict[str, Any] = {}

    def look(state: Any, decision: Any) -> None:
        if decision.kind == "plan" and not told:
            view = state.view(decision.seat)
            county = decision.options.counties[0]
            told.update({name: effect(view, action, county) for action, name in enumerate(ACTIONS)})
            told["value"] = view.book.board.taxes[county]

    table_of("second", tmp_path).play(Chooser(look=look))
    assert told["taxes"] == f"collects {told['value']} Thalers in taxes"
    assert told["palace"] == "builds a palace for 3 Thalers"
    assert told["deploy-5"] == "deploys 5 armies for 3 Thalers"
    assert told["combat-a"].startswith("marches with up to ")


def test_reasons_name_the_cause(tmp_path: Path) -> None:
    said: dict[str, str] = {}

    def look(state: Any, decision: Any) -> None:
        if decision.kind == "march":
            to = state.book.board.ids[decision.options.targets[0]]
            said["many"] = OpenQuestion(table, state, decision).why_not({"to": to, "armies": 60})
            far = next(c for c in state.book.counties if c not in state.book.neighbours[decision.step.county])
            said["far"] = OpenQuestion(table, state, decision).why_not({"to": state.book.board.ids[far], "armies": 1})
        if decision.kind == "plan":
            said["plan"] = OpenQuestion(table, state, decision).why_not({"actions": {}, "bid": 0})

    table = table_of("second", tmp_path)
    table.play(Chooser(look=look))
    assert "at least one stays" in said["many"]
    assert "does not border on" in said["far"]
    assert said["plan"].startswith("W23: ann leaves 10")


@pytest.mark.parametrize("name", ["second", "sixteen-thirty"])
def test_hints_are_legal_choices(name: str, tmp_path: Path) -> None:
    kinds, searched = set(), list[str]()

    def look(state: Any, decision: Any) -> None:
        if decision.kind not in kinds:
            kinds.add(decision.kind)
            question = OpenQuestion(table, state, decision)
            choice, text = question.hint(question.guide.advisers[0])
            assert question.why_not(choice) == ""
            assert text.startswith(question.guide.advisers[0])
            if decision.kind in ("plan", "vote"):
                assert re.search(r"; wins \d+ % by 60 playouts", question.hint(question.guide.advisers[1])[1])
                searched.append(decision.kind)

    table = table_of(name, tmp_path)
    table.play(Chooser(look=look))
    assert len(kinds) > 3
    assert len(searched) == 1


def test_rules_are_quoted_from_the_documents() -> None:
    assert rule_text("rules", "W44").startswith("W44 Combat A and B need at least two armies")
    assert "Bidding" in rule_text("sixteen-thirty/rules", "5.6.1")
    assert rule_text("rules", "W999") == "W999: see `wallenstein docs rules`"
