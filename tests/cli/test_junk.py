"""Whatever is typed or written into a file, a command ends soon, with a documented exit code, in one sentence.

Configurations, boards, positions, scenarios and arguments are changed at random: junk in one place or several, words
left out, bytes exchanged.
"""

import json
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import pytest
import tomli_w
from click.testing import CliRunner

from tests.tourney.test_damaged_runs import mutated
from wallenstein.cli import main

ROOT: Final = Path(__file__).parents[2]
SECONDS: Final = 5.0
# what they do takes longer
LONG: Final = ("play", "tourney", "bots", "forecast", "train", "bench", "doctor", "exploit")
WORDS: Final = (
    *("", "-", "--", "--help", "--json", "--set", "a=b", "tourney.blocks=x", "--seed", "-1", "9" * 400, "0", "1.5"),
    *(
        "x" * 5000,
        "nope.toml",
        "no such",
        "\udcff",
        "../..",
        "/",
        "configs",
        "--edition",
        "third",
        "--bots",
        "regent,nobody",
    ),
    *(
        "--players",
        "list",
        "check",
        "show",
        "schema",
        "new",
        "random",
        "--against",
        "\x1b[31m",
        "🏰",
        "=",
        ".=",
        "a.b.c=1",
    ),
)


@cache
def texts(folder: str, pattern: str) -> tuple[str, ...]:
    return tuple(path.read_text("utf-8") for path in sorted((ROOT / folder).glob(pattern)))


def garbled(text: str, random: Random) -> bytes:
    """Some bytes of a text changed, left out, or put twice."""
    data = bytearray(text.encode())
    for _ in range(random.randint(1, 6)):
        at, length = random.randrange(len(data) + 1), random.randint(1, 30)
        piece = bytes(data[at : at + length])
        data[at : at + length] = random.choice(
            (b"", piece * 3, bytes([random.randrange(256)]), b"[", b'"', b".", b"=", b"{")
        )
    return bytes(data)


def toml(text: str, random: Random) -> bytes:
    """A TOML file in which something is wrong."""
    if random.random() < 0.3:
        return garbled(text, random)
    document: Any = tomllib.loads(text)
    for _ in range(random.randint(1, 5)):
        document = mutated(document, random)
    try:
        return tomli_w.dumps(document).encode()
    except (TypeError, AttributeError, ValueError):  # null, or no table at all
        return garbled(text, random)


def document(text: str, random: Random) -> bytes:
    """A JSON file in which something is wrong."""
    if random.random() < 0.3:
        return garbled(text, random)
    changed = json.loads(text)
    for _ in range(random.randint(1, 3)):
        changed = mutated(changed, random)
    return json.dumps(changed).encode()


def configuration(folder: Path, random: Random) -> list[str]:
    file = folder / "league.toml"
    file.write_bytes(toml(random.choice(texts("configs", "*.toml")), random))
    sets = random.choices(
        ("tourney.blocks=2", "a.b=[", "bots.entry.0.name=x", "game=3", "matrix.x=1"), k=random.randrange(3)
    )
    return ["config", "show", str(file), *(word for key in sets for word in ("--set", key))]


def board(folder: Path, random: Random) -> list[str]:
    file = folder / "board.toml"
    file.write_bytes(toml(texts("wallenstein/games/wallenstein/data", "board.toml")[0], random))
    return ["board", "check", str(file)]


@cache
def scenarios() -> tuple[dict[str, Any], ...]:
    """The scenarios of the cases that the rules are tested with."""
    return tuple(json.loads(text)["scenario"] for text in texts("tests/scenarios", "*.json"))


def scenario(folder: Path, random: Random) -> list[str]:
    file = folder / "scenario.json"
    file.write_bytes(document(json.dumps(random.choice(scenarios())), random))
    return ["referee", str(file), *random.choices(("--log", "--position"), weights=(3, 1), k=random.randrange(2))]


def position(folder: Path, random: Random) -> list[str]:
    file = folder / "position.json"
    start = random.choice([each["position"] for each in scenarios() if "position" in each])
    file.write_bytes(document(json.dumps(start), random))
    return ["referee", "--position", str(file)]


def words(folder: Path, random: Random) -> list[str]:
    """A command that plays nothing, with any arguments."""
    command = random.choice([name for name in main.table if name not in LONG])
    first = random.choice(
        ([command], [command], [random.choice(WORDS)], ["tourney", "nope.toml"], ["play", "--bots", ","])
    )
    return [*first, *(word for word in random.choices(WORDS, k=random.randrange(4)) if word != "new")]


KINDS: Final[dict[str, tuple[Callable[[Path, Random], list[str]], int]]] = {
    "configuration": (configuration, 150),
    "board": (board, 15),
    "scenario": (scenario, 150),
    "position": (position, 100),
    "words": (words, 150),
}


def check(make: Callable[[Path, Random], list[str]], folder: Path, seed: int) -> None:
    arguments = make(folder, Random(seed))
    before = process_time()
    result = CliRunner().invoke(main, arguments, input="")
    told = f"seed {seed}, {[word[:80] for word in arguments]}: {result.output[:1000]} {result.exception!r:.1000}"
    assert process_time() - before < SECONDS, told
    assert result.exception is None or isinstance(result.exception, SystemExit), told
    assert result.exit_code in (0, 1, 2), told
    if result.exit_code:
        lines = result.stderr.splitlines() or result.stdout.splitlines()
        assert lines, told
        assert all(line.isprintable() and len(line) < 2500 for line in lines), told


@pytest.mark.parametrize("kind", KINDS)
def test_junk_ends_in_a_sentence(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make, count = KINDS[kind]
    for seed in range(count):
        check(make, tmp_path, seed)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_much_junk_ends_in_sentences(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand of all kinds together."""
    monkeypatch.chdir(tmp_path)
    make, count = KINDS[kind]
    for seed in range(1000, 1000 + 18 * count):
        check(make, tmp_path, seed)
