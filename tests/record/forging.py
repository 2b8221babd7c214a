"""Changes what a run has recorded, and puts the hashes right, as somebody would who knows the format."""

import json
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from wallenstein.record.chunks import kinds_in
from wallenstein.record.manifest import FILE
from wallenstein.record.write import ARROW, hash_of

REMOVED: Final = object()


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
    number = path.stem.rpartition("-")[-1]
    lines = lines_of(folder)
    for line in lines:
        said = line.get("bound")
        if said and said["number"] == int(number):
            old = said["parts"][path.parent.name]
            said["parts"][path.parent.name] = [old[0] if rows is None else rows, len(data), hash_of(data)]
    write_lines(folder, lines)


def forge(folder: Path, table: str, column: str, value: Any, row: int = 0) -> None:
    """Puts another value into one row of a table; with the value REMOVED, leaves the row out."""
    for path in sorted((folder / "tables" / table).iterdir()):
        with pq.ParquetFile(path) as part:
            rows = part.read()
        if row < len(rows):
            break
        row -= len(rows)
    kinds = kinds_in(rows.schema.metadata)
    records = rows.to_pylist()
    if value is REMOVED:
        del records[row]
    else:
        records[row][column] = value
    types = [ARROW[kind] for kind in kinds.values()]
    fields = [
        pa.field(name, pa.string() if pa.types.is_dictionary(kind) else kind)
        for name, kind in zip(kinds, types, strict=True)
    ]
    changed = pa.Table.from_pylist(records, pa.schema(fields, rows.schema.metadata))
    buffer = BytesIO()
    with pq.ParquetWriter(buffer, changed.schema.remove_metadata(), store_schema=False) as writer:
        writer.write_table(changed.replace_schema_metadata())
        writer.add_key_value_metadata(rows.schema.metadata)
    replace_part(folder, path, buffer.getvalue(), len(records))
