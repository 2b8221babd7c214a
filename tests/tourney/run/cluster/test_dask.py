"""Tournaments on the workers of Dask: the same tables as on one machine, from the files that are shipped."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tourney.tournament import contents, played, write_config
from wallenstein.core.errors import WallensteinError
from wallenstein.record.files import merging
from wallenstein.tourney.run.cluster import code, on_worker
from wallenstein.tourney.run.cluster.bots import ShippedBot, unfit
from wallenstein.tourney.run.cluster.crew import Crew
from wallenstein.tourney.run.cluster.dask_executor import DaskExecutor
from wallenstein.tourney.run.cluster.kit import kit_of
from wallenstein.tourney.run.cluster.station import Unfit
from wallenstein.tourney.run.pool import TRIES
from wallenstein.tourney.run.tournament import prepare

pytestmark = pytest.mark.slow

HELPER = "FAVOURITE = 3\n"
BOT = '''
"""A bot with a neighbour."""

from types import SimpleNamespace
from typing import Any

from wallenstein.bots import BaseBot, register

from .taste import FAVOURITE


@register("neighbourly")
class Neighbourly(BaseBot):
    """Picks what its neighbour says, and fails now and then."""

    plays = "toy"

    def decide(self, view: Any, decision: Any) -> int:
        """One pick."""
        if self.rng.random() < 0.1:
            raise ValueError("not today")
        return FAVOURITE
'''


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with a worker, in this process: what plays is in others all the same."""
    from distributed import LocalCluster

    cluster: Any = LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)
    with cluster:
        yield cluster.scheduler_address


def on_dask(scheduler: str) -> list[str]:
    return ["run.executor=dask", f"run.scheduler={scheduler}"]


