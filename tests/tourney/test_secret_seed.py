"""A secret seed: known to nobody but the runner's user while the run lasts, and published with the finished run."""

from collections.abc import Callable
from hashlib import blake2b
from itertools import product
from pathlib import Path
from random import Random
from stat import S_IMODE
from typing import Final

import pytest
from click.testing import CliRunner

from tests.tourney.test_adding import command
from tests.tourney.test_resume import unfinished
from tests.tourney.tournament import contents, only_run, played, write_config
from wallenstein.cli import main
from wallenstein.core import seeds
from wallenstein.core.errors import ConfigError
from wallenstein.core.seeds import RunKey, commitment, derive
from wallenstein.extras.cluster.bundle import bundle_run, read_bundle
from wallenstein.extras.cluster.session import WorkerSession
from wallenstein.record.manifest import FILE, Manifest
from wallenstein.record.read import Run
from wallenstein.tourney.config import load
from wallenstein.tourney.folder import SECRET, seed_of_run
from wallenstein.tourney.run import prepare
from wallenstein.tourney.verification import verify_run


@pytest.fixture(autouse=True)
def _quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seed here is drawn, and needs a key; test_seeds has what a key costs."""
    monkeypatch.setitem(seeds.SLOW, "n", 2)
    monkeypatch.setattr(seeds, "_known", {})


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = write_config(tmp_path)
    path.write_text(path.read_text().replace("seed = 7", 'seed = "secret"'))
    return path


def everything(folder: Path, without: str = "") -> str:
    """All files of a run, as text."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != without)
    return "\n".join(path.read_bytes().decode("latin-1") for path in files)


