"""The pages of `wallenstein replay`: of a run's game, a scenario, and a new game between bots."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from wallenstein.cli import play_choices, play_game
from wallenstein.cli.game_option import game_keys
from wallenstein.cli.referee import read, told_format
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game, Narrator, State
from wallenstein.core.json_place import Json
from wallenstein.core.json_text import parse
from wallenstein.core.page import Items, Sentence
from wallenstein.pages.player.plain import told_page
from wallenstein.record.dataset import Run
from wallenstein.table.played_game import PlayedGame
from wallenstein.tourney.recorded_games import recorded_game


class Made(NamedTuple):
    """A page, and what its file is called by default."""

    name: str
    page: str


def of_run(run: Path, number: int) -> Made:
    """The page of one game of a run."""
    opened = Run(run)
    found = recorded_game(opened, number)
    title = f"Game {number} of {opened.header['name']}"
    page = page_of(found.game, title, found.bots, found.rules, found.seed, found.choices)
    return Made(f"{opened.header['name']}-{number}.html", page)


def of_file(what: Path, number: int | None) -> Made:
    """The page of a game of a run, or of a scenario if no number is given."""
    if number is not None:
        return of_run(what, number)
    if not what.is_file():
        raise ConfigError(f"{what} is no scenario; if it is a run, which GAME of it? Its games are numbered from 0")
    return of_scenario(what)


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
    entrants = play_choices.chosen_bots(game, bots, players, tuple(paths))
    rules = game.rules({**game.chosen_options(chosen), **game_keys(keys)}, Path.cwd())
    seed = play_choices.seed_or_drawn(seed)
    kept = Kept()
    play_game.play_and_tell(game, rules, entrants, seed, kept, lenient=False)
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


def page_of(game: Game, title: str, bots: Sequence[str], rules: Any, seed: int, choices: Sequence[bytes]) -> str:
    """The game's own page, or its text if it has none."""
    page = game.replay_page(title, bots, rules, seed, choices)
    return told_page(title, story(game, bots, rules, seed, choices)) if page is None else page


def story(game: Game, bots: Sequence[str], rules: Any, seed: int, choices: Sequence[bytes]) -> Items:
    """The whole game as its narrator tells it."""
    state = game.new_game(rules, len(bots), seed)
    narrator = game.narrator(state, bots)
    yield from narrator.opening(state, seed)
    for packed in choices:
        state.apply(game.decode(state, packed))
    journal = state.journal or []
    starts = [place for place, entry in enumerate(journal) if place and narrator.begins_part(entry)]
    for start, end in zip([0, *starts], [*starts, len(journal)], strict=True):
        yield from narrator.tell(journal[start:end])
    yield from narrator.ending(state, state.result())
