"""The two files of figures: all of them as JSON, and one row for each bot and cell as Parquet."""

import json
from pathlib import Path

import pyarrow.parquet as pq

from tests.report.summaries import text_stored
from tests.tourney.tournament import played, write_config
from wallenstein.tourney.verification import differences


def test_a_row_of_figures_has_the_value_and_both_bounds_of_each(tmp_path: Path) -> None:
    config = write_config(tmp_path, blocks=12)
    config.write_text(config.read_text() + "\n[matrix]\ngame.rounds = [2, 5]\n")
    folder = played(config, tmp_path / "results").folder
    cells = json.loads((folder / "summary.json").read_text())["cells"]
    rows = pq.read_table(folder / "summary.parquet").to_pylist()
    entrants = [(cell["cell"], entrant) for cell in cells for entrant in cell["entrants"]]
    assert len(rows) == len(entrants) == 4
    for row, (cell, entrant) in zip(rows, entrants, strict=True):
        flat = {"cell": cell}
        for key, value in entrant.items():
            if isinstance(value, dict):
                assert value["low"] < value["value"] < value["high"]
                flat |= {key: value["value"], f"{key}_low": value["low"], f"{key}_high": value["high"]}
            else:
                flat[key] = value
        assert row == flat


def test_the_figures_of_a_tournament_are_those_of_an_earlier_version(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "sloppy"))
    config.write_text(config.read_text() + "\n[matrix]\ngame.rounds = [1, 3]\n")
    found = json.loads((played(config, tmp_path / "results").folder / "summary.json").read_text())
    before = {**json.loads(text_stored("cells")), "seconds_a_decision": found["seconds_a_decision"]}
    assert list(differences(found, before, "")) == []
