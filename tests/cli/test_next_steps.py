"""What a finished tournament offers to do next."""

import pytest

from wallenstein.report.differences import bot_to_explain


@pytest.mark.parametrize(
    ("bots", "asked_about"),
    [
        (["regent", "settler", "weaver", "random"], "weaver"),
        (["regent", "settler", "random"], "settler"),
        (["weaver", "settler", "random"], "settler"),
        (["weaver", "random", "otter"], "otter"),
    ],
)
def test_it_asks_about_the_first_bot_of_the_users_own_that_does_not_lead(bots: list[str], asked_about: str) -> None:
    assert bot_to_explain(bots) == asked_about
