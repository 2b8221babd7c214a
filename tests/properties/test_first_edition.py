"""What the first edition alone may bring about: boxes declared empty (F3), and counties without an army (F10)."""

from random import Random

from tests.properties.players import FIRST, MANUAL, Table, at_every_table, finish, moments, start
from tests.properties.supplies import shortfalls
from tests.properties.test_positions import check_round_trip
from tests.properties.test_samples import check_plan
from wallenstein.games.wallenstein.model.decision import AskPlans
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTION, NEUTRAL, OVER, PLAN
from wallenstein.games.wallenstein.position.document import write_position
from wallenstein.games.wallenstein.tower.models import FreeTowerChance

OLD = (*FIRST, *MANUAL)
SHORT = FIRST[2]  # five play: there are seats with few counties


@at_every_table(range(3, 4), range(100, 110), at=OLD)
def test_f10_a_game_with_empty_counties_goes_on(table: Table, seeds: range) -> None:
    """An owned county may be empty of armies: it is rare, so here every second county is emptied by hand."""
    emptied = 0
    for state, decision in moments(table, seeds, every=3):
        if decision.kind not in ("plan", "declare"):
            continue
        other = state.copy(FreeTowerChance(Random(1)))
        for county, owner in enumerate(other.owner):
            if owner != NEUTRAL and county % 2:
                other.supply[owner] += other.armies[county]
                other.armies[county] = 0
        other.agenda.append(decision.step)
        other.decision = None
        other.advance()
        finish(other, Random(2), counted)
        assert other.phase == OVER
        emptied += 1
    assert emptied > 2


def counted(state: State) -> None:
    """Fails with everything that does not add up."""
    assert shortfalls(state) == []


def test_f3_a_declaration_is_open_to_all() -> None:
    seen = 0
    for state, _ in moments(SHORT, range(6), every=1):
        views = [state.view(seat) for seat in range(state.book.players)]
        assert all(view.declared == tuple(state.declared) for view in views)
        seen += any(state.declared)
    assert seen


def test_f3_samples_leave_declared_boxes_empty() -> None:
    declared = 0
    for table in OLD:
        for state, decision in moments(table, range(10, 11), every=4):
            if state.phase in (PLAN, ACTION):
                drawn = state.view(decision.seat).sample(Random(1))
                for seat, plan in enumerate(drawn.plans):
                    declared += bool(drawn.declared[seat])
                    if plan is not None:
                        check_plan(drawn, seat, theirs=seat != decision.seat)
    assert declared > 20


def test_f3_a_sample_keeps_the_own_plan_where_another_has_yet_to_declare() -> None:
    """It cannot come about in a game; a position can say so."""
    state = start(SHORT, 1)
    while state.decision is not None and state.decision.kind == "plan":
        state.apply(state.decision.options.random(Random(1)))
        if state.plans[0] is not None:
            break
    for county, owner in enumerate(state.owner):
        if owner == 1 and state.owner.count(1) > 3:
            state.owner[county] = NEUTRAL
            state.supply[1] += state.armies[county]
            state.armies[county] = 0
    state.decision = None
    state.agenda = [*list(reversed(state.functions.season))[:3], AskPlans()]
    state.advance()
    assert state.decision is not None
    assert state.decision.kind == "declare"
    view = state.view(0)
    drawn = view.sample(Random(1))
    assert drawn.view(0) == view
    assert drawn.plans[0] == state.plans[0]
    assert finish(drawn, Random(1)).phase == OVER


def test_f3_a_position_in_the_middle_of_planning_remembers_what_was_declared() -> None:
    """A declaration was made; another seat's, or a plan, is still to come."""
    met = set()
    for state, decision in moments(SHORT, range(12), every=1):
        if state.phase == PLAN and any(state.declared):
            again = check_round_trip(state)
            assert again.declared == state.declared
            assert again.view(decision.seat).declared == state.view(decision.seat).declared
            met.add((decision.kind, "agenda" in write_position(state)))
    assert met == {("declare", True), ("plan", True), ("plan", False)}
