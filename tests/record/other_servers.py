"""Servers that speak the languages of Google Cloud Storage and Azure Blob Storage, each with an empty bucket.

Google's is a package of Python. Azure's is Azurite, of Node: `npm install azurite` somewhere, and put its folder
`node_modules/.bin` into PATH.
"""

import logging
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from http import HTTPStatus
from time import sleep
from typing import Any, Final

import pytest

from tests.extras.cluster.processes import answers, free_port
from wallenstein.record import objects as stores
from wallenstein.record.objects import ObjectPath

AZURITE: Final = "azurite-blob"
ACCOUNT: Final = "devstoreaccount1"  # Azurite's, with its key, which everybody knows
KEY: Final = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


@contextmanager
def google(monkeypatch: pytest.MonkeyPatch) -> Iterator[ObjectPath]:
    """A bucket of Google's."""
    from gcp_storage_emulator.handlers import objects
    from gcp_storage_emulator.server import create_server

    logging.getLogger("gcp_storage_emulator").setLevel(logging.CRITICAL)
    monkeypatch.setattr(objects, "_multipart_upload", keeping_what_is_there(objects._multipart_upload))
    port = free_port()
    server = create_server("127.0.0.1", port, in_memory=True, default_bucket="bucket")
    server.start()
    try:
        with asked("gs", {"token": "anon", "endpoint_url": f"http://127.0.0.1:{port}"}, monkeypatch):
            yield ObjectPath("gs://bucket")
    finally:
        server.stop()


def keeping_what_is_there(upload: Callable[..., None]) -> Callable[..., None]:
    """An upload that Google would refuse because there is such an object already; the emulator would not."""
    from gcp_storage_emulator.exceptions import NotFound

    def uploaded(request: Any, response: Any, storage: Any) -> None:
        if request.query.get("ifGenerationMatch") == ["0"]:
            with suppress(NotFound):
                storage.get_file_obj(request.params["bucket_name"], request.data["meta"]["name"])
                response.status = HTTPStatus.PRECONDITION_FAILED
                return
        upload(request, response, storage)

    return uploaded


@contextmanager
def azure(monkeypatch: pytest.MonkeyPatch) -> Iterator[ObjectPath]:
    """A container of Azure's."""
    if shutil.which(AZURITE) is None:
        pytest.skip(f"{AZURITE} is not installed")
    port = free_port()
    quiet = ("--silent", "--inMemoryPersistence", "--skipApiVersionCheck", "--disableTelemetry")
    server = subprocess.Popen([AZURITE, *quiet, "--blobPort", str(port)], stdout=subprocess.DEVNULL)
    try:
        while server.poll() is None and not answers(port):
            sleep(0.1)
        where = f"http://127.0.0.1:{port}/{ACCOUNT}"
        said = f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={KEY};BlobEndpoint={where};"
        with asked("abfs", {"connection_string": said}, monkeypatch):
            stores.store_of("abfs").mkdir("bucket")
            yield ObjectPath("abfs://bucket")
    finally:
        server.terminate()
        server.wait()


SERVERS: Final[Mapping[str, Callable[[pytest.MonkeyPatch], AbstractContextManager[ObjectPath]]]] = {
    "gs": google,
    "abfs": azure,
}


@contextmanager
def asked(scheme: str, options: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Has a store asked with these options."""
    import fsspec.config

    monkeypatch.setitem(fsspec.config.conf, scheme, dict(options))
    try:
        stores._store_of.cache_clear()
        yield
    finally:
        stores._store_of.cache_clear()
