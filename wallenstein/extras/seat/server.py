"""A table in browsers: one address for each person, with a token that nobody can guess."""

import json
import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from secrets import compare_digest, randbelow, token_urlsafe
from threading import Condition, Thread
from typing import Final

from wallenstein.core.documents import JsonObject, PendingDecision, parse
from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.core.game import State
from wallenstein.extras.seat.question import OpenQuestion
from wallenstein.extras.seat.table import Sitting
from wallenstein.extras.seat.telling import Eyes
from wallenstein.pages.html import element
from wallenstein.pages.player import Live
from wallenstein.pages.shell import packaged
from wallenstein.record.read import Run
from wallenstein.record.write import write_whole
from wallenstein.report.replays import replay_of_run
from wallenstein.table.conditions import NO_LIMITS, Setup
from wallenstein.table.played_game import OngoingGame, PlayedGame
from wallenstein.table.protocol import LONGEST, JsonSpeech

LONG: Final = 20.0  # seconds until a request for news is answered without any
LOOK: Final = 0.2  # seconds between two looks for Ctrl-C
TOKEN: Final = 24  # bytes


class Refused(WallensteinError):
    """A request that is not answered, with its status and a sentence."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


class Chair:
    """The seat of one person: the steps that were sent, and the open question."""

    def __init__(self, table: Sitting, seat: int, state: State, token: str | None) -> None:
        self.name: Final = table.names[seat]
        self.token: Final = token or token_urlsafe(TOKEN)
        self.eyes: Final = Eyes(table, seat, state)
        self.steps: list[JsonObject] = []
        self.asked: OpenQuestion | None = None
        self.answer: tuple[object] | None = None
        self.speech: Final = JsonSpeech(table.game, NO_LIMITS, randbelow(1 << 63))
        if table.kept:
            self.speech.sent = len(table.kept) + 3  # above the ids of messages before the game was left
        self.messages: Final[dict[int, JsonObject]] = {}  # by id: the start, and what came last
        self.note(self.speech.start(Setup(table.game.name, seat, len(table.names), table.rules)))

    @property
    def number(self) -> int:
        """The number of the open question's message; -1 without a question."""
        return self.speech.sent - 1 if self.asked else -1

    def open(self) -> OpenQuestion:
        if self.asked is None:
            raise Refused(HTTPStatus.CONFLICT, "nothing is asked now")
        return self.asked

    def note(self, lines: bytes) -> None:
        message = json.loads(lines.splitlines()[-1])
        if len(self.messages) > 1:
            self.messages.popitem()
        self.messages[message["id"]] = message


class Room:
    """The table as browsers see it: the game plays in one thread, requests come in others."""

    def __init__(self, links: JsonObject) -> None:
        """`links`: those of before, of a game that is resumed."""
        self.links: Final = links
        self.changed: Final = Condition()
        self.chairs: dict[int, Chair] = {}  # by seat
        self.waiting = ""
        self.over = False
        self.replay = ""
        self.begun: Callable[[], None] = lambda: None

    def stay(self) -> None:
        """Until Ctrl-C, so that everybody can look at the end."""
        with self.changed:
            while True:
                self.changed.wait(LOOK)

    def begin(self, table: Sitting, state: State) -> None:
        with self.changed:
            self.table = table
            self.page_state = state
            tokens = self.links.get("tokens", {})
            self.chairs = {seat: Chair(table, seat, state, tokens.get(str(seat))) for seat in table.people}
            self.changed.notify_all()
        self.begun()

    def keep_links(self, port: int) -> None:
        """So that the links of today work when the game is resumed. Only this user can read them."""
        tokens = {str(seat): chair.token for seat, chair in self.chairs.items()}
        write_whole(self.table.links, json.dumps({"port": port, "tokens": tokens}).encode(), mode=0o600)

    def look(self, game: OngoingGame) -> None:
        """Everybody is sent what has happened."""
        with self.changed:
            for chair in self.chairs.values():
                chair.steps += chair.eyes.look(game.state)
            asked = game.state.decision
            self.waiting = "" if asked is None else self.table.names[asked.seat]
            self.changed.notify_all()

    def ask(self, state: State, decision: PendingDecision) -> object:
        chair = self.chairs[decision.seat]
        with self.changed:
            chair.note(chair.speech.decide(state, decision))
            chair.asked, chair.answer = OpenQuestion(self.table, state, decision), None
            self.changed.notify_all()
            while chair.answer is None:
                self.changed.wait(LOOK)
            chair.asked = None
            return chair.answer[0]

    def end(self, played: PlayedGame) -> None:
        """Everybody is sent the end, with a link to the replay."""
        page = replay_of_run(Run(self.table.folder.path), 0)
        with self.changed:
            for chair in self.chairs.values():
                chair.steps += chair.eyes.look(played.state, chair.eyes.story.ending(played.state, played.result))
                chair.note(chair.speech.end(played.result))
            self.over, self.waiting, self.replay = True, "", page
            self.changed.notify_all()

    # what browsers ask for

    def page(self, chair: Chair) -> str:
        panel = element("section", id="ask", class_="ask", aria_label="Your turn", tabindex=-1)
        look, script = packaged(__package__, "seat.css"), packaged(__package__, "seat.js")
        data = {"names": self.table.names, "advisers": list(chair.eyes.guide.advisers)}
        live = Live(chair.eyes.seat, panel, data, [look], [script])
        title = f"{self.table.game.title}: {chair.name}"
        made: str = chair.eyes.pages.live(title, chair.eyes.story, self.page_state, live, chair.eyes.first)
        return made

    def news(self, chair: Chair, steps: int, number: int) -> JsonObject:
        """The steps after these, and the question, once there is another one than this."""
        with self.changed:
            self.changed.wait_for(lambda: len(chair.steps) > steps or chair.number != number or self.over, LONG)
            asked = {**chair.asked.page_document(), "id": chair.number} if chair.asked else None
            return {"steps": chair.steps[steps:], "asked": asked, "waiting": self.waiting, "over": self.over}

    def message(self, chair: Chair, after: int) -> JsonObject:
        """The next message of the protocol; an empty object if none comes for a while."""
        with self.changed:
            self.changed.wait_for(lambda: any(number > after for number in chair.messages), LONG)
            return next((message for number, message in sorted(chair.messages.items()) if number > after), {})

    def answered(self, chair: Chair, said: JsonObject) -> JsonObject:
        with self.changed:
            asked = chair.open()
            if said.get("id") != chair.number or chair.answer is not None:
                raise Refused(HTTPStatus.CONFLICT, "this question has been answered")
            if "choice" not in said:
                raise Refused(HTTPStatus.BAD_REQUEST, 'the answer has no "choice"')
            chair.answer = (asked.read(said["choice"]),)
            self.changed.notify_all()
            return {}

    def why(self, chair: Chair, said: JsonObject) -> JsonObject:
        return {"text": chair.open().why_not(said.get("choice"))}

    def hint(self, chair: Chair, said: JsonObject) -> JsonObject:
        choice, text = chair.open().hint(str(said.get("bot")))
        return {"choice": choice, "text": text}


