"""A table with people: a run of one game, whose choices are kept so that it can be resumed."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import randbelow
from typing import Any, Final, NamedTuple, Protocol

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.entrants import Entrant
from wallenstein.bots.match import isolate_code, seat_bots
from wallenstein.core.documents import PendingDecision
from wallenstein.core.engine_game import EngineGame
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game, Placing, State
from wallenstein.core.text import printable
from wallenstein.record.game_rows import NO_CALLS, GameRows
from wallenstein.record.read import CONFIG
from wallenstein.table.answers import Answer, SeatBot
from wallenstein.table.conditions import Conditions, Setup, Watch
from wallenstein.table.played_game import Decided, OngoingGame, PlayedGame
from wallenstein.tourney.config.entries import IN_CONFIG, entry_of, normal_entry
from wallenstein.tourney.identity import OtherRun
from wallenstein.tourney.pool import Task, TaskResult
from wallenstein.tourney.progress import RunTally
from wallenstein.tourney.run import RunResult, Tournament, open_folder, play_tournament, prepare, run_context
from wallenstein.tourney.section import NAME, NAMES
from wallenstein.tourney.worker.tasks import Tasks, write_games

CHOICES: Final = "choices.jsonl"  # in the folder of a run that is not finished: a line for each choice
LINKS: Final = "links.json"  # there, too: the port of the table, and the token of each person by seat
SEEDS: Final = 1_000_000_000  # random ones are below this
ME: Final = "me"  # in --bots: a person; me=NAME is one with a name


class Person(BaseBot):
    """The seat of a person, who is asked at a terminal or in a browser."""

    thinks_by_clock = True  # another run of the tournament would not make the same choices

    def start(self, setup: Setup) -> None:
        raise ConfigError("a person plays with `wallenstein play` or `wallenstein sit`, not in a tournament")


PERSON: Final = f"{Person.__module__}:{Person.__name__}"


class Front(Protocol):
    """The way in which people see a game and are asked."""

    def begin(self, table: "Sitting", state: State) -> None: ...

    def ask(self, state: State, decision: PendingDecision) -> object:
        """A person's choice, which is legal. KeyboardInterrupt leaves the game."""

    def look(self, game: OngoingGame) -> None:
        """Called whenever a seat is about to be asked."""

    def end(self, played: PlayedGame) -> None: ...


def named_person(bot: str) -> str | None:
    """The name of a person in --bots; None for a bot."""
    word, _, name = bot.partition("=")
    return (name or ME) if word == ME else None


def open_table(
    game: Game,
    bots: str | None,
    players: int | None,
    seed: int | None,
    paths: Sequence[str],
    keys: Mapping[str, object],
    results: Path,
    resume: bool,
) -> "Sitting":
    """The game that the options of a command describe, new or kept."""
    if resume or bots is None:
        if bots is not None or not resume:
            raise ConfigError("give either --bots, such as me,settler,regent, or --resume to go on with a game")
        return kept_table(results)
    seats = [seat.strip() for seat in bots.split(",")]
    if all(named_person(seat) is None for seat in seats):
        seats.insert(0, ME)
    if len(seats) not in game.seats or players not in (None, len(seats)):
        raise ConfigError(f"--bots names {len(seats)} seats, people among them; {game.takes}")
    options = {"name": game.name, **keys}
    return new_table(seats, paths, options, randbelow(SEEDS) if seed is None else seed, results)


def new_table(
    seats: Sequence[str], paths: Sequence[str], game: Mapping[str, object], seed: int, results: Path
) -> "Sitting":
    """A game with these seats: bots and people, as in --bots."""
    entries = {bot: entry_for(bot) for bot in seats}
    names = {bot: entry["name"] for bot, entry in entries.items()}
    people = [bot for bot in seats if named_person(bot)]
    if len({names[bot] for bot in people}) < len(people) or len(set(names.values())) < len(names):
        raise ConfigError("--bots: each person needs a name of their own; write me=ANN,me=BEN")
    tables = {
        "tourney": {
            "name": f"sit-{seed}", "seed": seed, "blocks": 1, "format": "list", "rotation": "none",
            "tables": [[names[bot] for bot in seats]],
        },
        "game": dict(game),
        "bots": {"entries": list(entries.values()), "paths": [str(Path(path).resolve()) for path in paths]},
    }  # fmt: skip
    tournament = prepare(Path.cwd() / f"sit-{seed}.toml", (), results, tables)
    sitting = Sitting(tournament, results)
    if sitting.folder.manifest.finished:
        sitting.folder.close()
        raise ConfigError(f"{sitting.folder.path}: this game has been played; give another --seed")
    return sitting


def entry_for(bot: str) -> Mapping[str, object]:
    """A seat of --bots as an entry of a configuration."""
    if person := named_person(bot):
        if not re.fullmatch(NAME, person):
            raise ConfigError(f'--bots: "{printable(person)}" must be {NAMES}; letters are A to Z')
        return {"name": person, "bot": PERSON}
    if IN_CONFIG in bot:
        return normal_entry(entry_of(bot))
    return {"name": Path(bot.partition(":")[0]).stem, "bot": str(Path(bot).resolve()) if Path(bot).is_file() else bot}


def kept_table(results: Path) -> "Sitting":
    """The game that was left last."""
    left = sorted(results.glob(f"*/{CHOICES}"), key=lambda path: path.stat().st_mtime)
    if not left:
        raise ConfigError(f"there is no game to resume in {results}")
    return Sitting(prepare(left[-1].parent / CONFIG, (), results), results)


