"""A seat over HTTP: the protocol, and who is refused."""

import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.extras.seat.tables import GAMES
from wallenstein.core.errors import ConfigError
from wallenstein.extras.seat.server import Room, is_own, kept_links, serve
from wallenstein.extras.seat.table import kept_table, new_table
from wallenstein.games import find_game
from wallenstein.table.protocol import schema


class Visitor:
    """Somebody who knows a link."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token

    def ask(self, what: str, said: object = None, **headers: str) -> tuple[int, Any]:
        """The status and the document of an answer."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        body = None if said is None else json.dumps(said)
        kind = {} if said is None else {"Content-Type": "application/json"}
        line.request("GET" if said is None else "POST", f"/{self.token}/{what}", body, {**kind, **headers})
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer.status, json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    def messages(self) -> Iterator[dict[str, Any]]:
        """Every message of the protocol; the one who reads answers before the next."""
        after = -1
        while True:
            status, message = self.ask(f"message?after={after}")
            assert status == 200
            if message:
                yield message
                after = message["id"]
                if message["type"] == "end":
                    return


@contextmanager
def table(name: str, results: Path, people: Any) -> Iterator[Room]:
    """Plays a game in this thread, while people visit in others."""
    seats, game = GAMES[name]
    made = new_table([*seats[:-1], "me=ben"] if people.__code__.co_argcount > 1 else seats, [], game, 5, results)
    room = Room({})
    server = serve(room, "127.0.0.1", 0)
    failures: list[BaseException] = []

    def visit() -> None:
        try:
            people(*[Visitor(server.server_port, chair.token) for chair in room.chairs.values()])
        except BaseException as error:  # the test fails with it
            failures.append(error)
            for chair in room.chairs.values():
                chair.answer = ("stop",)

    thread = Thread(target=visit)
    room.begun = thread.start
    try:
        made.play(room)
    except Exception:
        if not failures:
            raise
    thread.join(60)
    server.shutdown()
    if failures:
        raise failures[0]
    yield room


@pytest.mark.slow
@pytest.mark.parametrize("name", ["court", "sixteen-thirty"])
def test_a_front_end_plays_a_whole_game(name: str, tmp_path: Path) -> None:
    ends: list[dict[str, Any]] = []
    documents = Draft202012Validator(json.loads(json.dumps(schema(find_game(str(GAMES[name][1]["name"]))))))

    def play(visitor: Visitor) -> None:
        for message in visitor.messages():
            assert documents.is_valid(message), message["type"]
            if message["type"] == "decide":
                answer = {"id": message["id"], "choice": message["default"]}
                assert visitor.ask("message", answer) == (200, {})
                again, _ = visitor.ask("message", answer)
                assert again == 409
            elif message["type"] == "end":
                ends.append(message)
        status, page = visitor.ask("replay")
        assert (status, "<!doctype html>" in page) == (200, True)

    with table(name, tmp_path, play) as room:
        assert room.over
    assert [place["rank"] for place in ends[0]["result"]].count(1) >= 1


def test_the_front_end_of_the_document_plays(tmp_path: Path) -> None:
    text = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    code = text.partition("## Over HTTP")[2].partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(compile(code, "docs/protocol.md", "exec"), names)

    def play(visitor: Visitor) -> None:
        names["play"](f"http://127.0.0.1:{visitor.port}/{visitor.token}/")

    with table("second", tmp_path, play) as room:
        assert room.over


def test_two_people_see_only_their_own(tmp_path: Path) -> None:
    def play(ann: Visitor, ben: Visitor) -> None:
        def answer_all() -> None:
            for one in ben.messages():
                answer(ben, one)

        Thread(target=answer_all).start()
        for message in ann.messages():
            if message["type"] == "decide":
                if message["kind"] == "plan":
                    hidden = [plan for seat, plan in enumerate(message["view"]["plans"]) if seat != message["seat"]]
                    assert all(plan is None or set(plan["actions"].values()) <= {None} for plan in hidden)
                    assert ben.ask("message", {"id": message["id"], "choice": message["default"]})[0] == 409
                    _, ours = ann.ask("news?steps=0")
                    _, theirs = ben.ask("news?steps=0&asked=7777&more=--7")
                    assert (bool(ours["asked"]), theirs["asked"]) == (True, None)
                answer(ann, message)

    with table("second", tmp_path, play) as room:
        assert len(room.chairs) == 2


