"""Every sentence about results is registered with what it claims; a new one without an entry fails here."""

import ast
from itertools import chain

import pytest

from tests.sentences.pages import PAGES
from tests.sentences.register import claims, plain
from tests.sentences.templates import sentences_in, templates


def test_every_sentence_has_one_entry() -> None:
    entries = [*chain.from_iterable(claim.templates for claim in claims().values()), *chain(*plain().values())]
    found = templates()
    new = {each: modules for each, modules in found.items() if each not in entries}
    assert not new, "add these to a claim or to what claims nothing, in tests/sentences/register.toml"
    assert not set(entries) - set(found), "these are in the register and in no source"
    assert len(entries) == len(set(entries))


def test_every_claim_is_measured_on_a_page() -> None:
    pages = {page.__name__ for page, _ in PAGES}
    assert {claim.page for claim in claims().values()} == pages
    assert {claim.per for claim in claims().values()} == {"page", "sentence"}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (
            'def f(x):\n    """It is better than that."""\n    return f"{x} is better than {x}"',
            ["{} is better than {}"],
        ),
        ('x = "two words"', []),
        ('raise ValueError("this is no result")', []),
        ('click.option("--a", help="The help of an option.")', []),
        ("x = f\"it has {counted(len(names), 'more word here')} now\"", ["it has {} now", "more word here"]),
        ('x = "{name} has {games:,} games"', ["{} has {} games"]),
        ('x = ", beyond chance"', [", beyond chance"]),
    ],
)
def test_templates_are_what_is_printed(source: str, found: list[str]) -> None:
    assert list(sentences_in(ast.parse(source))) == found
