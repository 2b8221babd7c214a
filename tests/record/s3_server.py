"""A server that speaks S3, in this process; and faults before it: errors, lost answers, cut connections."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from time import sleep
from typing import Any, Final

import pytest

from wallenstein.record import objects
from wallenstein.record.objects import ObjectPath

BUCKET: Final = ObjectPath("s3://bucket")
QUICK: Final = {"CONNECT": 2, "READ": 2, "PATIENCE": 40.0}  # of `stores`, so that tests do not wait
KEYS: Final = {"AWS_ACCESS_KEY_ID": "tester", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}
CUT: Final = 0  # in place of a status: the connection is cut while the request is read
LOST: Final = -1  # the request is carried out, and its answer lost
HANGS: Final = -2  # there is no answer for longer than anybody waits


class Faults:
    """Stands between the server and the requests, and counts them."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.planned: list[tuple[re.Pattern[str], int]] = []
        self.seen: list[str] = []
        self.sent = 0  # bytes of answers to GET

    def plan(self, request: str, status: int, times: int = 1) -> None:
        """The next requests like this, such as `PUT .*part-00001`, end with this status."""
        self.planned += [(re.compile(request), status)] * times

    def _next(self, request: str) -> int | None:
        for fault in self.planned:
            if fault[0].search(request):
                self.planned.remove(fault)
                return fault[1]
        return None

    def __call__(self, environ: dict[str, Any], start: Any) -> Any:
        request = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ.get('QUERY_STRING', '')}"
        self.seen.append(request)
        length = int(environ.get("CONTENT_LENGTH") or 0)
        fault = self._next(request)
        if fault is None:
            answer = b"".join(self.application(environ, start))
            self.sent += len(answer) if environ["REQUEST_METHOD"] == "GET" else 0
            return [answer]
        if fault == HANGS:
            sleep(objects.READ + 1)
        if fault == LOST:
            b"".join(self.application(environ, lambda *_: None))
        else:
            environ["wsgi.input"].read(length // 2 if fault == CUT else length)
        if fault in (CUT, LOST, HANGS):
            raise ConnectionResetError("cut by the test")
        start(f"{fault} Refused", [("Content-Length", "0")])
        return [b""]


@contextmanager
def s3_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """The server with an empty bucket; addresses that begin with s3:// are its own until it ends."""
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from moto.s3.models import s3_backends
    from s3fs import S3FileSystem
    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
    faults = Faults(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, faults, threaded=True)
    for name, seconds in QUICK.items():
        monkeypatch.setattr(objects, name, seconds)
    for key, said in {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.port}"}.items():
        monkeypatch.setenv(key, said)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        objects._store_of.cache_clear()
        S3FileSystem.clear_instance_cache()
        s3_backends.reset()
        objects.store_of("s3").mkdir("bucket")
        yield faults
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        objects._store_of.cache_clear()
        S3FileSystem.clear_instance_cache()
