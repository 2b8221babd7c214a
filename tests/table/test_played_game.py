"""One game at a table: what is asked, in what order, and what becomes of it."""

import re
from functools import partial
from math import inf
from random import Random
from time import sleep
from typing import Any

import pytest

from tests.toy.game import ToyGame
from tests.toy.rules import ToyRules
from wallenstein.core.game import Placing
from wallenstein.core.seeds import derive
from wallenstein.table.answers import LimitsReached
from wallenstein.table.clock import Clock, TimeIsUp
from wallenstein.table.conditions import Conditions, Countdown, Limits, Rescue, Setup
from wallenstein.table.faults import LONGEST, Ending, FaultKind, error_text
from wallenstein.table.played_game import OngoingGame, PlayedGame, inside_bots

RULES = ToyRules(rounds=2)


class Recorded:
    """A bot that notes what it is told, and says what a test wants."""

    rng: Random
    clock: Countdown

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.told: list[Any] = []

    def start(self, setup: Setup) -> None:
        self.told.append(setup)

    def decide(self, view: Any, decision: Any) -> Any:
        self.told.append((view.turn, decision.seat))
        answer = self.answers.pop(0) if self.answers else 2
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def end(self, result: Any) -> None:
        self.told.append(result)


def itself(bot: Recorded) -> Recorded:
    return bot


def play(*bots: Recorded, conditions: Conditions | None = None, rescues: dict[int, Rescue] | None = None) -> PlayedGame:
    game = ToyGame()
    state = game.new_game(RULES, len(bots), 5)
    conditions = conditions or Conditions()
    makers: list[Any] = [partial(itself, bot) for bot in bots]
    ongoing = OngoingGame(game, state, 5, conditions, rescues)
    return ongoing.play(inside_bots(game, state, makers, 5, conditions), RULES)


class Hurried(Recorded):
    """Notes how much time it has left."""

    def decide(self, view: Any, decision: Any) -> Any:
        before = self.clock.left()
        sum(range(20_000))  # takes some processor time
        self.told.append((before, self.clock.left()))
        return 2


def test_a_bot_is_told_how_much_time_it_has_left() -> None:
    hurried, free = Hurried(), Hurried()
    with Clock() as clock:
        play(hurried, Recorded(), conditions=Conditions(limits=Limits(choose=5.0), clock=clock))
    play(free, Recorded())
    pairs = [told for told in hurried.told if type(told) is tuple and isinstance(told[0], float)]
    assert pairs
    assert all(0 < after < before <= 5 for before, after in pairs)
    assert (inf, inf) in free.told


def test_a_bot_is_started_asked_in_turn_and_told_the_end() -> None:
    first, second = Recorded(), Recorded()
    played = play(first, second)
    assert first.told[0] == Setup("toy", 0, 2, RULES)
    assert first.told[1:3] == [(0, 0), (2, 0)]
    assert second.told[1:3] == [(1, 1), (3, 1)]
    assert first.told[3] == second.told[3] == played.result
    assert all(isinstance(place, Placing) for place in played.result)
    assert played.ending is Ending.CLEAN


def test_each_bot_has_a_generator_of_its_own() -> None:
    first, second = Recorded(), Recorded()
    play(first, second)
    assert first.rng.random() == Random(derive(5, "bot", "", 0)).random()
    assert second.rng.random() == Random(derive(5, "bot", "", 1)).random()


def test_what_is_recorded_can_be_played_again() -> None:
    played = play(Recorded(3, 0), Recorded(1))
    assert [(seat, kind, packed) for seat, kind, packed in played.decisions] == [
        (0, "pick", b"\3"),
        (1, "pick", b"\1"),
        (0, "pick", b"\0"),
        (1, "pick", b"\2"),
    ]


@pytest.mark.parametrize("nonsense", [None, "2", 2.5, -1, 300, [2], object(), {}])
def test_nonsense_is_illegal_and_another_choice_is_made(nonsense: Any) -> None:
    played = play(Recorded(nonsense), Recorded())
    (fault,) = played.faults
    assert (fault.seat, fault.kind, fault.decision) == (0, FaultKind.ILLEGAL, 0)
    assert len(played.decisions) == 4
    assert played.ending is Ending.FAULTY
    assert not played.tainted


def test_a_rule_that_is_broken_is_named() -> None:
    (fault,) = play(Recorded(9), Recorded()).faults
    assert fault.text == "T1: a pick is a number from 0 to 3, not 9"


def test_the_substitute_chooses_alike_every_time() -> None:
    assert play(Recorded(9, 9), Recorded()).decisions == play(Recorded(8, "x"), Recorded()).decisions


