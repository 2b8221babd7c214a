"""Tournaments on the workers of Dask: the same tables as on one machine, from the files that are shipped."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tourney.tournament import contents, played, write_config
from wallenstein.bots.entrants import Entrant
from wallenstein.core.errors import WallensteinError
from wallenstein.extras.cluster import bundle as code
from wallenstein.extras.cluster import on_worker
from wallenstein.extras.cluster.bundle import bundle_run, unfit
from wallenstein.extras.cluster.dask_executor import DaskExecutor
from wallenstein.extras.cluster.scheduler import Workers
from wallenstein.extras.cluster.session import SessionResult, Unfit
from wallenstein.record import merging
from wallenstein.record.chunks import chunk_name
from wallenstein.tourney.pool import TRIES
from wallenstein.tourney.run import prepare

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
    monkeypatch.setattr("wallenstein.extras.cluster.scheduler.code_here", lambda: here)
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
    monkeypatch.setattr("wallenstein.extras.cluster.scheduler.PATIENCE", 0.5)
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
        self.sent: list[Any] = []
        self.loop = SimpleNamespace(asyncio_loop=None)

    def map(self, _do: Any, tasks: list[Any], sent: list[Any], **_: Any) -> list[Any]:
        self.given.extend(tasks)
        self.sent = sent
        return [SimpleNamespace(status="finished") for _ in tasks]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Waiting:
    monkeypatch.setattr("asyncio.run_coroutine_threadsafe", lambda coroutine, loop: coroutine.close())
    return Waiting()


@pytest.fixture
def executor(client: Waiting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DaskExecutor:
    """One with a worker that has two threads."""
    connection: Any = SimpleNamespace(client=client, is_up=True, is_lost=False, scheduler="tcp://test:1")
    found = DaskExecutor(connection, b"", tmp_path, print)
    monkeypatch.setattr(found.workers, "look", lambda client: None)
    found.workers.threads["tcp://worker:1"] = 2
    return found


def test_files_are_sent_and_those_that_come_back_are_kept(
    executor: DaskExecutor, client: Waiting, tmp_path: Path
) -> None:
    executor.submit(0)
    assert executor.finished(0.0) == []
    assert client.sent == [{}]
    made = SessionResult("done", {chunk_name(0): b"rows"}, [])
    executor.replies.put((1, on_worker.Reply("tcp://worker:1", made)))
    assert [result.task for result in executor.finished(1.0)] == [0]
    assert (tmp_path / chunk_name(0)).read_bytes() == b"rows"
    executor.submit(merging.Merging(0, (merging.Finished(0, 0, 4, "hash"),)))
    executor.finished(0.0)
    assert client.sent == [{chunk_name(0): b"rows"}]


def test_a_worker_that_was_started_anew_says_so(executor: DaskExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.get_worker", lambda: SimpleNamespace(address="tcp://worker:1"))
    assert on_worker.do(executor.key, 0, {}).lost == "it was started anew"


def test_a_killed_worker_is_a_lost_task_that_is_done_again(executor: DaskExecutor, client: Waiting) -> None:
    """And more than a few tasks a thread are never in the scheduler."""
    from distributed import KilledWorker

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
    workers = Workers("key", b"bundle", told.append)
    workers.look(client)
    assert not workers.threads
    assert bool(workers.refused) == bool(said)
    assert all(said in sentence for sentence in [workers.sentence, *told])


def test_workers_with_other_rules_are_refused(
    config: Path, tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = bundle_run(prepare(config, on_dask(scheduler), tmp_path / "results"))
    others = bundle._replace(rules=dict.fromkeys(bundle.rules, "another"))
    monkeypatch.setattr("wallenstein.extras.cluster.dask_executor.bundle_run", lambda tournament: others)
    with pytest.raises(Unfit, match=r"the worker inproc://.* cannot play for this run: the rules are others there"):
        played(config, tmp_path / "results", sets=on_dask(scheduler))


def test_a_bot_of_a_module_must_be_the_same_there(tmp_path: Path) -> None:
    bot = Entrant("one", "tests.bots.misbehaving:Decent", False, "toy", {}, {}, "0123", (), (), "")
    (said,) = unfit([bot], tmp_path)
    assert said == "the bot one is another one there: the files of tests.bots.misbehaving:Decent differ"
    (said,) = unfit([replace(bot, place="nowhere_at_all:Bot")], tmp_path)
    assert said.startswith("the bot one: ")
    assert said.endswith("install it there, too")


def test_a_bot_that_ends_its_process_is_a_fault_there_too(config: Path, tmp_path: Path, scheduler: str) -> None:
    (tmp_path / "own" / "neighbourly.py").write_text(BOT.replace("raise ValueError", "import os; os._exit(1)"))
    outcome = played(config, tmp_path / "results", sets=on_dask(scheduler))
    assert outcome.summary is not None
    assert {kind for kinds in outcome.summary.faults.values() for kind in kinds} >= {"died"}
