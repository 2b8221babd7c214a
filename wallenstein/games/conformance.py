"""Checks that a game meets the runner's interface. For the tests of a game's author."""

import pickle
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from wallenstein.core.documents import Json
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Game
from wallenstein.core.tables import Rows


class NotAsNeeded(AssertionError):
    """A game does not meet the interface."""


def check_game(game: Game, seeds: Iterable[int] = (1, 2)) -> None:
    """Plays a game at random, with its default rules and every number of players, and checks each of its members.

    Capabilities are checked if the game's class has them: options, tables, documents, scenarios, numbers
    for learning programs. Raises an AssertionError that says what is wrong.
    """
    check_members(game)
    for players in game.seats:
        for seed in seeds:
            GameCheck(game, players, seed).check()


def demand(holds: object, sentence: str) -> None:
    """Raises the error with this sentence unless the condition holds."""
    if not holds:
        raise NotAsNeeded(sentence)


def check_members(game: Game) -> None:
    """Checks that names, numbers of players and options agree with each other."""
    for member in ("name", "title", "seats"):
        demand(getattr(game, member, None), f"{member}: is missing")
    demand(game.default_players in game.seats, f"default_players: {game.default_players} is not one of seats")
    for kind in game.limits:
        demand(kind in game.kinds, f'limits: "{kind}" is not one of kinds')
    demand(game.variants, "variants: there must be at least one")
    rules = game.rules({}, Path())
    normal = game.options(rules)
    demand(normal.get("name") == game.name, f'options: have no name = "{game.name}"')
    unknown = normal.keys() - game.schema().keys() - {"name"}
    demand(not unknown, f"schema: says nothing about {', '.join(sorted(unknown))}")
    demand(game.options(game.rules(normal, Path())) == normal, "options: rules made from them have others")
    demand(
        game.fingerprint(rules) == game.fingerprint(game.rules(normal, Path())), "fingerprint: differs for equal rules"
    )
    flags = {option.flag.removeprefix("--"): option for option in game.play_options}
    values = {name: (() if one.repeated else False if one.switch else one.default) for name, one in flags.items()}
    chosen = game.options(game.rules(game.chosen_options(values), Path()))
    demand(chosen == normal, "chosen_options: without an option, they are not the defaults")


class GameCheck:
    """One random game, checked at every decision."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.game = game
        self.rules = game.rules({}, Path())
        self.players = players
        self.seed = seed
        self.rng = Random(seed)
        self.packed: list[bytes] = []

    def fail(self, sentence: str) -> NoReturn:
        raise NotAsNeeded(f"{sentence} ({self.players} players, seed {self.seed}, decision {len(self.packed)})")

    def demand(self, holds: object, sentence: str) -> None:
        if not holds:
            self.fail(sentence)

    def check(self) -> None:
        """Plays the game, then replays, records, describes and transcribes it."""
        state = self.begin()
        self.demand(state.journal is not None, "new_game: the journal is not open")
        while state.decision is not None:
            self.check_decision(state)
            state.apply(self.choose(state))
        self.check_end(state)
        self.check_replay(state)
        self.check_records(state)
        if self.game.has("transcribe") and self.game.has("play_scenario"):
            self.check_scenario(state)

    def begin(self) -> Any:
        return self.game.new_game(self.rules, self.players, self.seed)

    def choose(self, state: Any) -> Any:
        """A random choice for the pending decision, checked and packed."""
        game, decision = self.game, state.decision
        shared = game.shared(state.view(decision.seat))
        choice = decision.random(self.rng)
        try:
            checked = game.check(shared, decision, choice)
        except RuleError as error:
            self.fail(f"check: refuses a choice of random(): {error}")
        self.demand(checked == choice, f"check: returns {checked!r} for {choice!r}")
        packed = game.encode(shared, decision, checked)
        self.demand(
            game.decode(state, packed) == checked, f"decode: does not return {checked!r}, which encode was given"
        )
        self.packed.append(packed)
        return checked

    def check_decision(self, state: Any) -> None:
        game, decision, view = self.game, state.decision, state.view(state.decision.seat)
        self.demand(0 <= decision.seat < self.players, f"decision: there is no seat {decision.seat}")
        self.demand(decision.kind in game.kinds_of(state), f'kinds_of: "{decision.kind}" is missing')
        self.demand(decision.kind in game.kinds, f'kinds: "{decision.kind}" is missing')
        shared = game.shared(view)
        self.demand(shared is game.shared(state.view(0)), "shared: is not the same object for all views")
        sent = pickle.loads(pickle.dumps(game.without_shared(view)))
        self.demand(
            game.with_shared(sent, shared) == view, "with_shared: is not the view that without_shared was given"
        )
        try:
            game.check(shared, decision, game.substitute(state, Random(self.seed)))
        except RuleError as error:
            self.fail(f"substitute: returns what the rules forbid: {error}")
        try:
            game.check(shared, decision, object())
        except RuleError:
            return
        self.fail("check: accepts an object that is not a choice")

    def check_end(self, state: Any) -> None:
        result = state.result()
        self.demand(
            [place.seat for place in result] == list(range(self.players)), "result: is not in the order of seats"
        )
        for place in result:
            better = sum(other.rank < place.rank for other in result)
            self.demand(place.rank == 1 + better, f"result: seat {place.seat} has rank {place.rank}, not {1 + better}")

    def check_replay(self, state: Any) -> None:
        again = self.begin()
        for packed in self.packed:
            again.make(self.game.decode(again, packed))
        same = self.game.event_log(again) == self.game.event_log(state)
        self.demand(same and again.result() == state.result(), "new_game: the same seed and choices give another game")

    def check_records(self, state: Any) -> None:
        game, journal = self.game, state.journal
        lines = list(game.log_lines(state, journal))
        self.demand(
            journal and len(lines) == len(game.event_log(state)) == len(journal), "log_lines: one for each entry"
        )
        self.demand(all(line.get("entry") for line in lines), "log_lines: entry is missing")
        bots = [f"bot {seat}" for seat in range(self.players)]
        teller, before = game.narrator(state, bots), self.begin()
        told = [*teller.opening(before, self.seed), *teller.tell(journal), *teller.ending(state, state.result())]
        self.demand(told, "narrator: writes nothing")
        rows = {table.name: Rows(table) for table in game.tables}
        game.write_rows(0, state, rows)

    def check_scenario(self, state: Any) -> None:
        """Checks that the game as a scenario comes to the same end."""
        scenario = self.game.transcribe(self.rules, self.players, self.seed, self.packed)
        reached = self.game.play_scenario(Json(scenario), Path())
        entries = [line["entry"] for line in reached.log]
        told = [line["entry"] for line in self.game.log_lines(state, state.journal)]
        self.demand(entries and entries == told[-len(entries) :], "transcribe: the scenario is another game")
