"""Fits of tower models to throws of towers that are known; sheets of throws, and what is wrong with them."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.games.wallenstein.tower.known_towers import TOWERS, fits, throws_of_a_game
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.terminal.tower_print import as_json, as_text
from wallenstein.games.wallenstein.tower.fit import FAMILIES, Cases, fit, fit_all, log_likelihood
from wallenstein.games.wallenstein.tower.models import TOWERS as MODELS
from wallenstein.games.wallenstein.tower.throws import Throws, read_throws, sheet_csv, sheet_text

pytestmark = pytest.mark.slow

HEAD = "game,red_in,red_out,blue_in,blue_out,peasants_in,peasants_out\n"
FAMILY = {family.name: family for family in FAMILIES}


@pytest.fixture(scope="module", params=[*TOWERS])
def known(request: pytest.FixtureRequest) -> tuple[str, Throws]:
    """The throws of a game with each tower."""
    return request.param, throws_of_a_game({"model": request.param, **TOWERS[request.param]}, 11)


def test_every_packaged_model_can_be_fitted() -> None:
    assert set(FAMILY) == set(MODELS)


@pytest.mark.parametrize("model", [*TOWERS])
def test_chances_are_those_of_the_model_that_plays(model: str) -> None:
    tower, random = MODELS[model](**TOWERS[model]), Random(1).random
    for falling, inside in ((3, 8), (16, 5), (30, 20)):
        drops = np.array([tower.drop(random, [falling, 0], [0, inside]) for _ in range(4000)])
        one = np.array([float(falling)]), np.array([float(inside)])
        expected = [float(each[0]) for each in FAMILY[model].chances(*one, *TOWERS[model].values())]
        assert drops.mean(axis=0) / [falling, inside] == pytest.approx(expected, abs=0.012)


def test_the_likelihood_is_that_of_each_colour_by_itself() -> None:
    throws = Throws(np.array([[1, 0]]), np.array([[1, 2]]), np.array([[1, 0]]))
    found = log_likelihood(FAMILY["sieve"], Cases(throws), (0.7, 0.2))
    assert np.exp(found) == pytest.approx((0.7 * 0.8 + 0.3 * 0.2) * 0.8**2)


def test_the_best_parameters_of_a_sieve_without_memory_are_plain_shares() -> None:
    throws = Throws(np.array([[10], [0]]), np.array([[0], [4]]), np.array([[6], [1]]))
    fitted = fit(FAMILY["sieve"], Cases(throws))
    assert fitted.values == pytest.approx((0.6, 0.25), abs=1e-3)
    passes, loosens = fitted.estimates()
    assert passes.low < 0.6 < passes.high
    assert 0 < loosens.low < 0.25 < loosens.high < 1


def test_the_true_tower_fits_and_its_intervals_are_narrow(known: tuple[str, Throws]) -> None:
    model, throws = known
    fitted = fit(FAMILY[model], Cases(throws))
    for each, truth in zip(fitted.estimates(), TOWERS[model].values(), strict=True):
        assert each.low < each.value < each.high
        assert abs(each.value - truth) < 2 * (each.high - each.low)
    assert fitted.misfit() > 0.001


def test_a_tower_that_cannot_be_is_said_to_be_impossible(known: tuple[str, Throws]) -> None:
    fitted = fit_all(known[1])
    assert [each.family.name for each in fitted if not each.possible] == ["open"]
    text = as_text("throws.csv", known[1], fitted)
    assert "impossible" in text
    assert f'tower = {{ model = "{fitted[0].family.name}", ' in text
    models = json.loads(as_json("throws.csv", known[1], fitted))["models"]
    possible = {each["model"]: each["possible"] for each in models}
    assert possible == {each.family.name: each.possible for each in fitted}


def test_a_sheet_is_read_as_it_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "throws.csv"
    file.write_text(sheet_csv(4, 3))
    with pytest.raises(ConfigError, match="no throw is filled in"):
        read_throws(file)
    assert sheet_text(3, 5).count("    :    |    :    |    :    |    :    ") == 5
    assert max(map(len, sheet_text(5, 1).splitlines())) <= 110


def test_inside_is_what_did_not_come_out(tmp_path: Path) -> None:
    file = tmp_path / "throws.csv"
    file.write_text("# mine\n\n" + HEAD + "1,7,5,7,4,10,6\n1,3,4,,1,1,\n1,,,,,,\n2,7,7,7,7,10,\n")
    throws = read_throws(file)
    assert throws.falling.tolist() == [[7, 7, 10], [3, 0, 1], [7, 7, 10]]
    assert throws.inside.tolist() == [[0, 0, 0], [2, 3, 4], [0, 0, 0]]
    assert throws.out.tolist() == [[5, 4, 6], [4, 1, 0], [7, 7, 0]]
    file.write_text((HEAD + "1,7,5,7,4,10,6\n").replace(",", ";"))
    assert read_throws(file).out.tolist() == [[5, 4, 6]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty; wallenstein tower sheet --csv prints the file to fill in"),
        (HEAD, "no throw is filled in"),
        (HEAD + "1,7,5,7,4,10,6\n1,0,3\n", ":3: red_out is 3, but only 0 were thrown in and 2 were inside"),
        (HEAD + "1,7,x\n", ':2: red_out is "x", which is not a number of cubes from 0 to 1000'),
        (HEAD + "1,7,5,7,4,10,6,9\n", ":2: has 8 fields, but there are 7 columns"),
        ("game,red_in\n1,2\n", ":1: there is a column red_in and no column red_out"),
        ("game,red_in,red_out,colour\n", ':1: the column "colour" is unknown'),
        ("game\n1\n", ":1: there is no column NAME_in, such as red_in"),
        ("game,red_in,red_out,red_in\n", ":1: a column is named twice"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "throws.csv"
    file.write_text(text)
    with pytest.raises(ConfigError) as error:
        read_throws(file)
    assert str(error.value).startswith(f"{file}:")
    assert said in str(error.value)


@pytest.mark.long
@pytest.mark.parametrize("model", [*TOWERS])
def test_intervals_hold_the_truth_as_often_as_they_say(model: str) -> None:
    found = [each.estimates() for each in fits(model, 300)]
    for at, truth in enumerate(TOWERS[model].values()):
        assert (
            (0.89 if model == "baffles" else 0.92)
            <= np.mean([each[at].low <= truth <= each[at].high for each in found])
            <= 0.98
        )


def test_one_cube_that_stays_makes_an_open_tower_impossible(tmp_path: Path) -> None:
    path = tmp_path / "throws.csv"
    found = []
    for out in (6, 5):
        path.write_text(f"red_in,red_out\n4,4\n6,{out}\n")
        found.append({each.family.name: each.possible for each in fit_all(read_throws(path))})
    assert found[0]["open"]
    assert not found[1]["open"]
    assert all(possible for name, possible in found[1].items() if name != "open")
