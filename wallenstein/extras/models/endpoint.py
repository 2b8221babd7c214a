"""Chat completions over HTTP: one question, its retries, its cost, and a file that keeps every answer."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from http.client import HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.core.text import printable

LONGEST: Final = 4 << 20  # bytes of an answer
PIECE: Final = 1 << 16
AGAIN: Final = (408, 425, 429, 500, 502, 503, 504, 529)  # statuses after which the question is sent once more
MOST_WAIT: Final = 30.0  # seconds between two tries
MOST_TOKENS: Final = 1 << 31  # of one answer
SHOWN: Final = 120  # letters of an error
MILLION: Final = 1e6
Talk = Sequence[Mapping[str, str]]  # messages with a role and a content


class Unanswered(WallensteinError):
    """The endpoint has not answered, or its budget is used up; the text is a sentence."""


class Kept(NamedTuple):
    """One line of the file of answers. Prices are those of the entry, in its currency."""

    key: str  # a hash of the question
    text: str | None  # None if there was no answer
    input: int = 0  # tokens
    output: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    retries: int = 0


class Answers:
    """The answers of a model in a run: a question that was answered before is not sent again.

    All processes of the run add to one file, so that budgets hold for all of them together.
    """

    def __init__(self, file: Path) -> None:
        self.file: Final = file
        self.read = 0  # bytes
        self.known: Final[dict[str, Kept]] = {}
        self.calls = 0
        self.cost = 0.0

    def look(self) -> None:
        """Reads what was added since the last time."""
        if not self.file.exists():
            return
        with self.file.open("rb") as file:
            file.seek(self.read)
            for line in file:
                if not line.endswith(b"\n"):
                    return  # another process is writing it
                self.read += len(line)
                with suppress(ValueError, TypeError):
                    kept = Kept(**json.loads(line))
                    self.calls += 1 + kept.retries
                    self.cost += kept.cost
                    if kept.text is not None:
                        self.known[kept.key] = kept

    def add(self, kept: Kept) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps(kept._asdict(), ensure_ascii=False).encode() + b"\n"
        with self.file.open("ab", buffering=0) as file:
            file.write(line)  # in one piece


class NoRedirect(HTTPRedirectHandler):
    """Nobody else gets the key."""

    def redirect_request(self, *asked: Any) -> None:
        return None


class Endpoint:
    def __init__(self, options: Mapping[str, Any], answers: Answers) -> None:
        self.options: Final = options
        self.answers: Final = answers
        self.used: Final[dict[str, Kept]] = {}  # by key: the answers of this game, also kept ones
        self.opener: Final = build_opener(NoRedirect)

    def ask(self, talk: Talk, schema: JsonObject, salt: int) -> str:
        """The model's text. `salt` differs from game to game, so that only a game played again finds its answers."""
        body: JsonObject = {"model": self.options["model"], "messages": list(talk), **self.options["parameters"]}
        if self.options["schema"]:
            form = {"name": "answer", "strict": False, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        data = json.dumps(body, ensure_ascii=False).encode()
        key = blake2b(data, digest_size=16, key=salt.to_bytes(8, "big")).hexdigest()
        self.answers.look()
        if key in self.answers.known:
            self.used[key] = self.answers.known[key]
            return self.used[key].text or ""
        began, why = monotonic(), ""
        for retries in range(1 + self.options["retries"]):
            self.check_budget(retries)
            try:
                text, given, taken = read_completion(self.post(data))
            except Again as error:
                why = str(error)
                if retries < self.options["retries"]:
                    sleep(min(MOST_WAIT, error.wait or self.options["wait"] * 2**retries))
                continue
            except Unanswered:
                self.add(Kept(key, None, seconds=monotonic() - began, retries=retries))
                raise
            cost = (given * self.options["input_price"] + taken * self.options["output_price"]) / MILLION
            self.add(Kept(key, text, given, taken, cost, monotonic() - began, retries))
            return text
        self.add(Kept(key, None, seconds=monotonic() - began, retries=self.options["retries"]))
        raise Unanswered(f"the model {self.options['model']} has not answered in {retries + 1} tries: {why}")

    def add(self, kept: Kept) -> None:
        kept = self.used[kept.key] = kept._replace(seconds=round(kept.seconds, 3))
        self.answers.add(kept)

    def check_budget(self, retries: int) -> None:
        """Also before a retry: a budget is never exceeded by more than what other processes ask at this moment."""
        for spent, key in ((self.answers.calls + retries, "max_calls"), (self.answers.cost, "max_cost")):
            if self.options[key] and spent >= self.options[key]:
                raise Unanswered(
                    f"the budget of the model {self.options['model']} is used up: {key} = {self.options[key]}"
                )

    def post(self, data: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "User-Agent": "wallenstein"}
        if name := self.options["key"]:
            if not os.environ.get(name):
                raise Unanswered(f"the variable {name}, which should have the key of the endpoint, is not set")
            headers["Authorization"] = f"Bearer {os.environ[name]}"
        request = Request(f"{self.options['endpoint'].rstrip('/')}/chat/completions", data, headers)
        until = monotonic() + self.options["seconds"]
        try:
            with self.opener.open(request, timeout=self.options["seconds"]) as answer:
                return b"".join(pieces(answer, until))
        except HTTPError as error:
            said = f"it answers with the status {error.code}"
            if error.code not in AGAIN:
                raise Unanswered(f"the model {self.options['model']} cannot be asked: {said}") from None
            wait = error.headers.get("Retry-After", "")
            raise Again(said, float(wait) if wait.isdecimal() else 0.0) from None
        except ValueError:  # its text would have the key
            raise Unanswered(f"the address or the key of the model {self.options['model']} cannot be sent") from None
        except (OSError, HTTPException) as error:
            raise Again(printable(f"{type(error).__name__}: {error}", SHOWN)) from None


class Again(Exception):
    """A failure that may pass; `wait`: the seconds that the endpoint asks for."""

    def __init__(self, text: str, wait: float = 0.0) -> None:
        super().__init__(text)
        self.wait = wait


def pieces(answer: Any, until: float) -> Iterator[bytes]:
    size = 0
    while piece := answer.read1(PIECE):
        size += len(piece)
        if size > LONGEST:
            raise Again("its answer is too long")
        if monotonic() > until:
            raise Again("its answer is too slow")
        yield piece
    if answer.length:
        raise Again("its answer ended too early")


def read_completion(data: bytes) -> tuple[str, int, int]:
    """The text, and the tokens that were read and written, as far as the endpoint says."""
    try:
        said = json.loads(data)
        text = said["choices"][0]["message"]["content"]
        usage = said.get("usage") or {}
        given, taken = (int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens"))
        if not isinstance(text, str) or not (0 <= given < MOST_TOKENS and 0 <= taken < MOST_TOKENS):
            raise TypeError
        return text, given, taken
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError, RecursionError):
        raise Again("its answer is not a chat completion") from None


def check_address(endpoint: str) -> None:
    if not endpoint.startswith(("http://", "https://")) or "@" in endpoint:
        raise ConfigError(
            f'endpoint: "{printable(endpoint, SHOWN)}" must begin with http:// or https://, without a password'
        )