def test_a_benched_bot_is_not_asked_any_more() -> None:
    bot = Recorded(9, 9)
    played = play(bot, Recorded(), conditions=Conditions(max_faults=1))
    assert bot.told[1:] == [(0, 0)]
    assert len(played.faults) == 1
    assert (played.ending, played.tainted) == (Ending.BENCHED, True)


class SoreLoser(Recorded):
    """Fails when the game is over."""

    def end(self, result: Any) -> None:
        raise RuntimeError("not fair")


def test_nobody_is_benched_once_all_is_decided() -> None:
    played = play(SoreLoser(), Recorded(), conditions=Conditions(max_faults=1))
    assert [(fault.kind, fault.decision) for fault in played.faults] == [(FaultKind.CRASH, 4)]
    assert [account.benched for account in played.accounts] == [False, False]
    assert (played.ending, played.tainted) == (Ending.FAULTY, False)


def test_a_rescued_seat_is_benched_from_that_decision_on() -> None:
    bot = Recorded()
    rescue = Rescue(0, 2, FaultKind.DIED, "its process ended")
    played = play(bot, Recorded(), rescues={0: rescue})
    assert bot.told[1:] == [(0, 0)]
    assert [tuple(fault) for fault in played.faults] == [(0, FaultKind.DIED, 2, "its process ended")]
    assert (played.ending, played.tainted) == (Ending.RESCUED, True)


def test_who_has_used_up_the_games_time_is_benched() -> None:
    played = play(Recorded(), Recorded(), conditions=Conditions(Limits(game=1e-9)))
    assert {fault.kind for fault in played.faults} == {FaultKind.TIMEOUT}
    assert all(account.benched for account in played.accounts)
    assert len(played.decisions) == 4


def test_exceptions_that_pass_end_the_game() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(Recorded(KeyboardInterrupt()), Recorded(), conditions=Conditions(passing=(KeyboardInterrupt,)))
    assert play(Recorded(KeyboardInterrupt()), Recorded()).faults[0].kind is FaultKind.CRASH


def test_a_clock_interrupts_again_until_it_is_heeded() -> None:
    rung = 0
    with Clock() as clock:
        clock.start(0.01)
        try:
            while True:
                try:
                    while True:
                        pass
                except TimeIsUp:
                    rung += 1
                    if rung == 3:
                        break
        finally:
            clock.stop()
    assert rung == 3


class Slow(Recorded):
    """Takes its time over its first question, awake or asleep."""

    def __init__(self, asleep: bool) -> None:
        super().__init__()
        self.asleep = asleep

    def decide(self, view: Any, decision: Any) -> Any:
        if self.asleep:
            sleep(30)
        while True:
            pass


@pytest.mark.parametrize("asleep", [False, True])
def test_an_interruption_names_the_limit_and_the_line(asleep: bool) -> None:
    with Clock() as clock:
        (fault, *_) = play(Slow(asleep), Recorded(), conditions=Conditions(Limits(choose=0.25), 1, clock)).faults
    said, *calls = fault.text.splitlines()
    assert (fault.kind, said) == (FaultKind.TIMEOUT, "interrupted after 0.25 seconds")
    assert len(calls) == 1
    assert re.fullmatch(r"  test_played_game.py:\d+ in decide", calls[0])


@pytest.mark.parametrize("kind", [MemoryError(), TimeIsUp("interrupted after 1 second")])
def test_where_bots_share_a_process_lost_time_or_memory_ends_the_attempt(kind: BaseException) -> None:
    with pytest.raises(LimitsReached):
        play(Recorded(kind), Recorded(), conditions=Conditions(strict=True))
    with pytest.raises(LimitsReached):
        play(Recorded(), Recorded(), conditions=Conditions(Limits(game=1e-9), strict=True))


def test_a_clock_gives_up_on_the_deaf() -> None:
    class GivenUp(BaseException):
        pass

    def give_up() -> None:
        raise GivenUp

    def hang() -> None:
        clock.start(0.01)
        while True:
            try:
                while True:
                    pass
            except TimeIsUp:
                continue

    with Clock(give_up) as clock, pytest.raises(GivenUp):
        hang()


def test_the_text_of_a_fault_depends_on_nothing_but_the_fault() -> None:
    def fail() -> None:
        raise ValueError(f"{object()} \ud800 " + "x" * 9000)

    try:
        fail()
    except ValueError as error:
        text = error_text(error)
    assert text.startswith("ValueError: <object object at 0x...> \\ud800 xxx")
    assert len(text) == LONGEST
    text.encode()


def test_the_text_of_a_fault_names_the_lines() -> None:
    (fault,) = play(Recorded(LookupError("no")), Recorded()).faults
    assert fault.text.startswith("LookupError: no\n  test_played_game.py:")
    assert fault.text.endswith(" in decide")
    assert "/" not in fault.text
