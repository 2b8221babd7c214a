"""A small run of Wallenstein, played once for all tests of these folders."""

from pathlib import Path

import pytest

from tests.tourney.tournament import played

CONFIG = """
[tourney]
name = "small"
seed = 5
blocks = 3
format = "list"
tables = [["settler", "warlord", "miller"]]

[bots]
entries = ["settler", "warlord", "miller"]

[run]
chunk = 4
isolation = "none"
"""


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the run: nine games."""
    path = tmp_path_factory.mktemp("small")
    (path / "small.toml").write_text(CONFIG)
    return played(path / "small.toml", path).folder
