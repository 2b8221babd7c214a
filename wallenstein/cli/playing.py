"""The games of `wallenstein play` and `replay`: their bots, how they are played and printed, their pages."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from secrets import randbelow
from typing import Final, NamedTuple

import click

from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, Wanted, command_entrant, entrants
from wallenstein.bots.match import isolate_code, seat_bots
from wallenstein.bots.scaffold import command_of
from wallenstein.cli.parameters import open_run
from wallenstein.cli.scenarios import read, read_format
from wallenstein.core.documents import Json, parse
from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.core.game import NOTE, Game, Remark, State
from wallenstein.core.program.own_code import OwnCodeFailed
from wallenstein.core.story import Narrator
from wallenstein.core.text import Grid, Heading, Item, Items, Sentence, counted, either, printable
from wallenstein.pages.player import Playback, told_page
from wallenstein.record.location import Location
from wallenstein.record.read import Run
from wallenstein.report.plain import lines
from wallenstein.report.replays import ShownGame, page_of, replay_of_run, shown_game, shown_of_run
from wallenstein.table.answers import SeatLost
from wallenstein.table.conditions import Conditions, Watch
from wallenstein.table.faults import Fault, FaultKind
from wallenstein.table.played_game import OngoingGame, PlayedGame
from wallenstein.tourney.config.entries import IN_CONFIG, entry_of
from wallenstein.tourney.config.model import Entry
from wallenstein.tourney.recorded_games import RecordedGame

SEEDS: Final = 1_000_000_000  # random ones are below this, so that they are easy to type


def find_bots(game: Game, bots: str, players: int | None, paths: Sequence[str]) -> list[Entrant]:
    """The bot of every seat; a single one plays every seat of a table."""
    named = [bot.strip() for bot in bots.split(",")]
    if "" in named:
        raise ConfigError(f'--bots: a name is missing in "{bots}"; give names such as random,random,random')
    if players is not None and players not in game.seats:
        raise ConfigError(f"--players {players}: {game.takes}")
    if len(named) == 1 and players is not None:
        named *= players
    elif len(named) == 1 and 1 not in game.seats:
        seats = either(game.seats)
        raise ConfigError(f'--bots: "{bots}" is one bot; add --players {seats} to let it play every seat')
    elif players is not None and players != len(named):
        right = f"give {players}, or one for all seats"
        raise ConfigError(f"--bots names {len(named)} bots and --players asks for {players}; {right}")
    elif len(named) not in game.seats:
        raise ConfigError(f"--bots names {len(named)} bots; {game.takes}")
    entries = [entry_for(bot) for bot in named]
    wanted = [Wanted(one.bot, one.options, one.options_key, game.name) for one in entries if not one.command]
    others = iter(entrants(wanted, Catalogue(paths)))
    found: list[Entrant] = []
    for one in entries:
        command = one.name, one.command, one.files, one.folder, one.options
        bot = command_entrant(*command) if one.command else next(others)
        if isinstance(bot, ConfigError):
            raise bot
        found.append(replace(bot, name=one.name) if one.key else bot)
    return found


def entry_for(bot: str) -> Entry:
    """The bot of `--bots` as an entry, with a key if it stands in a configuration."""
    if IN_CONFIG in bot:
        return entry_of(bot)._replace(options_key=f'the bot "{bot}": options')
    return Entry(Path(bot).stem, bot, {}, "", command_of(bot), folder=str(Path.cwd()))


def choose_seed(seed: int | None) -> int:
    """The given seed, or a random one, which is printed on standard error."""
    if seed is not None:
        return seed
    drawn = randbelow(SEEDS)
    click.echo(f"the seed {drawn} was chosen at random; --seed {drawn} replays this game", err=True)
    return drawn


class Output:
    """Follows a game while it is played; this one prints nothing, and keeps the game."""

    played: PlayedGame

    def begin(self, game: Game, rules: object, state: State, bots: Sequence[str], seed: int) -> Narrator:
        return game.narrator(state, bots)

    def entries(self, entries: Iterable[object]) -> None:
        """A part of the journal that is printed as a whole."""

    def notes(self, notes: Sequence[tuple[int, str]]) -> None:
        """The notes of bots in that part, by seat."""

    def end(self, played: PlayedGame) -> None:
        self.played = played


def output(as_json: bool, brief: bool) -> Output:
    """The output that suits standard output; in `brief`, the tables after each season or turn alone."""
    return JournalLines() if as_json else TextOutput(brief)


class TextOutput(Output):
    """Sentences and tables: in colours and wrapped in a terminal, otherwise one fact a line."""

    def __init__(self, brief: bool = False) -> None:
        self.stream = sys.stdout  # as it is before bots play
        self.brief = brief
        self.headings: list[Heading] = []

    def begin(self, game: Game, rules: object, state: State, bots: Sequence[str], seed: int) -> Narrator:
        self.narrator = game.narrator(state, bots)
        self.show(self.narrator.opening(state, seed))
        return self.narrator

    def entries(self, entries: Iterable[object]) -> None:
        told = self.narrator.tell(entries)
        self.show(self.tables(told) if self.brief else told)
        self.stream.flush()

    def tables(self, told: Iterable[Item]) -> Items:
        """The tables, each below its headings."""
        for item in told:
            if isinstance(item, Heading):
                self.headings = [*(each for each in self.headings if each.level < item.level), item]
            elif isinstance(item, Grid):
                yield from self.headings
                yield item
                self.headings = []

    def notes(self, notes: Sequence[tuple[int, str]]) -> None:
        self.show(Sentence((self.narrator.player(seat), f" notes: {printable(text)}"), 1) for seat, text in notes)

    def end(self, played: PlayedGame) -> None:
        self.show(self.narrator.ending(played.state, played.result))
        self.show(tell_faults(self.narrator, played.faults))

    def show(self, items: Iterable[Item]) -> None:
        if not self.stream.isatty():
            for line in chain.from_iterable(map(lines, items)):
                print(line, file=self.stream)
            return
        from rich.console import Console

        from wallenstein.report.terminal import show

        console = Console(file=self.stream, highlight=False, markup=False, emoji=False)
        for item in items:
            show(console, item)


class JournalLines(Output):
    """The journal, one object per line, with the game first and the result last."""

    def __init__(self) -> None:
        self.stream = sys.stdout  # as it is before bots play

    def begin(self, game: Game, rules: object, state: State, bots: Sequence[str], seed: int) -> Narrator:
        self.game, self.state, self.bots = game, state, tuple(bots)
        first = {"entry": "game", "seed": seed, "players": len(bots), "bots": list(bots), "rules": game.options(rules)}
        self.put([first])
        return super().begin(game, rules, state, bots, seed)

    def entries(self, entries: Iterable[object]) -> None:
        self.put(self.game.log_lines(self.state, entries))
        self.stream.flush()

    def notes(self, notes: Sequence[tuple[int, str]]) -> None:
        self.put({"entry": "note", "seat": seat, "text": text} for seat, text in notes)

    def end(self, played: PlayedGame) -> None:
        self.put(
            {"entry": "fault", "seat": fault.seat, "kind": fault.kind, "decision": fault.decision, "text": fault.text}
            for fault in played.faults
        )
        score = self.game.score_key
        seats = [
            {"seat": place.seat, "bot": self.bots[place.seat], "rank": place.rank, score: place.score}
            for place in played.result
        ]
        self.put([{"entry": "result", "seats": seats}])

    def put(self, objects: Iterable[dict[str, object]]) -> None:
        for line in objects:
            print(json.dumps(line, ensure_ascii=False), file=self.stream)


def tell_faults(narrator: Narrator, faults: Sequence[Fault]) -> Items:
    if faults:
        yield Heading("Faults", 1)
    for fault in faults:
        did = "made an illegal choice" if fault.kind is FaultKind.ILLEGAL else "crashed"
        when = f"at decision {fault.decision}" if fault.decision >= 0 else "before the first decision"
        yield Sentence((narrator.player(fault.seat), f" {did} {when}: {fault.text.splitlines()[0]}"))


DID: Final = {FaultKind.ILLEGAL: "made an illegal choice", FaultKind.GARBLED: "did not speak the protocol"}


class BotFault(WallensteinError):
    """A bot was at fault, and the game ends there."""

    exit_code = 1

    def __init__(self, text: str, calls: str) -> None:
        super().__init__(text)
        self.calls = calls  # that led to a crash, one line each


class JournalPrinter(Watch):
    """Checks the journal after every answer, and prints a part of the game as soon as it is complete."""

    def __init__(self, state: State, narrator: Narrator, output: Output) -> None:
        assert state.journal is not None, "a game that is printed has a journal"
        self.journal = state.journal
        self.narrator = narrator
        self.output = output
        self.printed = self.seen = 0
        self.notes: list[tuple[int, str]] = []  # by seat, of the part that is not complete

    def answered(self) -> None:
        """Prints the parts that are complete."""
        for place in range(self.seen, len(self.journal)):
            if place > self.printed and self.narrator.begins_part(self.journal[place]):
                self.print_to(place)
        self.seen = len(self.journal)

    def print_to(self, end: int | None = None) -> None:
        """Prints up to this entry, or everything."""
        end = len(self.journal) if end is None else end
        self.output.entries(self.journal[self.printed : end])
        self.printed = end
        if self.notes:
            self.output.notes(self.notes)
            self.notes = []

    def noted(self, seat: int, kind: str, text: str) -> None:
        self.notes.append((seat, f"{kind}: {text}"))


def describe_moment(game: OngoingGame) -> str:
    decision = game.state.decision
    if game.number < 0:
        return "before the first decision"
    if decision is None:
        return "after the game was over"
    return f"at decision {game.number}, a {decision.kind} {game.game.describe_time(game.state)}"


def play_and_print(
    game: Game, rules: object, entrants: Sequence[Entrant], seed: int, output: Output, lenient: bool
) -> None:
    """Plays the game and prints it; output of bots goes to standard error."""
    isolate_code(game, rules)
    state = game.new_game(rules, len(entrants), seed)
    names = [entrant.name for entrant in entrants]
    printer = JournalPrinter(state, output.begin(game, rules, state, names, seed), output)
    conditions = Conditions(watch=printer, passing=(KeyboardInterrupt, OwnCodeFailed))

    def end_game(game: OngoingGame, seat: int, kind: FaultKind, text: str) -> None:
        said, *calls = text.splitlines()
        did = f"the bot of seat {seat} ({names[seat]}) {DID.get(kind, 'crashed')} {describe_moment(game)}"
        raise BotFault(f"{did}: {said}" + (f" ({calls[-1].strip()})" if calls else ""), "\n".join(calls))

    ongoing = OngoingGame(game, state, seed, conditions, on_fault=None if lenient else end_game)
    try:
        with redirect_stdout(sys.stderr), seat_bots(game, state, entrants, seed, conditions) as seats:
            try:
                played = ongoing.play(seats.bots, rules)
            finally:
                sys.stderr.write(seats.take_output().decode("utf-8", "replace"))
    except SeatLost as lost:
        raise BotFault(f"the bot of seat {lost.seat} ({names[lost.seat]}) is lost: {lost.text}", "") from None
    finally:
        printer.print_to()  # everything before a fault, too
    output.end(played)


class ReplaySource(NamedTuple):
    """A game to look at, and the default name of its page."""

    name: str
    page: Callable[[], str]
    shown: Callable[[], ShownGame]


WORDS: Final = ("closest", "upset", "battles", "last")


def recorded_page(source: Location, game: str | None, trust: bool, reviewed: bool = False) -> ReplaySource:
    """The page of a game of a run, perhaps with its review, or of a scenario."""
    if game is None and isinstance(source, Path) and source.is_file():
        return scenario_page(source)
    if game is None and isinstance(source, Path) and source.suffix == ".json":
        raise ConfigError(f"{source}: there is no such file")
    run, number = game_of_run(source, game, trust)
    folder = Path(str(run.folder)).resolve().name  # with the hash: runs of one name have pages of their own
    page, shown = partial(replay_of_run, run, number, reviewed), partial(shown_of_run, run, number)
    return ReplaySource(f"{folder}-{number}.html", page, shown)


def game_of_run(source: Location | None, game: str | None, trust: bool) -> tuple[Run, int]:
    """A run and a game of it; a number or word alone is a game of the newest run."""
    alone = game is None and is_game(str(source)) and not Path(str(source)).exists()
    run = open_run(None if alone else source, trust)
    if game is None and not alone:
        raise ConfigError(f"{source}: GAME is missing; {run.games_known}")
    return run, number_in(run, game or str(source))


def is_game(word: str) -> bool:
    return (word.isdecimal() and len(word) < 20) or word in WORDS


def number_in(run: Run, game: str) -> int:
    """The number of a game that is named by it, or by a word."""
    if not is_game(game):
        raise click.UsageError(f'"{game}" is no game: give its number, or {either(WORDS)}')
    if game.isdecimal():
        return int(game)
    from wallenstein.report.html.page import game_called

    return game_called(run, game)


def scenario_page(file: Path) -> ReplaySource:
    document = Json(parse(read(str(file)), str(file)))
    game, kind = read_format(document.value)
    if kind == "position":
        raise ConfigError(f"{file}: is a position, without decisions to play back; a scenario has them")
    page = game.scenario_page(file.stem, document, file.parent)
    if page is None:
        log = game.play_scenario(document, file.parent).log
        page = told_page(file.stem, (Sentence((json.dumps(line, ensure_ascii=False),)) for line in log))

    def refuse() -> ShownGame:
        raise ConfigError("--card, --gif: draw whole games alone, of a run or between --bots; this is a scenario")

    return ReplaySource(f"{file.stem}.html", lambda: page, refuse)


def new_game_page(
    game: Game, keys: Mapping[str, object], bots: str, players: int | None, seed: int | None, paths: Sequence[str]
) -> ReplaySource:
    """The page of a new game between bots; a fault of one of them ends it."""
    entrants = find_bots(game, bots, players, tuple(paths))
    rules = game.rules(keys, Path.cwd())
    seed = choose_seed(seed)
    output = Output()
    play_and_print(game, rules, entrants, seed, output, lenient=False)
    names = tuple(entrant.name for entrant in entrants)
    played = RecordedGame(0, game, rules, seed, names, tuple(each.packed for each in output.played.decisions))
    title = f"{game.title}, seed {seed}"
    notes = [Remark(note.decision, note.seat, NOTE, note.text) for note in output.played.notes]
    return ReplaySource(
        f"{game.name}-{seed}.html", partial(page_of, title, played, notes), partial(shown_game, title, played, notes)
    )


def place_in(play: Playback, at: str | None) -> int:
    """The step that `--at` names; by default the last one."""
    kind, _, number = (at or f"step={len(play.steps) - 1}").partition("=")
    jumps = play.faults if kind == "fault" else play.jumps["part"]
    steps = range(len(play.steps)) if kind == "step" else [jump.step for jump in jumps.every]
    if int(number) >= len(steps):
        first = f"; the first is {kind}=0" if steps else ""
        raise click.UsageError(f"--at {at}: the game has {counted(len(steps), kind)}{first}")
    return steps[int(number)]
