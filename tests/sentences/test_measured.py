"""No kind of sentence is false more often than 5 in 100, where the truth is known."""

from collections.abc import Callable, Iterator
from math import sqrt

import numpy as np
import pytest

from tests.sentences.measure import rates
from tests.sentences.pages import PAGES, Random, Said, about_place, about_runs, holds
from tests.sentences.register import claims

PART = 0.3  # of the pages of the documented table
MOST = 0.05


@pytest.mark.long
@pytest.mark.parametrize(("page", "usual"), PAGES, ids=lambda each: getattr(each, "__name__", ""))
def test_sentences_are_false_in_at_most_five_of_100(page: Callable[[Random], Iterator[Said]], usual: int) -> None:
    known = {name: claim for name, claim in claims().items() if claim.page == page.__name__}
    found = rates(page, round(PART * usual))
    assert found.keys() <= known.keys()
    assert found
    for name, rate in found.items():
        false, of = (rate.false, rate.pages) if known[name].per == "page" else (rate.false_sentences, rate.sentences)
        assert false <= MOST * of + 2.5 * sqrt(MOST * (1 - MOST) * of), (name, rate)


@pytest.mark.parametrize("place", range(len(PAGES)), ids=[page.__name__ for page, _ in PAGES])
def test_each_page_says_what_is_registered(place: int) -> None:
    page, _ = PAGES[place]
    if page.__name__ in ("precision", "ladders", "groups"):
        pytest.skip("takes seconds; the long test reads these pages")
    known = {name for name, claim in claims().items() if claim.page == page.__name__}
    said = {claim for number in range(4) for claim, _ in page(np.random.default_rng(number))}
    assert said
    assert said <= known


TRUTH = {"bot-0": 1.0, "bot-1": 0.0, "bot-2": 0.0}


@pytest.mark.parametrize(
    ("sentence", "false"),
    [
        ("bot-0 is 1st of 3: better than bot-1 (finished before it in 73 % of meetings, 70 to 76).", [False, False]),
        ("bot-0 is 1st of 3: better than bot-1 (finished before it in 60 % of meetings, 55 to 65).", [False, True]),
        ("bot-1 is 2nd of 3: better than bot-2 (finished before it in 55 % of meetings, 50 to 60).", [True, False]),
        ("bot-1 is 2nd of 3: not shown to differ from bot-2, worse than bot-0.", [False]),
        ("bot-1 is 1st of 3: better than all others, of which bot-2 comes nearest (finished before it in 55 % of "
         "meetings, 49 to 60).", [True, False]),
    ],
)  # fmt: skip
def test_a_false_sentence_is_found(sentence: str, false: list[bool]) -> None:
    assert [each for _, each in about_place(sentence, TRUTH, True)] == false


def test_a_false_change_is_found() -> None:
    text = "bot-0 now wins 30.0 % instead of 25.0 %: +5.0 (+1.0 to +9.0); +1.00 points (+0.20 to +1.80, beyond chance)"
    said = dict(about_runs(text, -1.0, 0.5))
    assert said.pop("a bot wins more or less") is True
    assert said.pop("how much more it wins") is True
    assert set(said.values()) == {False}


def test_an_interval_is_as_precise_as_it_is_printed() -> None:
    assert holds(50, 60, 49.6, 1)
    assert not holds(50, 60, 49.4, 1)
