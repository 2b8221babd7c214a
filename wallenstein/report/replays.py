"""Pages that show games move by move: of a run's games, and of any game from its seed and choices."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from wallenstein.core.engine_game import EngineGame
from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import NOTE, Remark
from wallenstein.core.text import Items, printable
from wallenstein.pages.game_pages import GamePages
from wallenstein.pages.player import Below, Playback, parts_of, told_page
from wallenstein.record.location import Location
from wallenstein.record.read import Run
from wallenstein.record.write import write_whole
from wallenstein.tourney.recorded_games import RecordedGame, recorded_game


def replay_pages(run: Run, numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
    """A page for each of these games, but for those that can no longer be replayed."""
    for number in sorted(set(numbers)):
        try:
            yield number, replay_of_run(run, number)
        except (WallensteinError, OSError):
            continue


def write_replays(run: Run, numbers: Iterable[int], folder: Location) -> dict[int, str]:
    """Writes the pages into the folder; returns their addresses, relative to the folder's parent."""
    found: dict[int, str] = {}
    for number, text in replay_pages(run, numbers):
        if isinstance(folder, Path):
            folder.mkdir(exist_ok=True)
        write_whole(folder / f"{number}.html", text.encode(), durable=False)
        found[number] = f"{folder.name}/{number}.html"
    return found


def replay_of_run(run: Run, number: int, reviewed: bool = False) -> str:
    """The page of one game of a run, perhaps with its review. Raises ConfigError if it cannot be replayed."""
    found = recorded_game(run, number)
    below: Below | None = None
    if reviewed:
        from wallenstein.report.review import named, review, review_section

        below = partial(review_section, review(found), named(found))
    return page_of(title_of(run, number), found, said_in(run, number), below)


def title_of(run: Run, number: int) -> str:
    return f"Game {number} of {run.header['name']}"


class ShownGame(NamedTuple):
    """A game for pictures of it."""

    pages: GamePages[Any]
    play: Playback
    book: Any


def shown_of_run(run: Run, number: int) -> ShownGame:
    return shown_game(title_of(run, number), recorded_game(run, number), said_in(run, number))


def shown_game(title: str, played: RecordedGame, remarks: Sequence[Remark]) -> ShownGame:
    _, game, rules, seed, bots, choices = played
    if not isinstance(game, EngineGame) or "pages" not in game.places:
        game.lack("no pictures of games")
    state, pages = game.new_game(rules, len(bots), seed), game.load("pages")
    return ShownGame(pages, pages.playback(title, bots, state, seed, choices, remarks), state.book)


def said_in(run: Run, number: int) -> list[Remark]:
    """The faults of bots in a game, and their notes."""
    return [
        Remark(row["decision"], row["seat"], row.get("kind", NOTE), printable(row["text"].partition("\n")[0]))
        for table in ("notes", "faults")
        if table in run.tables
        for row in run.rows_of([run.segment_with(number)], table).to_pylist()
        if row["game"] == number
    ]


def page_of(title: str, played: RecordedGame, remarks: Sequence[Remark] = (), review: Below | None = None) -> str:
    """The game's own page, or its text if it has none."""
    if "pages" not in played.game.places:
        return told_page(title, story(played))
    pages, play, book = shown_game(title, played, remarks)
    return pages.page(play._replace(review=review), book, played.bots)


def story(played: RecordedGame) -> Items:
    _, game, rules, seed, bots, choices = played
    state = game.new_game(rules, len(bots), seed)
    narrator = game.narrator(state, bots)
    yield from narrator.opening(state, seed)
    for packed in choices:
        state.apply(game.decode(state, packed))
    for part in parts_of(narrator, state.journal or []):
        yield from narrator.tell(part)
    yield from narrator.ending(state, state.result())
