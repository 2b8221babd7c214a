"""The two files of figures: all of them as JSON, and one row for each bot and cell as Parquet."""

import json
from pathlib import Path

from tests.report.summaries import text_stored
from tests.tourney.tournament import played, write_config
from wallenstein.tourney.verification import differences


def test_the_figures_of_a_tournament_are_those_of_an_earlier_version(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "sloppy"))
    config.write_text(config.read_text() + "\n[matrix]\ngame.rounds = [1, 3]\n")
    found = json.loads((played(config, tmp_path / "results").folder / "summary.json").read_text())
    before = {**json.loads(text_stored("cells")), "seconds_a_decision": found["seconds_a_decision"]}
    assert list(differences(found, before, "")) == []
