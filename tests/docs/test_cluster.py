"""`docs/cluster.md` and `docs/stores.md`: what can be played here is, the rest is checked by who would read it."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import wallenstein
from tests.docs.test_code import blocks
from tests.record.s3_server import s3_server
from wallenstein.cli import main

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = DOCS.parent / "examples" / "cluster"
LEAGUE = """
[tourney]
name = "league"
seed = 1
blocks = 1
format = "list"
tables = [["random", "settler", "random"]]
[bots]
entries = ["random", "settler"]
"""


def fenced(name: str, kind: str) -> list[str]:
    """The blocks of a document of one kind."""
    text = (DOCS / name).read_text("utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(name: str, first: str) -> list[list[str]]:
    """The commands of a document that begin with a word, wherever they are, without what a shell makes of them."""
    text = "".join(fenced(name, "sh") + fenced(name, "text"))
    found = re.findall(rf"(?:^|/bin/){first} [^'\n]*", text, re.MULTILINE)
    return [
        shlex.split(line.rpartition("/bin/")[2].rstrip(" &").replace("$(nproc)", "4"), comments=True) for line in found
    ]


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the tournament that the documents speak of."""
    monkeypatch.chdir(tmp_path)
    Path("league.toml").write_text(LEAGUE, "utf-8")


def test_commands_of_wallenstein_are_understood(league: None) -> None:
    found = [words for words in commands("cluster.md", "wallenstein") if words[1] == "tourney"]
    assert len(found) == 3
    for words in found:
        result = CliRunner().invoke(main, [*words[1:], "--dry-run", "--set", "run.limits={start = 60.0}"])
        assert result.exit_code == 0, result.output


def test_commands_of_dask_are_understood() -> None:
    """Options and their values; nothing is started."""
    from distributed.cli import dask_scheduler, dask_worker

    found = commands("cluster.md", "dask")
    assert {tuple(words[:2]) for words in found} == {("dask", "scheduler"), ("dask", "worker")}
    for words in found:
        command: Any = dask_scheduler.main if words[1] == "scheduler" else dask_worker.main
        context = command.make_context(words[1], words[2:])
        assert context.params["dashboard"] is False


@pytest.mark.long
def test_the_jobs_of_slurm(league: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of the document is run, with a Slurm that takes its job and starts it here."""
    from dask_jobqueue.slurm import SLURMCluster

    code = (EXAMPLES / "slurm.py").read_text("utf-8")
    scripts: list[str] = []

    def scale(cluster: Any, jobs: int) -> None:
        if jobs:  # none, when it is closed
            assert jobs == 20
            scripts.append(cluster.job_script())

    played: list[dict[str, Any]] = []
    monkeypatch.setattr(SLURMCluster, "scale", scale)
    monkeypatch.setattr(wallenstein, "run", lambda file, **options: played.append({"file": file, **options}))
    names: dict[str, Any] = {}
    exec(compile(code, "slurm.py", "exec"), names)
    names["cluster"].close()
    (script,) = scripts
    assert "#SBATCH -p compute" in script
    assert "#SBATCH --cpus-per-task=16" in script
    assert "#SBATCH -t 08:00:00" in script
    (line,) = [line for line in script.splitlines() if "dask_worker" in line]
    address = played[0]["sets"]["run.scheduler"]
    assert address.startswith("tcp://")
    words = shlex.split(line)
    assert words[:3] == ["league/.venv/bin/python", "-m", "distributed.cli.dask_worker"]
    from distributed.cli import dask_worker

    context = dask_worker.main.make_context("worker", words[3:])
    assert (context.params["scheduler"], context.params["nthreads"]) == (address, 16)


@pytest.mark.long
def test_the_cluster_of_kubernetes() -> None:
    """By the schema of the operator, and by the commands that its containers run."""
    import dask_kubernetes
    import yaml
    from distributed.cli import dask_scheduler, dask_worker
    from jsonschema import Draft202012Validator

    described = yaml.safe_load((EXAMPLES / "league.yaml").read_text("utf-8"))
    folder = Path(dask_kubernetes.__file__).parent / "operator" / "deployment" / "helm" / "dask-kubernetes-operator"
    definition = yaml.safe_load((folder / "crds" / "daskcluster.yaml").read_text("utf-8"))
    version = definition["spec"]["versions"][0]
    assert described["apiVersion"] == f"{definition['spec']['group']}/{version['name']}"
    assert described["kind"] == definition["spec"]["names"]["kind"]
    schema = version["schema"]["openAPIV3Schema"]
    assert list(Draft202012Validator(schema).iter_errors(described)) == []
    assert list(Draft202012Validator(schema).iter_errors({**described, "spec": {"worker": {"replicas": "8"}}}))
    for part, command in (("scheduler", dask_scheduler.main), ("worker", dask_worker.main)):
        (container,) = described["spec"][part]["spec"]["containers"]
        words = [word.replace("$(DASK_WORKER_NAME)", "one") for word in container["args"]]
        assert words[:2] == ["dask", part]
        assert command.make_context(part, words[2:]).params["dashboard"] is False


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What s3://bucket is in the document."""
    with s3_server(monkeypatch):
        yield


@pytest.mark.long
def test_results_in_a_store(league: None, bucket: None, capsys: pytest.CaptureFixture[str]) -> None:
    found = commands("stores.md", "wallenstein")
    assert [words[1] for words in found] == ["tourney", "standings"]
    for words in found:
        result = CliRunner().invoke(main, words[1:])
        assert result.exit_code == 0, result.output
    (code,) = blocks("docs/stores.md")
    exec(compile(code, "docs/stores.md", "exec"), {})
    assert "settler" in capsys.readouterr().out
