"""The pages of `wallenstein replay`: of a run's game, a scenario, and a new game between bots."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from wallenstein.cli.common.game_option import game_keys
from wallenstein.cli.play import playing, seats
from wallenstein.cli.play.referee import read, told_format
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game, Narrator, State
from wallenstein.core.json.place import Json
from wallenstein.core.json.text import parse
from wallenstein.core.reports.page import Sentence
from wallenstein.pages.player.plain import told_page
from wallenstein.record.dataset import Run
from wallenstein.record.store.location import Location
from wallenstein.report.replays import page_of, replay_of_run
from wallenstein.table.played_game import PlayedGame


class Made(NamedTuple):
    """A page, and what its file is called by default."""

    name: str
    page: str


def of_run(run: Location, number: int) -> Made:
    """The page of one game of a run."""
    opened = Run(run)
    return Made(f"{opened.header['name']}-{number}.html", replay_of_run(opened, number))


def of_file(what: Location, number: int | None) -> Made:
    """The page of a game of a run, or of a scenario if no number is given."""
    if number is not None:
        return of_run(what, number)
    if isinstance(what, Path) and what.is_file():
        return of_scenario(what)
    if isinstance(what, Path) and what.suffix == ".json":
        raise ConfigError(f"{what}: there is no such file")
    raise ConfigError(f"{what}: GAME is missing; the games of this run are {Run(what).numbers()}")


def of_scenario(file: Path) -> Made:
    """The page of a scenario."""
    document = Json(parse(read(str(file)), str(file)))
    game, kind = told_format(document.value)
    if kind == "position":
        raise ConfigError(f"{file}: is a position; a scenario has decisions besides, to be played back")
    page = game.scenario_page(file.stem, document, file.parent)
    if page is None:
        log = game.play_scenario(document, file.parent).log
        page = told_page(file.stem, (Sentence((json.dumps(line, ensure_ascii=False),)) for line in log))
    return Made(f"{file.stem}.html", page)


def of_bots(
    game: Game,
    bots: str,
    players: int | None,
    seed: int | None,
    paths: Sequence[str],
    keys: Sequence[str],
    chosen: Mapping[str, Any],
) -> Made:
    """The page of a new game between bots; a fault of one of them ends it."""
    entrants = seats.chosen_bots(game, bots, players, tuple(paths))
    rules = game.rules({**game.chosen_options(chosen), **game_keys(keys)}, Path.cwd())
    seed = seats.seed_or_drawn(seed)
    kept = Kept()
    playing.play_and_tell(game, rules, entrants, seed, kept, lenient=False)
    names = [entrant.name for entrant in entrants]
    choices = [decided.packed for decided in kept.played.decisions]
    title = f"{game.title}, seed {seed}"
    return Made(f"{game.name}-{seed}.html", page_of(game, title, names, rules, seed, choices))


class Kept:
    """Prints nothing of a game, but keeps it when it is over."""

    played: PlayedGame

    def begin(self, game: Game, rules: Any, state: State, bots: Sequence[str], seed: int) -> Narrator:
        """Before the first decision."""
        return game.narrator(state, bots)

    def entries(self, entries: Iterable[Any]) -> None:
        """Parts are told by the page."""

    def end(self, played: PlayedGame) -> None:
        """The game is over."""
        self.played = played