def answer(visitor: Visitor, message: dict[str, Any]) -> None:
    if message["type"] == "decide":
        assert visitor.ask("message", {"id": message["id"], "choice": message["default"]})[0] == 200


def test_strangers_and_nonsense_are_refused(tmp_path: Path) -> None:
    def play(visitor: Visitor) -> None:
        messages = visitor.messages()
        next(messages)
        asked = next(messages)
        stranger = Visitor(visitor.port, "x" * len(visitor.token))
        assert stranger.ask("")[0] == stranger.ask("message", {"id": 1})[0] == 403
        assert Visitor(visitor.port, "").ask("")[0] == 403
        good = {"id": asked["id"], "choice": asked["default"]}
        for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            status, said = visitor.ask("message", good, **headers)
            assert (status, "error" in said) == (403, True)
            assert visitor.ask("", **headers)[0] == 403
        assert visitor.ask("message", good, **{"Content-Type": "text/plain"})[0] == 400
        assert visitor.ask("message", ["x"])[0] == 400
        assert visitor.ask("message", good, **{"Content-Length": "many"})[0] == 400
        assert visitor.ask("message", {"id": asked["id"]})[0] == 400
        atlantis = {"actions": {"palace": "atlantis"}, "bid": 0}
        status, said = visitor.ask("message", {**good, "choice": atlantis})
        assert (status, "is not a county" in said["error"]) == (400, True)
        assert visitor.ask("message", {**good, "choice": {"actions": {}, "bid": 0}})[0] == 400
        assert visitor.ask("replay")[0] == visitor.ask("etc/passwd")[0] == 404
        status, said = visitor.ask("hint", {"bot": "random"})
        assert (status, "gives none" in said["error"]) == (400, True)
        assert visitor.ask("message", good, Origin=f"http://127.0.0.1:{visitor.port}")[0] == 200
        for message in messages:
            answer(visitor, message)

    with table("second", tmp_path, play) as room:
        assert room.over


class LeftRoom(Room):
    """Somebody presses Ctrl-C when asked for the second time."""

    def ask(self, state: Any, decision: Any) -> object:
        if self.chairs[decision.seat].speech.sent > 2:
            raise KeyboardInterrupt
        choice = decision.random(Random(1))
        self.chairs[decision.seat].note(self.chairs[decision.seat].speech.decide(state, decision))
        return choice


def test_the_links_of_before_work_when_a_game_is_resumed(tmp_path: Path) -> None:
    seats, game = GAMES["second"]
    made = new_table(seats, [], game, 5, tmp_path)
    left = LeftRoom(kept_links(made))
    left.begun = lambda: left.keep_links(4321)
    with pytest.raises(KeyboardInterrupt):
        made.play(left)
    (chair,) = left.chairs.values()
    assert stat.S_IMODE(made.links.stat().st_mode) == 0o600
    again = kept_table(tmp_path)
    room = Room(kept_links(again))
    assert room.links["port"] == 4321
    server = serve(room, "127.0.0.1", 0)
    visitor = Visitor(server.server_port, chair.token)
    steps = len(chair.steps)

    def answer_all() -> None:
        for message in visitor.messages():
            assert message["id"] > max(chair.messages), "no question of now has the id of one of before"
            answer(visitor, message)

    visiting = Thread(target=answer_all)
    visiting.start()
    again.play(room)
    visiting.join(60)
    server.shutdown()
    assert room.over
    assert chair.steps == room.chairs[chair.eyes.seat].steps[:steps]
    assert not again.links.exists()


def test_names_that_others_could_lead_here_are_not_its_own() -> None:
    assert is_own("127.0.0.1:80")
    assert is_own("localhost:8000")
    assert is_own("[::1]:8000")
    assert not is_own("evil.example:8000")
    assert not is_own("")


def test_an_address_that_cannot_be_had_is_a_sentence() -> None:
    server = serve(Room({}), "127.0.0.1", 0)
    with pytest.raises(ConfigError, match="cannot be listened on"):
        serve(Room({}), "127.0.0.1", server.server_port)
    server.shutdown()
