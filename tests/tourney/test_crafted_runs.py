"""Runs that somebody has crafted: every command ends in an answer or a sentence, soon and with little memory."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import ipc

from tests.record.forging import lines_of, replace_part, sealed, sealed_text, write_lines
from tests.tourney.tournament import played, write_config
from wallenstein.record.manifest import FILE
from wallenstein.record.write import hash_of

SLOW, LONG = pytest.mark.slow, pytest.mark.long
COMMANDS: Final = (
    ("standings",), ("standings", "--json"), ("compare",), ("why", "decent"), ("verify",), ("report",), ("watch",),
    ("record", "0"), ("replay", "0", "--out", "page.html"),
)  # fmt: skip
CALL: Final = """
import json, re, sys
from time import process_time
import tests.toy.game
from click.testing import CliRunner
from wallenstein.cli import main
run, told = sys.argv[1], []
for words in json.loads(sys.argv[2]):
    before = process_time()
    result = CliRunner().invoke(main, [words[0], run, *words[1:]])
    bad = result.exception is not None and not isinstance(result.exception, SystemExit)
    trouble = repr(result.exception) if bad else ""
    told.append([words[0], result.exit_code, trouble, result.output, process_time() - before])
most = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]
json.dump([told, int(most)], sys.stdout)
"""
SECONDS: Final = 10.0  # of processor time that a command may take at most
MEMORY: Final = 700_000  # KiB at most, with all libraries
ROOT: Final = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run with two cells."""
    folder = tmp_path_factory.mktemp("original")
    config = write_config(folder, ("decent", "crashing"), blocks=2)
    return played(config, folder / "results", sets=["matrix.game=[{rounds = 2}, {rounds = 4}]"]).folder


def part(run: Path, table: str = "seats") -> Path:
    return next((run / "tables" / table).iterdir())


def instead(path: Path, make: Callable[[Path], object]) -> None:
    """Puts something else in the place of a file."""
    path.unlink()
    make(path)


def endless(name: str, target: str) -> Callable[[Path], None]:
    return lambda run: instead(part(run) if name == "part" else run / name, lambda path: path.symlink_to(target))


