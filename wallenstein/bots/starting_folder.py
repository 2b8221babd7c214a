"""A folder to start from: a tournament with a new bot, the bot's test, and a notebook that looks at the results."""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from wallenstein.bots.template import write
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.packaged import packaged_configs
from wallenstein.games import DEFAULT

CONFIG: Final = "tournament.toml"
NOTEBOOK: Final = "notebook.ipynb"
FIRST: Final = "quickstart"  # the ready configuration that is looked at first
CELLS: Final = (
    (
        "markdown",
        "# How does {name} do?\n\nPlay the tournament, or read it if it is finished; then look at it.",
    ),
    ("code", 'import wallenstein\n\nrun = wallenstein.run("tournament.toml")\nrun.standings'),
    ("code", "print(run)"),
    ("markdown", "Every table of the run is a data frame; `wallenstein docs data` describes the columns."),
    ("code", 'frames = run.frames\nframes.seats.groupby("bot", observed=True).score.describe()'),
    ("markdown", "Figures with their intervals; `wallenstein docs analysis` is a guided study."),
    ("code", 'from wallenstein import analysis\n\nanalysis.win_shares(frames, by=["seat"], where={{"bot": "{bot}"}})'),
)


def write_folder(folder: Path, name: str, game: Game) -> dict[Path, str]:
    """Writes the folder; returns what each new file is. ConfigError if one of them is there already."""
    config, notebook = folder / CONFIG, folder / NOTEBOOK
    for path in (config, notebook):
        if path.exists():
            raise ConfigError(f"{path} already exists; choose another folder")
    bot = write(name, folder / "bots", game)
    config.write_text(configuration(name, game), "utf-8")
    notebook.write_text(notebook_text(name, bot.bot.stem), "utf-8")
    return {config: "the tournament", bot.bot: "a bot", bot.test: "its test, for pytest", notebook: "a notebook"}


def configuration(name: str, game: Game) -> str:
    """A small tournament of the new bot against those of the game's ready configuration."""
    entries = ", ".join(f'"{entry}"' for entry in (name, *others(game)))
    which = "" if game.name == DEFAULT else f'\n[game]\nname = "{game.name}"\n'
    return (
        "# wallenstein tourney tournament.toml; `wallenstein docs configuration` describes every key.\n"
        f"[tourney]\nseed = 7\nblocks = 5\nplayers = {game.default_players}\n{which}\n"
        f'[bots]\npaths = ["bots"]\nentries = [{entries}]\n'
    )


def others(game: Game) -> Sequence[str]:
    """The bots of the first ready configuration of this game; otherwise as many random ones as fill a table."""
    ready = packaged_configs()
    for name in sorted(ready, key=lambda name: (name != FIRST, name != game.name)):
        tables = tomllib.loads(ready[name].read_text("utf-8"))
        entries = tables.get("bots", {}).get("entries", [])
        plain = [entry for entry in entries if isinstance(entry, str) and entry.isidentifier()]
        if tables.get("game", {}).get("name", DEFAULT) == game.name and len(plain) >= game.default_players - 1:
            return plain
    return ["random"] * (game.default_players - 1)


def notebook_text(bot: str, stem: str) -> str:
    """The notebook as JSON."""
    cells: list[dict[str, Any]] = []
    for number, (kind, text) in enumerate(CELLS):
        source = text.format(name=stem, bot=bot).splitlines(keepends=True)
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": source}
        cells.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1) + "\n"
