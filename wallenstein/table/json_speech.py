"""Talks with a bot in any language: JSON lines, as docs/protocol.md describes them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein import __version__
from wallenstein.core.errors import FormatError, RuleError
from wallenstein.core.game import Game, Placing
from wallenstein.core.json.place import Json
from wallenstein.core.json.text import parse
from wallenstein.core.words import printable
from wallenstein.table.conditions import Limits, Setup
from wallenstein.table.speech import Garbled, IllegalChoice

PROTOCOL: Final = 1  # the version of all messages and answers
LONGEST: Final = 64 * 1024  # bytes of an answer; a plan has about 300
SHOWN: Final = 60  # characters of a wrong answer in a fault
NO_OPTIONS: Final[Mapping[str, Any]] = {}
NAME: Final = 100  # characters of the name that a bot may give itself


class Hello(NamedTuple):
    """What a command says of itself."""

    name: str = ""
    reset: bool = False  # it can play another game without being started anew


class JsonSpeech:
    """One conversation with a command: every message is a line with an id, and is answered by a line with that id."""

    def __init__(
        self, game: Game, limits: Limits, seed: int, options: Mapping[str, Any] = NO_OPTIONS, memory: int = 0
    ) -> None:
        """`seed` of the bot's own generator in the game that begins; `memory` in bytes, 0 is no limit."""
        self.game = game
        self.limits = limits
        self.seed = seed
        self.options = options
        self.memory = memory
        self.hello: Hello | None = None  # as soon as it has been answered
        self.sent = 0  # messages

    def next_game(self, seed: int) -> None:
        """The same command plays another game."""
        self.seed = seed

    def start(self, setup: Setup) -> bytes:
        """A game begins; a command that was just started is greeted first."""
        greeting = (
            b"" if self.sent else self.line("hello", {"protocol": PROTOCOL, "runner": f"wallenstein {__version__}"})
        )
        return greeting + self.line(
            "start",
            {
                "game": self.game.name,
                "seat": setup.seat,
                "players": setup.players,
                "rules": self.game.options(setup.rules),
                "book": self.game.documents.book(setup.rules, setup.players),
                "seed": self.seed,
                "options": dict(self.options),
                "limits": limits_document(self.limits, self.memory),
            },
        )

    def decide(self, state: Any, decision: Any, bank: float = 0.0) -> bytes:
        """The pending decision, with what its seat may know; and what is in the time bank, if there is one."""
        view, documents = state.view(decision.seat), self.game.documents
        asked = {"seat": decision.seat, "kind": decision.kind, **documents.question(view, decision)}
        banked = {"bank": round(bank, 3)} if self.limits.bank else {}
        return self.line("decide", {**asked, **banked, "view": documents.view(view)})

    def end(self, result: Sequence[Placing]) -> bytes:
        """The game is over."""
        key = self.game.score_key
        return self.line("end", {"result": [{"seat": seat, "rank": rank, key: score} for seat, rank, score in result]})

    def take(self, buffer: bytearray) -> bytes | None:
        """Removes the next line; the answer to `hello` is read here, because nobody waits for it."""
        line = take_line(buffer)
        if line is None or self.hello is not None:
            return line
        self.hello = read_hello(members(line, 0))
        return take_line(buffer)

    def read(self, answer: bytes, state: Any, decision: Any) -> bytes:
        """The choice that the last message is answered with, encoded by the game."""
        found = members(answer, self.sent - 1)
        if "choice" not in found:
            raise Garbled('its answer has no "choice"; an answer is {"id": …, "choice": …}')
        try:
            choice = self.game.documents.read_choice(Json(found["choice"], "choice"), state, decision)
            shared = self.game.shared(state.view(decision.seat))
            return self.game.encode(shared, decision, self.game.check(shared, decision, choice))
        except (FormatError, RuleError) as error:
            raise IllegalChoice(str(error)) from None

    def acknowledged(self, answer: bytes) -> None:
        """Reads the answer to `start` or `end`: its id alone."""
        members(answer, self.sent - 1)

    def line(self, kind: str, content: dict[str, Any]) -> bytes:
        """The next message as it is sent."""
        message = {"type": kind, "id": self.sent, **content}
        self.sent += 1
        return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def limits_document(limits: Limits, memory: int) -> dict[str, Any]:
    """Seconds for each call, and megabytes of memory; null is no limit."""
    kinds = {kind: seconds or None for kind, seconds in limits.by_kind.items()}
    return {
        "start": limits.start or None,
        "choose": limits.choose or None,
        "kinds": kinds,
        "bank": limits.bank,
        "game": limits.game or None,
        "memory_mb": memory // 2**20 or None,
    }


def take_line(buffer: bytearray) -> bytes | None:
    """Removes the first line that is not blank; None if it has not ended yet. Raises Garbled if it is too long."""
    while (end := buffer.find(b"\n")) >= 0:
        if end > LONGEST:
            break
        line = bytes(buffer[:end])
        del buffer[: end + 1]
        if line.strip():
            return line
    if len(buffer) > LONGEST:
        raise Garbled(f"its answer has more than {LONGEST // 1024} kB; one line of JSON was expected")
    return None


def members(answer: bytes, number: int) -> dict[str, Any]:
    """The members of an answer; Garbled unless it is an object with this id."""
    try:
        found = parse(answer, "its answer")
    except FormatError as error:
        raise Garbled(f"{error}: {shown(answer)}") from None
    if not isinstance(found, dict):
        raise Garbled(f"its answer is not a JSON object: {shown(answer)}")
    if found.get("id") != number or type(found["id"]) is not int:
        raise Garbled(f'its answer must have "id": {number}, that of the message: {shown(answer)}')
    return found


def read_hello(found: dict[str, Any]) -> Hello:
    """What a command says of itself; Garbled if it cannot play."""
    if found.get("protocol") != PROTOCOL or type(found["protocol"]) is not int:
        said = printable(json.dumps(found.get("protocol")), SHOWN)
        raise Garbled(f'its answer to hello must have "protocol": {PROTOCOL}, not {said}')
    name, reset = found.get("name", ""), found.get("reset", False)
    if type(name) is not str or type(reset) is not bool:
        raise Garbled('its answer to hello must have a string as "name", and true or false as "reset"')
    return Hello(printable(name, NAME), reset)


def shown(answer: bytes) -> str:
    """The beginning of a wrong answer."""
    return printable(answer.decode("utf-8", "replace"), SHOWN)