class Sitting:
    def __init__(self, tournament: Tournament, results: Path) -> None:
        self.tournament: Final = tournament
        name, text = tournament.config.name, "begin another with --bots and another --seed, or remove its folder"
        try:
            self.folder: Final = open_folder(tournament, results, fresh=False)
        except OtherRun as other:
            raise ConfigError(f"{name}: this game cannot go on: {other.changes}; {text}") from None
        cell = tournament.config.cells[0]
        (self.scheduled,) = tournament.schedule.games(0)
        if not isinstance(cell.game, EngineGame) or "guide" not in cell.game.places:
            cell.game.lack("no seats for people")
        self.game: Final[EngineGame] = cell.game
        self.rules: Final = cell.rules
        makers = tournament.bots.makers[0]
        self.names: Final = [tournament.config.entry_names[entry] for entry in self.scheduled.seating]
        sitting = [bot for entry in self.scheduled.seating if isinstance(bot := makers[entry], Entrant)]
        self.entrants: Final = [
            replace(one, name=name) if one.is_model else one for one, name in zip(sitting, self.names, strict=True)
        ]
        self.people: Final = [seat for seat, one in enumerate(self.entrants) if one.place == PERSON]
        self.file: Final = self.folder.path / CHOICES
        self.kept: Final = list(read_choices(self.file))
        self.links: Final = self.folder.path / LINKS

    def play(self, front: Front) -> RunResult:
        """Plays the game to its end, and records it. If somebody leaves it, it can be resumed."""
        isolate_code(self.game, self.rules)
        seed, state = self.scheduled.seed, self.game.new_game(self.rules, len(self.names), self.scheduled.seed)
        keeper = ChoiceKeeper(front, self.file, len(self.kept))
        conditions = Conditions(watch=keeper, passing=(KeyboardInterrupt,))
        keeper.game = ongoing = OngoingGame(self.game, state, seed, conditions)
        front.begin(self, state)
        try:
            with seat_bots(self.game, state, self.entrants, seed, conditions, self.folder.path) as seats:
                asks = [front.ask if seat in self.people else None for seat in range(len(self.names))]
                bots = [TableSeat(*one, ongoing, self.kept) for one in zip(seats.bots, asks, strict=True)]
                played = ongoing.play(bots, self.rules)
            result = self.record(played)
            self.file.unlink()
            self.links.unlink(missing_ok=True)
        finally:
            self.folder.close()
        front.end(played)
        return result

    def record(self, played: PlayedGame) -> RunResult:
        """Writes the run of this game, as a tournament does."""
        progress = RunTally(1, self.tournament.config.entry_names)
        context = replace(run_context(self.tournament, self.folder.path, progress.games_done), lock=self.folder.lock)
        rows = GameRows(context.tables)
        rows.add(self.scheduled, self.game, played)
        tasks = Tasks(context, self.tournament.schedule)

        def work(task: Task) -> object:
            return write_games(context, task, [self.scheduled], rows) if isinstance(task, int) else tasks(task)

        return play_tournament(self.tournament, self.folder, progress, Here(work))


class ChoiceKeeper(Watch):
    """Writes every choice down once it has been made, and lets people see the game."""

    game: OngoingGame

    def __init__(self, front: Front, file: Path, written: int) -> None:
        self.front: Final = front
        self.file: Final = file
        self.written = written

    def asking(self, seat: int, decision: int, kind: str) -> None:
        made = self.game.decisions[self.written :]
        with self.file.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps([*one[:2], one.packed.hex()])}\n" for one in made)
        self.written += len(made)
        self.front.look(self.game)


def read_choices(file: Path) -> Iterator[Decided]:
    """The choices in the file of a game; none from a line on that is not whole."""
    if not file.exists():
        return
    whole = 0
    for line in file.read_bytes().split(b"\n")[:-1]:
        try:
            seat, kind, packed = json.loads(line)
            yield Decided(seat, kind, bytes.fromhex(packed))
        except ValueError:
            break
        whole += len(line) + 1
    with file.open("r+b") as broken:
        broken.truncate(whole)


class TableSeat(NamedTuple):
    """A bot or a person; of a game that is resumed, the seat first repeats its choices.

    A bot is asked all the same, because it may remember what it was asked, but by the clock it might choose anew.
    """

    bot: SeatBot  # that of a person is never asked
    ask: Callable[[State, PendingDecision], object] | None
    ongoing: OngoingGame
    kept: Sequence[Decided]

    @property
    def spent(self) -> Sequence[float]:
        return getattr(self.bot, "spent", NO_CALLS)

    def start(self, setup: Setup) -> Answer:
        return Answer() if self.ask else self.bot.start(setup)

    def decide(self, state: Any, decision: Any) -> Answer:
        repeats = self.ongoing.number < len(self.kept)
        answer = Answer() if self.ask else self.bot.decide(state, decision)
        if answer.fault or not (repeats or self.ask):
            return answer
        if repeats:
            return answer._replace(packed=self.kept[self.ongoing.number].packed, choice=None, checked=False)
        assert self.ask is not None
        choice = self.ask(state, decision)
        return Answer(self.ongoing.game.encode(self.ongoing.shared, decision, choice), choice=choice, checked=True)

    def end(self, result: Sequence[Placing]) -> Answer:
        return Answer() if self.ask else self.bot.end(result)

    def close(self) -> None:
        self.bot.close()


class Here:
    """Does every task in this process."""

    room = 1

    def __init__(self, work: Callable[[Task], object]) -> None:
        self.work: Final = work
        self.done: list[TaskResult] = []

    def submit(self, task: Task) -> None:
        self.done.append(TaskResult(task, self.work(task), None))

    def finished(self, seconds: float) -> list[TaskResult]:
        done, self.done = self.done, []
        return done

    def drop_waiting(self) -> None: ...

    def under_way(self) -> list[Task]:
        return [one.task for one in self.done]

    def stop(self) -> None: ...
