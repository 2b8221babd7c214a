"""Plays games with commands over plain pipes: nothing but the protocol, without limits and isolation."""

import os
import select
import subprocess
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

from wallenstein.bots.discovery import find
from wallenstein.core.game import Game, Placing
from wallenstein.core.seeds import derive
from wallenstein.table.conditions import NO_LIMITS, Setup
from wallenstein.table.protocol import JsonSpeech

PATIENCE = 20.0  # seconds that an answer may take


class Talker:
    """A command that plays one seat in one game after another, each in a process of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.speech: JsonSpeech | None = None
        self.traffic: list[tuple[bytes, bytes]] = []  # messages and their answers
        self.seconds = 0.0  # of our own processor time

    def start(self, game: Game, setup: Setup, seed: int) -> None:
        """A game begins."""
        if self.speech is not None:
            self.stop()
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.buffer = bytearray()
        self.speech = JsonSpeech(game, NO_LIMITS, derive(seed, "bot", setup.seat))
        self.speech.acknowledged(self.ask(self.speech.start(setup)))

    def decide(self, state: Any, decision: Any) -> bytes:
        """Its choice, encoded."""
        assert self.speech is not None
        began = process_time()
        packed = self.speech.read(self.ask(self.speech.decide(state, decision)), state, decision)
        self.seconds += process_time() - began
        return packed

    def end(self, result: Sequence[Placing]) -> None:
        """The game is over."""
        assert self.speech is not None
        self.speech.acknowledged(self.ask(self.speech.end(result)))

    def ask(self, message: bytes) -> bytes:
        """The answer to a message."""
        assert self.speech is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(message)
        while (answer := self.speech.take(self.buffer)) is None:
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            assert ready, "no answer came"
            part = os.read(self.process.stdout.fileno(), 65536)
            assert part, f"it ended with {self.process.wait()}"
            self.buffer += part
        self.traffic.append((message, answer))
        return answer

    def stop(self) -> int:
        """Closes its input, which ends it; its exit code."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


def play(game: Game, rules: Any, seats: Sequence[Talker | str], seed: int) -> Sequence[Placing]:
    """One game between commands and bots by name; every choice must be legal."""
    state = game.new_game(rules, len(seats), seed)
    setups = [Setup(game.name, seat, len(seats), rules) for seat in range(len(seats))]
    players = {seat: find(name)() for seat, name in enumerate(seats) if isinstance(name, str)}
    for seat, who in enumerate(seats):
        if isinstance(who, Talker):
            who.start(game, setups[seat], seed)
        else:
            players[seat].rng = Random(derive(seed, "bot", seat))
            players[seat].start(setups[seat])
    while (decision := state.decision) is not None:
        who = seats[decision.seat]
        if isinstance(who, Talker):
            state.apply(game.decode(state, who.decide(state, decision)))
        else:
            state.apply(players[decision.seat].decide(state.view(decision.seat), decision))
    result: Sequence[Placing] = state.result()
    for who in seats:
        if isinstance(who, Talker):
            who.end(result)
    return result
