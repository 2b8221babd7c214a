"""Workers and schedulers of Dask in processes of their own, which are lost while a tournament is played."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from tests.extras.cluster.processes import QUICK, Cluster, Killer
from tests.tourney.tournament import contents, only_run, played, write_config
from wallenstein.core.errors import ConfigError
from wallenstein.extras.cluster import dask_executor
from wallenstein.extras.cluster import scheduler as connecting
from wallenstein.extras.cluster.scheduler import SchedulerLost
from wallenstein.record import merging
from wallenstein.record.read import Run

pytestmark = pytest.mark.long
Start = Callable[..., Cluster]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts clusters that end with the test."""
    started: list[Cluster] = []

    def begun(workers: int, protocol: str = "tcp", environment: Mapping[str, str] = QUICK) -> Cluster:
        started.append(Cluster(tmp_path, workers, protocol, environment))
        return started[-1]

    yield begun
    for cluster in started:
        cluster.end()


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament that takes a while."""
    monkeypatch.setattr(merging, "GAMES", 12)
    return write_config(tmp_path, blocks=60, isolation="process")


@pytest.fixture
def whole(config: Path, tmp_path: Path) -> dict[str, bytes]:
    """What it leaves where nothing is lost."""
    return contents(played(config, tmp_path / "here", jobs=2).folder)


def on(scheduler: object) -> list[str]:
    return ["run.executor=dask", f"run.scheduler={scheduler}"]


def when_played(results: Path, lines: int, action: Callable[[], None]) -> Thread:
    """Does something once the manifest has so many lines."""

    def wait() -> None:
        while sum(path.read_bytes().count(b"\n") for path in results.glob("*/manifest.jsonl")) < lines:
            sleep(0.05)
        action()

    thread = Thread(target=wait, daemon=True)
    thread.start()
    return thread


def test_workers_killed_at_random(config: Path, tmp_path: Path, whole: dict[str, bytes], start: Start) -> None:
    """The scheduler tries nothing twice, so each task that is lost comes back as such."""
    killer = Killer(start(2), 1.0, seed=1)
    first = when_played(tmp_path / "there", 3, killer.start)
    there = played(config, tmp_path / "there", sets=on(killer.cluster.address))
    first.join()
    killer.stop()
    assert there.finished
    assert killer.killed > 0
    assert contents(there.folder) == whole


def test_a_scheduler_that_is_started_again(config: Path, tmp_path: Path, whole: dict[str, bytes], start: Start) -> None:
    cluster = start(2)

    def restart() -> None:
        cluster.lose_scheduler()
        sleep(2)
        cluster.start_again(2)

    restarting = when_played(tmp_path / "there", 5, restart)
    there = played(config, tmp_path / "there", sets=on(cluster.file))
    restarting.join()
    assert there.finished
    assert contents(there.folder) == whole


def test_a_scheduler_that_stays_lost(
    config: Path, tmp_path: Path, whole: dict[str, bytes], start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that has come back is kept, and another cluster or this machine resumes the run."""
    cluster = start(1)
    monkeypatch.setattr(dask_executor, "LOST", 3.0)
    monkeypatch.setattr(connecting, "PATIENCE", 1.0)
    losing = when_played(tmp_path / "there", 5, cluster.lose_scheduler)
    with pytest.raises(SchedulerLost, match=r"was lost and has not come back .* run the same command again to resume"):
        played(config, tmp_path / "there", sets=on(cluster.address))
    losing.join()
    assert Run(only_run(tmp_path / "there")).games >= 12
    resumed = played(config, tmp_path / "there", sets=on("local:2"))
    assert resumed.finished
    assert contents(resumed.folder) == whole


def test_a_scheduler_that_speaks_tls(
    config: Path, tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With certificates it is played; whoever has none is not let in."""
    import dask

    write_certificate(tmp_path)
    files = {
        "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(tmp_path / "ca.pem"),
        **{
            f"DASK_DISTRIBUTED__COMM__TLS__{who}__{what}": str(tmp_path / f"{name}.pem")
            for who in ("SCHEDULER", "WORKER", "CLIENT")
            for what, name in (("CERT", "ca"), ("KEY", "key"))
        },
        "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "true",
    }
    cluster = start(1, "tls", files)
    assert cluster.address.startswith("tls://")
    sets = [*on(cluster.address), "tourney.blocks=4"]
    monkeypatch.setattr(connecting, "PATIENCE", 3.0)
    with pytest.raises((SchedulerLost, ConfigError), match=r"tls://.* does not answer"):
        played(config, tmp_path / "without", sets=sets)
    monkeypatch.setattr(connecting, "PATIENCE", 30.0)
    with dask.config.set(collected(files)):
        assert played(config, tmp_path / "with", sets=sets).finished


def collected(environment: Mapping[str, str]) -> dict[str, str]:
    """What these variables of the environment mean, by key."""
    return {
        name.removeprefix("DASK_").lower().replace("__", ".").replace("_", "-"): value
        for name, value in environment.items()
    }


def write_certificate(folder: Path) -> None:
    """A certificate that signs itself, and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "wallenstein")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "ca.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
