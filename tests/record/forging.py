"""Changes what a run has recorded, and puts the hashes right, as somebody would who knows the format."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

from wallenstein.record.manifest import FILE
from wallenstein.record.part_files import hash_of


def sealed(content: Any) -> bytes:
    """A line of a manifest with its hash."""
    return sealed_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())


def sealed_text(body: bytes) -> bytes:
    """A line of a manifest from its bytes without the hash."""
    return body[:-1] + f',"check":"{blake2b(body, digest_size=6).hexdigest()}"}}\n'.encode()


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """What the lines of a manifest say, without their hashes."""
    found = [json.loads(line) for line in (folder / FILE).read_text("utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key != "check"} for line in found]


def write_lines(folder: Path, lines: list[Any]) -> None:
    """Writes a manifest whose lines all have the right hash."""
    (folder / FILE).write_bytes(b"".join(map(sealed, lines)))


def replace_part(folder: Path, path: Path, data: bytes, rows: int | None = None) -> None:
    """Puts other bytes in the place of a part file, and its new size and hash into the manifest."""
    path.write_bytes(data)
    kind, _, number = path.stem.rpartition("-")
    lines = lines_of(folder)
    for line in lines:
        said = line.get("bound" if kind == "part" else "chunk")
        if said and said["number"] == int(number):
            old = said["parts"][path.parent.name]
            said["parts"][path.parent.name] = [old[0] if rows is None else rows, len(data), hash_of(data)]
    write_lines(folder, lines)
