"""What a bot does that overrides nothing, and what is asked of one that does."""

from random import Random
from typing import Any

from wallenstein import Bot, Plan
from wallenstein.bots import Decision, Offer, Placing, Setup, View
from wallenstein.bots.match import play


class Diarist(Bot):
    """Writes down how it is called."""

    diary: list[str]
    setups: list[Setup] = []  # noqa: RUF012  (what the test reads, of all objects)
    diaries: list[list[str]] = []  # noqa: RUF012

    def start(self, setup: Setup) -> None:
        self.setups.append(setup)
        self.diary = [f"start {isinstance(self.rng, Random)}"]
        self.diaries.append(self.diary)

    def plan(self, view: View, offer: Offer) -> Plan:
        self.diary.append("plan")
        return offer.random()

    def choose(self, view: View, choice: Decision) -> Any:
        self.diary.append(choice.kind)
        return choice.default

    def end(self, result: Any) -> None:
        assert all(isinstance(placing, Placing) for placing in result)
        self.diary.append("end")


def test_a_bot_that_overrides_nothing_plays_legal_games() -> None:
    played = play([Bot, Bot, Bot], seed=4, rules={"setup": "draft"})
    assert played.faults == []
    assert len(played.result) == 3


def test_a_new_bot_is_made_for_each_seat_and_called_from_start_to_end() -> None:
    Diarist.setups.clear()
    Diarist.diaries.clear()
    play([Diarist, "random", Diarist], seed=4)
    assert [(s.game, s.seat, s.players) for s in Diarist.setups] == [("wallenstein", 0, 3), ("wallenstein", 2, 3)]
    assert Diarist.setups[0].rules.edition == "second"
    assert len(Diarist.diaries) == 2
    for diary in Diarist.diaries:
        assert (diary[0], diary[-1]) == ("start True", "end")
        assert diary.count("plan") == 6
        assert set(diary[1:-1]) - {"plan"} <= {"tile", "march", "move", "revolt"}


def test_the_default_plan_draws_from_the_bots_own_generator() -> None:
    offer = Offer(0, tuple(range(12)), 9)
    bots = [Bot(), Bot()]
    for bot in bots:
        bot.rng = Random(5)
    view: Any = None
    plans = [bot.decide(view, Decision(0, "plan", offer, ("plan", 0))) for bot in bots]
    assert plans[0] == plans[1]
    assert bots[0].decide(view, Decision(0, "plan", offer, ("plan", 0))) != plans[0]


def test_two_seats_draw_differently() -> None:
    played = play(["random"] * 3, seed=8)
    plans = [decided.packed for decided in played.decisions if decided.kind == "plan"][:3]
    assert len(set(plans)) == 3
