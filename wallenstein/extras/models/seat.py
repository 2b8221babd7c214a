"""A language model's seat: the messages of the protocol, asked over chat completions."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from wallenstein.bots.bot import BaseBot
from wallenstein.core.arithmetic import total
from wallenstein.core.documents import JsonObject, parse
from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.core.game import Placing
from wallenstein.extras.models.endpoint import Answers, Endpoint, Unanswered, check_address
from wallenstein.report.plain import lines
from wallenstein.table.answers import Answer, Garbled, IllegalChoice
from wallenstein.table.conditions import NO_LIMITS, Setup
from wallenstein.table.faults import FaultKind, clean
from wallenstein.table.protocol import JsonSpeech

FORM: Final = (
    'Answer with one JSON object: {"choice": …, "note": "one line on why"}. The choice has the form of "default". '
    '{"options": true} instead asks for the list of what is legal.'
)
NUMBERS: Final = ("seconds", "wait", "retries", "corrections", "input_price", "output_price", "max_calls", "max_cost")


class Model(BaseBot):
    """A language model behind an endpoint that speaks chat completions."""

    thinks_by_clock = True  # another run of the tournament would not make the same choices

    def __init__(
        self,
        model: str,
        endpoint: str,
        prompt: str = "",
        *,
        key: str = "",  # the name of the environment variable with the endpoint's key
        parameters: Mapping[str, Any] | None = None,  # more members of each request, such as `{ temperature = 0 }`
        schema: bool = True,  # whether the JSON Schema of answers goes along
        other_names: bool = False,  # numbers as names of counties, actions and so on: does it reason, or remember?
        seconds: float = 60.0,  # the longest time of one call
        wait: float = 1.0,  # seconds before the second try, then doubled each time; or `Retry-After`, at most 30
        retries: int = 3,  # more tries after no answer, half of one, or the statuses 429 and 5xx
        corrections: int = 2,  # how often an illegal answer is sent back
        input_price: float = 0.0,  # of a million tokens
        output_price: float = 0.0,  # of a million tokens
        max_calls: int = 0,  # of the whole run, if not 0; after these, each question is a fault
        max_cost: float = 0.0,  # of the whole run, if not 0; after this, each question is a fault
    ) -> None:
        """`prompt` is a text."""
        given = {name: value for name, value in locals().items() if name not in ("self", "__class__")}
        if wrong := [name for name in NUMBERS if given[name] < 0]:
            raise ConfigError(f"{wrong[0]}: must not be below 0")
        check_address(endpoint)
        self.options: Final = {**given, "parameters": dict(parameters or {})}

    def start(self, setup: Setup) -> None:
        raise ConfigError("a language model plays in `wallenstein tourney`, `play` and `sit` alone")


class ModelSeat:
    """It has no time limits of the tournament, because it waits: `seconds` of its entry limit each call."""

    def __init__(self, game: Any, options: Mapping[str, object], answers: Answers, seed: int) -> None:
        self.game: Final = game
        self.options: Final = Model(**options).options  # type: ignore[arg-type]
        self.endpoint: Final = Endpoint(self.options, answers)
        self.speech: Final = JsonSpeech(game, NO_LIMITS, seed)
        self.salt: Final = seed
        self.names: dict[str, str] = {}  # what names are called instead
        self.talk: list[Mapping[str, str]] = []

    def start(self, setup: Setup) -> Answer:
        message = json.loads(self.speech.start(setup).splitlines()[-1])
        self.seats = tuple(f"seat {seat}" for seat in range(setup.players))
        known = {name: message[name] for name in ("game", "seat", "players", "rules", "book")}
        if self.options["other_names"]:
            self.names = other_names(self.game, message["book"], Random(self.salt))
        text = "\n\n".join(filter(None, (self.options["prompt"], FORM, self.hidden(json.dumps(known)))))
        self.talk = [{"role": "system", "content": text}]
        return Answer()

    def decide(self, state: Any, decision: Any) -> Answer:
        before = process_time()
        asked = json.loads(self.speech.decide(state, decision))
        legal = {name: asked.pop(name) for name in ("options", "offer") if name in asked}
        talk = [*self.talk, {"role": "user", "content": self.question(state, decision, asked)}]
        wrong, corrections, listed = "", 0, False
        while corrections <= self.options["corrections"]:
            try:
                said = self.endpoint.ask(talk, self.schema(decision.kind), self.salt)
            except Unanswered as error:
                return Answer(b"", FaultKind.CRASH, clean(str(error)), process_time() - before)
            talk.append({"role": "assistant", "content": said})
            try:
                found = self.read(said)
                if found.get("options") is True and not listed:
                    listed = True
                    talk.append({"role": "user", "content": self.hidden(json.dumps(legal))})
                    continue
                line = json.dumps({**found, "id": asked["id"]}).encode()
                packed = self.speech.read(line, state, decision)
                return Answer(packed, None, "", process_time() - before, note=self.speech.note)
            except (Garbled, IllegalChoice) as error:
                wrong, corrections = clean(str(error)), corrections + 1
                talk.append({"role": "user", "content": f"That is not possible: {self.hidden(wrong)}. {FORM}"})
        return Answer(b"", FaultKind.ILLEGAL, wrong, process_time() - before)

    def end(self, result: Sequence[Placing]) -> Answer:
        return Answer()

    def close(self) -> None: ...

    @property
    def spent(self) -> tuple[float, ...]:
        """The columns of models in the table of times."""
        used = self.endpoint.used.values()
        retries = sum(kept.retries for kept in used)  # exact: whole numbers, as are tokens
        tokens = sum(kept.input for kept in used), sum(kept.output for kept in used)
        costs, waited = total(kept.cost for kept in used), total(kept.seconds for kept in used)
        return len(used) + retries, retries, *tokens, costs, waited

    def question(self, state: Any, decision: Any, asked: JsonObject) -> str:
        """In words, and as JSON; words have names that are not hidden, so with other names there are none."""
        document = self.hidden(json.dumps(asked, ensure_ascii=False))
        if self.names:
            return document
        guide, view = self.game.load("guide"), state.view(decision.seat)
        told = [line for item in guide.known(view, self.seats) for line in lines(item)]
        return "\n".join([*told, guide.own(view), guide.ask(view, decision), document])

    def schema(self, kind: str) -> JsonObject:
        parts = self.game.documents.schemas()
        members = {"choice": {"$ref": "#/$defs/choice"}, "note": {"type": "string"}, "options": {"type": "boolean"}}
        shared = {**parts.shared, "choice": parts.choices[kind]}
        found: JsonObject = json.loads(
            self.hidden(json.dumps({"type": "object", "properties": members, "$defs": shared}))
        )
        return found

    def read(self, said: str) -> JsonObject:
        """The object in the model's text, which may have words or marks around it."""
        inside = said[said.find("{") : said.rfind("}") + 1]
        try:
            found = parse(replaced(inside, {other: name for name, other in self.names.items()}).encode(), "the answer")
        except FormatError as error:
            raise Garbled(str(error)) from None
        if not isinstance(found, dict):
            raise Garbled("the answer has no JSON object")
        return found

    def hidden(self, text: str) -> str:
        return replaced(text, self.names)


def other_names(game: Any, book: JsonObject, rng: Random) -> dict[str, str]:
    """Counties or countries, regions and actions, in an order without meaning."""
    found = dict[str, str]()
    for kind, names in named_things(game, book):
        numbers = rng.sample(range(1, len(names) + 1), len(names))
        found |= {name: f"{kind}{number:02}" for name, number in zip(names, numbers, strict=True)}
    return found


def named_things(game: Any, book: JsonObject) -> Iterator[tuple[str, list[str]]]:
    yield "place", list(book.get("counties") or book.get("countries") or ())
    yield "region", list(book.get("regions", ()))
    yield "action", list(game.load("guide").actions)
    yield "game", [game.name]


def replaced(text: str, names: Mapping[str, str]) -> str:
    if not names:
        return text
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<![\w])({either})(?![\w])", lambda found: names[found[1]], text)


def model_seat(game: Any, options: Mapping[str, object], folder: Path, name: str, seed: int) -> ModelSeat:
    return ModelSeat(game, options, Answers(folder / "answers" / f"{name}.jsonl"), seed)
