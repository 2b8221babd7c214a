"""Files of bots loaded apart: whatever one does ends in one sentence or none, and a hanging line is named."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic, process_time, sleep

import pytest

import wallenstein
from tests.bots.bot_files import bot_text, write
from tests.bots.isolated.hostile import FILES, FINE, HANGING, HostileFile
from tests.bots.leftovers import nothing_left_behind, processes_about
from wallenstein.bots.description import Description
from wallenstein.bots.isolated.ask import Answer, BotQuery, ask, hangs_at
from wallenstein.core.errors import ConfigError

pytestmark = pytest.mark.slow

SHORT = 5.0  # seconds for those that hang


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files; nothing may be left behind."""
    with nothing_left_behind(tmp_path, monkeypatch) as folder:
        yield folder


def asked(folder: Path, files: Mapping[str, HostileFile], seconds: float) -> list[Answer]:
    """The answers of some files; a good one beside them must not suffer."""
    good = write(folder / "good.py", bot_text("good"))
    paths = [write(folder / f"{name}.py", file.text) for name, file in files.items()]
    questions = [BotQuery(f"{path}:Hostile", {}) for path in paths]
    other, *answers = ask([BotQuery(f"{good}:Some", {}), *questions], seconds)
    assert isinstance(other, Description)
    assert other.name == "good"
    return answers


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file(tmp_path: Path, name: str) -> None:
    here, spent = Path.cwd(), process_time()
    (answer,) = asked(tmp_path, {name: FILES[name]}, 60)
    assert Path.cwd() == here
    assert process_time() - spent < 2
    if FILES[name].sentence == FINE:
        assert isinstance(answer, Description), answer
        assert answer.name == "hostile"
    else:
        assert isinstance(answer, ConfigError)
        assert FILES[name].sentence in str(answer)
        assert "\n" not in str(answer)


@pytest.mark.long
def test_files_that_hang_are_ended_and_their_lines_named(tmp_path: Path) -> None:
    answers = asked(tmp_path, HANGING, SHORT)
    late = f"cannot be loaded: it was not done after {SHORT:g} seconds"
    assert [str(answer) for answer in answers] == [
        f"the bot file {tmp_path / name}.py {late}{file.sentence}" for name, file in HANGING.items()
    ]


def test_a_question_that_is_interrupted_leaves_no_process(tmp_path: Path, temporary: Path) -> None:
    path = write(tmp_path / "sleeps.py", HANGING["sleeps"].text)
    code = f"from wallenstein.bots.isolated.ask import *; ask([BotQuery({str(path)!r} + ':Hostile')])"
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    given_up = monotonic() + 60
    # it, the keeper, the bot and the bot's parent
    while len(processes_about(str(temporary))) < 4 and monotonic() < given_up:
        assert process.poll() is None, "it ended before it could be interrupted"
        sleep(0.05)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    while left := processes_about(str(temporary)):
        assert monotonic() < given_up, left
        sleep(0.05)


PACKAGE = Path(wallenstein.__file__).parent


def calls(*places: str) -> str:
    return "Timeout (0:00:01)!\nThread 0x0001 (most recent call first):\n" + "".join(
        f'  File "{file}", line {line} in {function}\n'
        for file, line, function in (place.rsplit(":", 2) for place in places)
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (calls("/a/otter.py:12:choose", f"{PACKAGE}/table/played_game.py:3:ask"), "otter.py:12 in choose"),
        (calls(f"{json.__file__}:3:loads", "/a/otter.py:12:<module>"), "otter.py:12 in <module>"),
        (calls("<frozen importlib>:3:_load", "/a/b.py:1:f", "/a/c.py:2:g"), "b.py:1 in f"),
        (calls(f"{PACKAGE}/bots/reference/regent.py:5:plan"), "regent.py:5 in plan"),
        (calls("/x/site-packages/league/otter.py:5:plan"), "otter.py:5 in plan"),
        (calls(f"{PACKAGE}/table/played_game.py:3:ask"), ""),
        ("", ""),
        ("garbage\n[{}]", ""),
    ],
)
def test_the_line_is_named(text: str, found: str) -> None:
    assert hangs_at(text) == found


def test_waiting_for_a_processor_is_not_a_bots_time(tmp_path: Path) -> None:
    path = write(
        tmp_path / "works.py", "from time import process_time\nwhile process_time() < 1: pass\n" + bot_text("works")
    )
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(here)})  # with all that it starts
    crowd = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        started = monotonic()
        (answer,) = ask([BotQuery(f"{path}:Some", {})], 2.0)
        assert monotonic() - started > 2.0, "the processor was not busy enough for this test"
    finally:
        for one in crowd:
            one.kill()
            one.wait()
        os.sched_setaffinity(0, here)
    assert isinstance(answer, Description), answer