def test_it_is_in_a_file_of_the_user_alone_until_the_run_is_finished(config: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    unfinished(config, results)
    folder = only_run(results)
    kept = folder / SECRET
    seed = int(kept.read_text())
    assert S_IMODE(kept.stat().st_mode) == 0o600
    assert str(seed) not in everything(folder, without=SECRET)
    assert Manifest(folder).header["seed"] == commitment(seed)
    assert "its seed is secret until it is finished" in " ".join(verify_run(Run(folder), None, print).problems)

    outcome = played(config, results)
    assert outcome.finished
    assert not kept.exists()
    assert outcome.summary is not None
    assert Manifest(folder).header["seed"] == outcome.summary.seed == seed
    assert verify_run(Run(folder), None, print).problems == []
    plain = played(config, tmp_path / "plain", sets=[f"tourney.seed={seed}"])
    tables = {name: data for name, data in contents(plain.folder).items() if name.startswith("tables")}
    assert tables.items() <= contents(folder).items(), "the games are those of the published seed"


def test_two_runs_do_not_mix(config: Path, tmp_path: Path) -> None:
    first, second = (played(config, tmp_path / "results").folder for _ in range(2))
    assert first != second
    seeds = [Manifest(folder).header["seed"] for folder in (first, second)]
    assert len(set(seeds)) == 2
    manifest = (second / FILE).read_text()
    assert str(seeds[0]) not in manifest
    (second / FILE).write_text((first / FILE).read_text().replace(str(seeds[0]), str(seeds[1])))
    with pytest.raises(Exception, match="damaged"):
        Manifest(second)


def test_without_its_file_the_run_cannot_go_on(config: Path, tmp_path: Path) -> None:
    unfinished(config, tmp_path / "results")
    kept = only_run(tmp_path / "results") / SECRET
    for text in ("12", "", "x"):
        kept.write_text(text)
        with pytest.raises(ConfigError, match="the secret seed of this run is lost"):
            played(config, tmp_path / "results")
    kept.unlink()
    with pytest.raises(ConfigError, match="--fresh"):
        played(config, tmp_path / "results")


def test_bots_can_be_added_to_the_finished_run(tmp_path: Path) -> None:
    path = write_config(tmp_path, ("good", "bad", "decent"), blocks=2, players=3, chunk=6)
    path.write_text(path.read_text().replace("seed = 7", 'seed = "secret"'))
    base = played(path, tmp_path / "results").folder
    outcome = command(path, "--add", "sloppy")
    assert outcome.exit_code == 0, outcome.output
    runs = [Manifest(folder) for folder in (tmp_path / "results").iterdir()]
    assert len(runs) == 2
    assert {run.header["seed"] for run in runs} == {seed_of_run(Manifest(base))}


def test_workers_elsewhere_get_the_key_alone(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = prepare(config, [], tmp_path)
    games = tournament.schedule.games(0)
    bundle = bundle_run(tournament).packed()
    seed = tournament.config.seed
    assert RunKey(seed).value in bundle
    assert str(seed).encode() not in bundle
    assert seed.to_bytes(16, "little") not in bundle
    monkeypatch.setattr(seeds, "_known", {})
    monkeypatch.setattr(seeds, "scrypt", None)  # a worker computes no key
    session = WorkerSession(read_bundle(bundle), tmp_path / "worker")
    assert session.tasks.schedule.games(0) == games


def test_a_drawn_seed_has_128_bits_and_survives(tmp_path: Path) -> None:
    path = write_config(tmp_path)
    path.write_text(path.read_text().replace("seed = 7\n", ""))
    assert max(load(path).seed.bit_length() for _ in range(20)) > 120
    outcome = played(path, tmp_path / "results")
    run = Run(outcome.folder)
    assert outcome.summary is not None
    assert run.header["seed"] == outcome.summary.seed == load(run.config_file).seed
    assert verify_run(run, None, print).problems == []


CURIOUS = """
from pathlib import Path
from wallenstein.bots import BaseBot, register

@register("curious")
class Curious(BaseBot):
    def start(self, setup):
        with open({file!r}, "a") as file:
            print(repr(self.rng.getstate()), file=file)

    def decide(self, view, decision):
        return decision.options[int(self.rng.random() * len(decision.options))]
"""


def unkeyed(seed: int, *purpose: str | int) -> int:
    text = "/".join([str(seed), *map(str, purpose)])
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


WAYS: Final[list[Callable[[int, int, int], int]]] = [  # to the generator of a bot, without the slow key
    lambda seed, block, seat: unkeyed(unkeyed(seed, "block", block), "bot", seat),
    lambda seed, block, seat: unkeyed(seed, "bot", seat),
    lambda seed, block, seat: derive(derive(seed, "block", block), "bot", seat),
    lambda seed, block, seat: derive(derive(seed, "block", block), "bot", "curious", seat),
    lambda seed, block, seat: derive(seed, "bot", block, "curious", seat),
    lambda seed, block, seat: derive(seed, "bot", "curious", seat),
    lambda seed, block, seat: derive(seed, "bot", seat),
]


def test_no_seed_gives_the_generator_of_a_bot_without_the_slow_key(tmp_path: Path) -> None:
    """Neither the configured seed, nor that of a game, which leads to its own chance alone."""
    path, seen = write_config(tmp_path, ("decent", "curious"), blocks=2), tmp_path / "seen"
    (tmp_path / "curious.py").write_text(CURIOUS.format(file=str(seen)))
    path.write_text(path.read_text().replace("paths = [", f'paths = ["{tmp_path}/curious.py", '))
    games = Run(played(path, tmp_path / "results").folder).table("games").to_pydict()
    states = set(seen.read_text().splitlines())
    assert len(states) == 2, "a generator for each block, in both seats"
    assert set(games["seed"]) == {derive(RunKey(7), "block", block) for block in (0, 1)}
    for way, seed, block, seat in product(WAYS, {7, *games["seed"]}, range(2), range(2)):
        assert repr(Random(way(seed, block, seat)).getstate()) not in states
    right = derive(RunKey(7), "bot", 0, "curious", 0)
    assert repr(Random(right).getstate()) in states, "the bots derive from the key itself"


COPIES = """
[tourney]
seed = 7
blocks = 2
tables = [{tables}]
format = "list"
[bots]
entry = [{{ name = "a", bot = "random" }}, {{ name = "b", bot = "random" }}]
[log]
tables = []
[run]
isolation = "none"
"""


@pytest.mark.parametrize("tables", ['["a", "b", "b"]', '["a", "a", "b"]'])
def test_copies_of_a_bot_do_not_play_one_game_in_all_rotations(tmp_path: Path, tables: str) -> None:
    (tmp_path / "copies.toml").write_text(COPIES.format(tables=tables))
    seats = Run(played(tmp_path / "copies.toml", tmp_path / "results").folder).table("seats").to_pydict()
    scores = [tuple(seats["score"][at : at + 3]) for at in range(0, len(seats["score"]), 3)]
    assert len(scores) == len(set(scores)) == 6


def test_the_command_says_what_bots_from_files_can_read(config: Path, tmp_path: Path) -> None:
    own = tmp_path / "copies.toml"
    own.write_text(COPIES.format(tables='["a", "b", "b"]'))
    said = {}
    for file in (config, own):
        words = ["tourney", str(file), "--results", str(tmp_path / "results"), "--jobs", "1"]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        said[file] = " ".join(result.stderr.split())
    assert "toy: 20 games in 5 chunks, a secret seed" in said[config]
    assert "can read your files: results, seeds, other bots" in said[config]
    assert "can read your files" not in said[own], "bots of the package are trusted"