def test_workers_are_told_who_plays_in_a_round(tmp_path: Path, scheduler: str) -> None:
    config = write_config(tmp_path, ("good", "bad", "decent", "sloppy"), chunk=6)
    sets = ['tourney.format="ladder"', "tourney.rounds=3", "tourney.players=3", "tourney.blocks=12"]
    here = played(config, tmp_path / "here", sets=sets)
    there = played(config, tmp_path / "there", sets=[*sets, *on_dask(scheduler)])
    assert contents(there.folder) == contents(here.folder)


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament with a bot that lies in its own folder."""
    monkeypatch.setattr(merging, "GAMES", 12)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "taste.py").write_text(HELPER)
    (tmp_path / "own" / "neighbourly.py").write_text(BOT)
    entries = ("decent", "sloppy", f"{tmp_path}/own/neighbourly.py")
    return write_config(tmp_path, entries, blocks=6, isolation="process")


def test_tables_are_the_same_byte_for_byte(config: Path, tmp_path: Path, scheduler: str) -> None:
    there = played(config, tmp_path / "there", sets=on_dask(scheduler))
    here = played(config, tmp_path / "here")
    assert there.finished
    assert there.folder.name == here.folder.name, "where it is played does not make it another run"
    assert contents(there.folder) == contents(here.folder)
    assert here.faults > 0
    assert not on_worker.RUNS, "the worker has forgotten the run"


def test_a_worker_with_other_code_is_refused(
    config: Path, tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = {**code.code_here(), "code": "0123456789abcdef"}
    monkeypatch.setattr("wallenstein.tourney.run.cluster.crew.code_here", lambda: here)
    with pytest.raises(Unfit, match=r"the worker inproc://.* cannot play for this run: the code .* differ") as error:
        played(config, tmp_path / "results", sets=on_dask(scheduler))
    assert "install the same commit there" in str(error.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"wallenstein": "0.0.1"}, "and this run is played with 0.0.1"),
        ({"pyarrow": "1.0"}, "whose files differ from those of 1.0"),
        ({}, ""),
    ],
)
def test_what_makes_code_another(change: dict[str, str], said: str) -> None:
    sentence = code.unlike({**code.code_here(), **change})
    assert said in sentence
    assert bool(said) == bool(sentence)


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        (["run.executor=dask"], r"run\.scheduler: is missing"),
        (["run.scheduler=local:2"], r'run\.scheduler: is for executor = "dask" only'),
        (["run.executor=dask", "run.scheduler=local:many"], r'must be such as "local:4"'),
        (["run.executor=dask", "run.scheduler=nowhere.json"], r"nowhere\.json is neither a scheduler file nor"),
        (["run.executor=dask", "run.scheduler=tcp://127.0.0.1:1"], r"tcp://127\.0\.0\.1:1 does not answer"),
    ],
)
def test_a_scheduler_that_is_none(
    config: Path, tmp_path: Path, sets: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wallenstein.tourney.run.cluster.connecting.PATIENCE", 0.5)
    with pytest.raises(WallensteinError, match=said):
        played(config, tmp_path / "results", sets=sets)


def test_without_dask(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(WallensteinError, match=r"pip install 'wallenstein\[dask\]'"):
        played(config, tmp_path / "results", sets=on_dask("local:1"))


class Waiting:
    """A client of a scheduler that does nothing."""

    status = "running"

    def __init__(self) -> None:
        self.given: list[Any] = []
        self.loop = SimpleNamespace(asyncio_loop=None)

    def map(self, _do: Any, tasks: list[Any], **_: Any) -> list[None]:
        self.given.extend(tasks)
        return [None] * len(tasks)


def test_a_killed_worker_is_a_lost_task_that_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And more than a few tasks a thread are never in the scheduler."""
    from distributed import KilledWorker

    monkeypatch.setattr("asyncio.run_coroutine_threadsafe", lambda coroutine, loop: coroutine.close())
    client = Waiting()
    connection: Any = SimpleNamespace(client=client, is_up=True, is_lost=False, scheduler="tcp://test:1")
    executor = DaskExecutor(connection, b"", lambda task: {}, tmp_path, print)
    monkeypatch.setattr(executor.crew, "look", lambda client: None)
    executor.crew.threads["tcp://worker:1"] = 2
    assert executor.room == 4
    executor.submit(7)
    assert executor.finished(0.0) == []
    assert client.given == [7]
    lost = KilledWorker("wallenstein-1", SimpleNamespace(address="tcp://worker:1"), 0)
    for number in range(1, TRIES):
        executor.replies.put((number, lost))
        assert executor.finished(1.0) == []
        assert executor.finished(0.0) == []
        assert client.given == [7] * (number + 1)
    executor.replies.put((TRIES, lost))
    (result,) = executor.finished(1.0)
    assert f"the worker of chunk 7 was lost {TRIES} times" in str(result.error)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ImportError("No module named 'wallenstein'"), "it has no wallenstein, or another one"),
        (ZeroDivisionError("by itself"), "ZeroDivisionError: by itself"),
        ("it has pyarrow 1.0", "it has pyarrow 1.0"),
        (OSError("it has gone"), ""),
    ],
)
def test_what_a_worker_answers(answer: Any, said: str) -> None:
    told: list[str] = []
    client = SimpleNamespace(nthreads=lambda: {"tcp://w:1": 2}, run=lambda *_, **__: {"tcp://w:1": answer})
    crew = Crew("key", b"kit", told.append)
    crew.look(client)
    assert not crew.threads
    assert bool(crew.refused) == bool(said)
    assert all(said in sentence for sentence in [crew.sentence, *told])


def test_workers_with_other_rules_are_refused(
    config: Path, tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = kit_of(prepare(config, on_dask(scheduler), tmp_path / "results"))
    others = kit._replace(rules=dict.fromkeys(kit.rules, "another"))
    monkeypatch.setattr("wallenstein.tourney.run.cluster.kit.kit_of", lambda tournament: others)
    with pytest.raises(Unfit, match=r"the worker inproc://.* cannot play for this run: the rules are others there"):
        played(config, tmp_path / "results", sets=on_dask(scheduler))


def test_a_bot_of_a_module_must_be_the_same_there(tmp_path: Path) -> None:
    bot = ShippedBot("one", "tests.bots.misbehaving:Decent", False, "toy", {}, {}, "0123", (), (), "")
    (said,) = unfit([bot], tmp_path)
    assert said == "the bot one is another one there: the files of tests.bots.misbehaving:Decent differ"
    (said,) = unfit([bot._replace(place="nowhere_at_all:Bot")], tmp_path)
    assert said.startswith("the bot one: ")
    assert said.endswith("install it there, too")


def test_a_bot_that_ends_its_process_is_a_fault_there_too(config: Path, tmp_path: Path, scheduler: str) -> None:
    (tmp_path / "own" / "neighbourly.py").write_text(BOT.replace("raise ValueError", "import os; os._exit(1)"))
    outcome = played(config, tmp_path / "results", sets=on_dask(scheduler))
    assert {kind for kinds in (outcome.summary or {})["faults"].values() for kind in kinds} >= {"died"}
