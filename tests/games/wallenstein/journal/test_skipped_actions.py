"""An action that is skipped is told all the same, with the reason: one row per planned action (W28, W40-W44)."""

import pytest

from tests.rules.referee import FOLDER, read
from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.referee.scenario import REFEREE

REASONS = {
    "w28_the_action_of_a_lost_county_is_void": ["done", "void"],
    "w40_without_the_money": ["no-money"],
    "w40_no_third_building_in_bremen": ["no-site"],
    "w40_no_second_church": ["already-built"],
    "w42_without_the_money": ["no-money"],
    "w42_without_the_armies": ["no-supply"],
    "w43_without_an_army_no_move": ["no-supply"],
    "w43_without_the_money_no_move": ["no-money"],
    "w44_one_army_cannot_march": ["no-armies"],
    "w44_nothing_in_reach": ["no-reach"],
}


@pytest.mark.parametrize(("scenario", "outcomes"), REASONS.items(), ids=REASONS.keys())
def test_w28_a_skipped_action_is_told_with_its_reason(scenario: str, outcomes: list[str]) -> None:
    state = REFEREE.play(REFEREE.read(Json(read(FOLDER / f"{scenario}.json")["scenario"]), FOLDER))
    actions = [line for line in Wallenstein().log_lines(state, state.journal or []) if line["entry"] == "action"]
    assert [line["outcome"] for line in actions] == outcomes