class Handler(BaseHTTPRequestHandler):
    """One request. It must name the server as its links do, come from no other page, and have a token."""

    protocol_version = "HTTP/1.1"
    room: Room

    def do_GET(self) -> None:
        self.answer(self.get)

    def do_POST(self) -> None:
        self.answer(self.post)

    def answer(self, how: Callable[[Chair], tuple[str, str]]) -> None:
        try:
            kind, text = how(self.chair())
            self.send(HTTPStatus.OK, kind, text)
        except WallensteinError as error:
            self.close_connection = isinstance(error, Refused)
            self.send(getattr(error, "status", HTTPStatus.BAD_REQUEST), *as_json({"error": str(error)}))

    def chair(self) -> Chair:
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        if not is_own(host):
            raise Refused(HTTPStatus.FORBIDDEN, "this server is not called by that name")
        if origin not in (None, f"http://{host}") or self.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
            raise Refused(HTTPStatus.FORBIDDEN, "another page may not ask this one")
        token = self.path.split("/")[1].partition("?")[0]
        with self.room.changed:  # pages of a game that is being resumed wait for it
            self.room.changed.wait_for(lambda: self.room.chairs, LONG)
        for chair in self.room.chairs.values():
            if compare_digest(chair.token.encode(), token.encode()):
                return chair
        raise Refused(HTTPStatus.FORBIDDEN, "the address has no token of this table; use the link that sit has printed")

    def get(self, chair: Chair) -> tuple[str, str]:
        what, _, query = self.path.split("/", 2)[-1].partition("?")
        given = dict(part.partition("=")[::2] for part in query.split("&"))
        numbers = {key: int(value) for key, value in given.items() if value.removeprefix("-").isdecimal()}
        if what == "news":
            return as_json(self.room.news(chair, numbers.get("steps", 0), numbers.get("asked", -1)))
        if what == "message":
            return as_json(self.room.message(chair, numbers.get("after", -1)))
        if what == "replay" and self.room.replay:
            return "text/html", self.room.replay
        if what == "":
            return "text/html", self.room.page(chair)
        raise Refused(HTTPStatus.NOT_FOUND, "there is no such page")

    def post(self, chair: Chair) -> tuple[str, str]:
        given = self.headers.get("Content-Length", "")
        size = int(given) if given.isdecimal() and len(given) < 9 else 0
        if self.headers.get_content_type() != "application/json" or not 0 < size <= LONGEST:
            raise Refused(HTTPStatus.BAD_REQUEST, f"send JSON, at most {LONGEST // 1024} kB")
        said = parse(self.rfile.read(size), "the request")
        if not isinstance(said, dict):
            raise Refused(HTTPStatus.BAD_REQUEST, "send an object")
        what = self.path.split("/", 2)[-1]
        routes = {"message": self.room.answered, "why": self.room.why, "hint": self.room.hint}
        if what not in routes:
            raise Refused(HTTPStatus.NOT_FOUND, "there is no such page")
        return as_json(routes[what](chair, said))

    def send(self, status: HTTPStatus, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *values: object) -> None:
        """Nothing: the addresses have tokens in them."""


HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def as_json(document: JsonObject) -> tuple[str, str]:
    return "application/json", json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def is_own(host: str) -> bool:
    """Whether a name is a number or this machine's own, so that no other name can lead pages elsewhere to here."""
    name = host.rpartition(":")[0].strip("[]") or host
    try:
        return name == "localhost" or bool(ip_address(name).version)
    except ValueError:
        return False


class TableServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A page that is closed while it waits is not an error; of another, one line is enough."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            print(f"wallenstein: a request failed: {type(error).__name__}: {error}", file=sys.stderr)


def kept_links(table: Sitting) -> JsonObject:
    return dict(json.loads(table.links.read_bytes())) if table.links.exists() else {}


def serve(room: Room, host: str, port: int) -> TableServer:
    """Starts a server for the room in threads of its own."""
    handler = type("RoomHandler", (Handler,), {"room": room})
    try:
        server = TableServer((host, port), handler)
    except OSError as error:
        raise ConfigError(f"--host {host}, --port {port}: cannot be listened on: {error.strerror}") from None
    Thread(target=server.serve_forever, daemon=True).start()
    return server
