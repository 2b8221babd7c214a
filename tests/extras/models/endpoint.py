"""A server that speaks chat completions, as well or as badly as a test wants it to."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = tuple[int, bytes, dict[str, str]]  # status, body, headers; a length above that of the body is a body cut short
Behaviour = Callable[[dict[str, Any], int], Reply]  # of the request, and its number


class FakeEndpoint:
    def __init__(self, behave: Behaviour) -> None:
        self.behave = behave
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""


@contextmanager
def served(behave: Behaviour) -> Iterator[FakeEndpoint]:
    fake = FakeEndpoint(behave)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == "/v1/chat/completions"
            fake.requests.append(request)
            fake.headers.append(dict(self.headers))
            status, body, headers = fake.behave(request, len(fake.requests))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *values: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    fake.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()


def completion(text: str) -> Reply:
    usage = {"prompt_tokens": 1000, "completion_tokens": 10}
    said = {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}
    return 200, json.dumps(said).encode(), {}


def asked(request: dict[str, Any]) -> dict[str, Any]:
    """The question as JSON: the last line of the first message of the user."""
    found: dict[str, Any] = json.loads(request["messages"][1]["content"].splitlines()[-1])
    return found


def well(request: dict[str, Any], number: int) -> Reply:
    """The default, with words around it as models like them."""
    answer = json.dumps({"choice": asked(request)["default"], "note": "a safe choice"})
    return completion(f"Let me think.\n```json\n{answer}\n```")


def slowly(request: dict[str, Any], number: int) -> Reply:
    time.sleep(2.5 if number == 1 else 0)
    return well(request, number)


def nonsense(request: dict[str, Any], number: int) -> Reply:
    return completion("I march to Atlantis with all my armies!")