def listen(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(path.parent, os.O_RDONLY)
        listener.bind(f"/proc/self/fd/{here}/{path.name}")
        os.close(here)


def sparse(path: Path, size: int = 2**40) -> None:
    with path.open("ab") as file:
        file.truncate(size)


def header(**changes: Any) -> Callable[[Path], None]:
    """A manifest whose first line says something else; its hash is right."""

    def craft(run: Path) -> None:
        first, *others = lines_of(run)
        first["run"] |= changes
        write_lines(run, [first, *others])

    return craft


def relabelled(run: Path) -> None:
    first, *others = lines_of(run)
    said = first["run"]
    for at, old in enumerate(said["cells"]):
        new = said["cells"][at] = f"<b>\x1b[2J\u202e{at}</b>"
        for table in (said["essence"], said["rules"]):
            table[new] = table.pop(old)
    write_lines(run, [first, *others])


def chunks(change: Callable[[dict[str, Any]], object], kind: str = "chunk") -> Callable[[Path], None]:
    def craft(run: Path) -> None:
        lines = lines_of(run)
        for line in lines:
            if kind in line:
                change(line[kind])
        write_lines(run, lines)

    return craft


def many_lines(run: Path) -> None:
    """Many lines that say that there are chunks."""
    lines = lines_of(run)
    chunk = next(line for line in lines if "chunk" in line)
    lines[0]["run"] |= {"games": 2**31 - 1, "chunks": 2**31 - 1}
    with (run / FILE).open("wb") as file:
        file.write(sealed(lines[0]))
        for number in range(20_000):
            file.write(sealed({"chunk": {**chunk["chunk"], "number": number, "first": number, "games": 1}}))
        file.write(sealed({"finished": True}))  # `watch` waits for others


def deep(run: Path) -> None:
    (run / FILE).write_bytes(sealed_text(b'{"run":' + b"[" * 100_000 + b"]" * 100_000 + b"}"))


def bomb(run: Path) -> None:
    """A part file of some kilobytes that says it has 64 million rows."""
    path = part(run)
    with pq.ParquetFile(path) as file:
        about, schema, first = file.metadata.metadata, file.schema_arrow, file.read().slice(0, 1)
    indices = pa.array(bytes(2**18))
    rows = pa.table({name: first[name].combine_chunks().take(indices) for name in schema.names})
    with pq.ParquetWriter(path, schema.remove_metadata(), store_schema=False, compression="zstd") as writer:
        for _ in range(256):
            writer.write_table(rows)
        writer.add_key_value_metadata(about)
    replace_part(run, path, path.read_bytes(), 2**26)


def bomb_of_a_chunk(run: Path) -> None:
    """A chunk of some kilobytes that holds gigabytes."""
    lines = [line for line in lines_of(run) if "run" in line or "chunk" in line][:2]
    tables = dict.fromkeys(next(line["bound"]["parts"] for line in lines_of(run) if "bound" in line), 0)
    (run / "chunks").mkdir(exist_ok=True)
    path = run / "chunks" / "00000.arrows.zst"
    zeros = pa.table({"game": pa.array(bytes(2**20), pa.int32())})
    with pa.CompressedOutputStream(str(path), "zstd") as packed, ipc.new_stream(packed, zeros.schema) as stream:
        for _ in range(512):
            stream.write_table(zeros)
    data = path.read_bytes()
    tables["games"] = 2**29
    lines[1]["chunk"] |= {"tables": tables, "size": len(data), "hash": hash_of(data)}
    write_lines(run, [*lines, {"finished": True}])


def configured(text: str) -> Callable[[Path], None]:
    """Another configuration, with its right hash."""

    def craft(run: Path) -> None:
        (run / "config.toml").write_text(text)
        header(config=hash_of(text.encode()))(run)

    return craft


def league_of_cells(run: Path) -> None:
    """A league whose only round has several cells, which no league plays."""
    copy = copytree(run, run.parent / "copy")
    (run / "days").mkdir()
    copy.rename(run / "days" / "001-1-x")
    (run / "league.json").write_text("{}")


def tables_outside(run: Path) -> None:
    (run / "tables" / "seats").rename(run.parent / "seats")
    (run / "tables" / "seats").symlink_to(run.parent / "seats")


CRAFTED: Final[dict[str, Callable[[Path], object]]] = {
    "summary-zero": endless("summary.json", "/dev/zero"),
    "summary-random": endless("summary.json", "/dev/random"),
    "summary-outside": endless("summary.json", "/etc/passwd"),
    "summary-folder": lambda run: instead(run / "summary.json", Path.mkdir),
    "summary-pipe": lambda run: instead(run / "summary.json", os.mkfifo),
    "summary-socket": lambda run: instead(run / "summary.json", listen),
    "summary-sparse": lambda run: sparse(run / "summary.json"),
    "summary-deep": lambda run: (run / "summary.json").write_text("[" * 100_000 + "]" * 100_000),
    "summary-nan": lambda run: (run / "summary.json").write_text('{"games": NaN, "seed": Infinity, "cells": -1e999}'),
    "summary-types": lambda run: (run / "summary.json").write_text('[{"cells": "\\u202e"}, null, 1e308, "\\u001b[2J"]'),
    "manifest-zero": endless(FILE, "/dev/zero"),
    "manifest-pipe": lambda run: instead(run / FILE, os.mkfifo),
    "manifest-sparse": lambda run: sparse(run / FILE),
    "manifest-deep": deep,
    "manifest-many": many_lines,
    "manifest-shards": header(chunks=2**40),
    "manifest-bots": header(entries=[f"b{number}" for number in range(1_000_000)]),
    "manifest-by-clock": header(by_clock=7),
    "manifest-no-bots": header(bots={}),
    "manifest-left-out": header(left_out=["ann"]),
    "manifest-versions": header(versions={"python": "\x1b[2J\u202e<script>"}, program="\x1b[2J"),
    "manifest-labels": relabelled,
    "manifest-path": header(name="../../../etc/passwd"),
    "manifest-tables": chunks(lambda said: said["parts"].update({"../../etc": [1, 1, "0"]}), "bound"),
    "manifest-numbers": chunks(lambda said: said.update(first=10**400)),
    "manifest-infinite": chunks(lambda said: said.update(scores=[float("nan")])),
    "config-pipe": lambda run: instead(run / "config.toml", os.mkfifo),
    "config-sparse": lambda run: sparse(run / "config.toml"),
    "config-deep": configured("a = " + "[" * 100_000),
    "config-keys": configured("a." * 100_000 + "b = 1"),
    "part-zero": endless("part", "/dev/zero"),
    "part-pipe": lambda run: instead(part(run), os.mkfifo),
    "part-sparse": lambda run: sparse(part(run)),
    "part-bomb": bomb,
    "chunk-bomb": bomb_of_a_chunk,
    "league-of-cells": league_of_cells,
    "tables-outside": tables_outside,
    "inputs-outside": lambda run: (run / "inputs").symlink_to("/etc"),
    "names": lambda run: (run / "tables" / "seats" / "\x1b[2J\u202e<b>.parquet").touch(),
}  # fmt: skip


HARMLESS: Final = (CRAFTED["manifest-versions"], CRAFTED["manifest-no-bots"])  # games are replayed without bots


def calls(run: Path, commands: Any = COMMANDS) -> Iterator[tuple[str, int, str, str, float]]:
    """The answers of commands in a process of their own, which is killed if it hangs."""
    done = subprocess.run(
        [sys.executable, "-c", CALL, str(run), json.dumps(commands)],
        cwd=run.parent, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=120, capture_output=True, text=True,
    )  # fmt: skip
    assert not done.returncode, done.stderr[-2000:]
    told, memory = json.loads(done.stdout)
    assert memory < MEMORY, f"{memory:,} KiB"
    yield from told


SOONER: Final = (
    "summary-zero",
    "manifest-by-clock",
    "manifest-no-bots",
    "manifest-left-out",
    "manifest-labels",
    "config-pipe",
    "chunk-bomb",
    "names",
)


@pytest.mark.parametrize(
    "craft",
    [pytest.param(craft, id=name, marks=SLOW if name in SOONER else LONG) for name, craft in CRAFTED.items()],
)
def test_a_crafted_run_ends_in_an_answer_or_a_sentence(
    original: Path, tmp_path: Path, craft: Callable[[Path], object]
) -> None:
    run = copytree(original, tmp_path / original.name)
    craft(run)
    for command, code, trouble, output, seconds in calls(run):
        assert code or command != "verify" or craft in HARMLESS, output
        assert code in (0, 1, 2), (command, code, trouble, output[-500:])
        assert not trouble, (command, trouble)
        assert output.strip(), command
        assert not {"\x1b", "\u202e"} & set(output), (command, output)
        assert "Traceback" not in output
        assert seconds < SECONDS, (command, seconds)
