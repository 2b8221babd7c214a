"""Pages that show games move by move: of a run's games, and of any game from its seed and choices."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import NOTE, Game, Remark
from wallenstein.core.text import Items, printable
from wallenstein.pages.player import parts_of, told_page
from wallenstein.record.location import Location
from wallenstein.record.read import Run
from wallenstein.record.write import write_whole
from wallenstein.tourney.recorded_games import recorded_game


def write_replays(run: Run, numbers: Iterable[int], folder: Location) -> dict[int, str]:
    """Writes a page for each of these games into the folder; returns their addresses, relative to the folder's parent.

    A game that can no longer be replayed has no page.
    """
    found: dict[int, str] = {}
    for number in sorted(set(numbers)):
        try:
            text = replay_of_run(run, number)
        except (WallensteinError, OSError):
            continue
        if isinstance(folder, Path):
            folder.mkdir(exist_ok=True)
        write_whole(folder / f"{number}.html", text.encode(), durable=False)
        found[number] = f"{folder.name}/{number}.html"
    return found


def replay_of_run(run: Run, number: int) -> str:
    """The page of one game of a run. Raises ConfigError if it cannot be replayed."""
    found = recorded_game(run, number)
    title = f"Game {number} of {run.header['name']}"
    return page_of(found.game, title, found.bots, found.rules, found.seed, found.choices, said_in(run, number))


def said_in(run: Run, number: int) -> list[Remark]:
    """The faults of bots in a game, and their notes."""
    return [
        Remark(row["decision"], row["seat"], row.get("kind", NOTE), printable(row["text"].partition("\n")[0]))
        for table in ("notes", "faults")
        if table in run.tables
        for row in run.rows_of([run.segment_with(number)], table).to_pylist()
        if row["game"] == number
    ]


def page_of(
    game: Game,
    title: str,
    bots: Sequence[str],
    rules: object,
    seed: int,
    choices: Sequence[bytes],
    remarks: Sequence[Remark] = (),
) -> str:
    """The game's own page, or its text if it has none."""
    page = game.replay_page(title, bots, rules, seed, choices, remarks)
    return told_page(title, story(game, bots, rules, seed, choices)) if page is None else page


def story(game: Game, bots: Sequence[str], rules: object, seed: int, choices: Sequence[bytes]) -> Items:
    state = game.new_game(rules, len(bots), seed)
    narrator = game.narrator(state, bots)
    yield from narrator.opening(state, seed)
    for packed in choices:
        state.apply(game.decode(state, packed))
    for part in parts_of(narrator, state.journal or []):
        yield from narrator.tell(part)
    yield from narrator.ending(state, state.result())
