"""The networks of the cardinal: what they foresee, and that their fit follows the gradients of its loss."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from benchmarks import judgement
from benchmarks.judgement import (
    Table,
    batch_of,
    fit,
    forward,
    kept_tables,
    loss_of,
    new_network,
    play_sample,
    rounded,
    step,
    table_of,
    text_of,
)
from wallenstein.games.sixteen_thirty.names import TURNS
from wallenstein.games.sixteen_thirty.search.judgement import Network, networks, points_of


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of([sample for seed in range(3) for sample in play_sample(seed)])


def test_bots_and_the_fit_read_a_network_alike() -> None:
    network = networks()[0]
    inputs = [float(number % 3) for number in range(len(network.hidden) - 1)]
    weights = {name: np.array(value) for name, value in network._asdict().items()}
    foreseen, _ = forward(weights, np.array([[*inputs, 4.0]]), np.array([4.0]))
    assert points_of(network, inputs, 4.0) == pytest.approx(float(foreseen[0]))


def test_the_gradients_are_those_of_the_loss(table: Table) -> None:
    rng = np.random.default_rng(1)
    batch = batch_of(table)
    nets = {"country": new_network(batch.country.shape[-1], 4, rng), "seat": new_network(batch.seat.shape[-1], 3, rng)}
    heat = np.full(TURNS, -4.0)
    made, _ = step(nets, batch, heat)
    for name, key, place in (("country", "out", (1, 0)), ("country", "base", (1,)), ("seat", "direct", (2, 0))):
        losses = []
        for change in (1e-5, -1e-5):
            nets[name][key][place] += change
            losses.append(step(nets, batch, heat)[1].sum())
            nets[name][key][place] -= change
        assert made[name][key][place] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3, abs=1e-7)


def test_the_fit_makes_what_the_package_has(table: Table) -> None:
    made = rounded(fit(table, epochs=1, seed=1))
    assert made["seat"]["out"] != rounded(fit(table, epochs=0, seed=1))["seat"]["out"], "few positions are a batch, too"
    assert tomllib.loads(text_of(made)) == made
    country, seat, heat = networks()
    assert len(made["heat"]) == len(heat) == TURNS
    for network, packaged in ((Network(**made["country"]), country), (Network(**made["seat"]), seat)):
        assert [np.shape(part) for part in network] == [np.shape(part) for part in packaged]


def test_the_loss_of_the_file_is_lower_after_the_fit(table: Table) -> None:
    before, after = [loss_of(rounded(fit(table, epochs, seed=1)), [table, table]).sum() for epochs in (0, 20)]
    assert after < before


class Killed(Exception):
    pass


def test_a_fit_that_was_interrupted_takes_the_games_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judgement, "CHUNK", 2)
    monkeypatch.setattr(judgement, "FIRST", 1)
    whole = list(kept_tables(tmp_path / "whole", 5, seed=1, jobs=2))

    def kill(file: object, **arrays: object) -> None:
        raise Killed

    tables = kept_tables(tmp_path / "cut", 5, seed=1, jobs=1)
    next(tables)
    with monkeypatch.context() as patched:
        patched.setattr(np, "savez_compressed", kill)
        with pytest.raises(Killed):
            next(tables)
    played: list[int] = []

    def count(seed: int) -> list[judgement.Sample]:
        played.append(seed)
        return play_sample(seed)

    assert sorted(path.name for path in (tmp_path / "cut").iterdir()) == ["0000-2.npz", "0001-2.tmp", "games.json"]
    monkeypatch.setattr(judgement, "play_sample", count)
    again = list(kept_tables(tmp_path / "cut", 5, seed=1, jobs=1))
    assert len(played) == 3 + 1, "three of the five games, and the one by which the folder is recognized"
    for table, other in zip(whole, again, strict=True):
        assert [part.tolist() for part in table] == [part.tolist() for part in other]


@pytest.mark.parametrize(("name", "value"), [("KEPT", 0.9), ("STRAY", 0.9), ("CHUNK", 3)])
def test_a_folder_of_other_games_is_refused(
    name: str, value: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judgement, "FIRST", 1)
    list(kept_tables(tmp_path, 0, seed=1, jobs=1))
    list(kept_tables(tmp_path, 0, seed=1, jobs=1))
    with pytest.raises(SystemExit, match=r"has other games: .*seed.*Choose another folder"):
        list(kept_tables(tmp_path, 0, seed=2, jobs=1))
    monkeypatch.setattr(judgement, name, value)
    with pytest.raises(SystemExit, match="has other games"):
        list(kept_tables(tmp_path, 0, seed=1, jobs=1))


def test_a_damaged_file_is_named_and_runs_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement, "FIRST", 1)
    list(kept_tables(tmp_path, 1, seed=1, jobs=1))
    for content in (b"half", b""):
        (tmp_path / "0000-1.npz").write_bytes(content)
        with pytest.raises(SystemExit, match=r"0000-1\.npz is damaged .*Delete it"):
            list(kept_tables(tmp_path, 1, seed=1, jobs=1))
    np.savez(tmp_path / "0000-1.npz", turn=np.array([{}], dtype=object))
    with pytest.raises(SystemExit, match="allow_pickle=False"):
        list(kept_tables(tmp_path, 1, seed=1, jobs=1))
