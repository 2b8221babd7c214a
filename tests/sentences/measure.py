"""How often each kind of sentence is false: `python -m tests.sentences.measure > docs/reference/sentences.inc`."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from tests.sentences.pages import PAGES, Random, Said
from tests.sentences.register import claims


class Rate(NamedTuple):
    """Of `pages` pages, how many say it, and how many have a false one; and single sentences."""

    pages: int
    said: int
    false: int
    sentences: int
    false_sentences: int

    @property
    def percent(self) -> float:
        """Of all pages, those with a false one."""
        return 100 * self.false / self.pages


def rates(page: Callable[[Random], Iterator[Said]], pages: int) -> dict[str, Rate]:
    """By claim, in this many pages of a kind."""
    said, false, sentences, wrong = (Counter[str]() for _ in range(4))
    for number in range(pages):
        found = list(page(np.random.default_rng([number, len(page.__name__)])))
        sentences.update(claim for claim, _ in found)
        wrong.update(claim for claim, is_false in found if is_false)
        said.update({claim for claim, _ in found})
        false.update({claim for claim, is_false in found if is_false})
    return {claim: Rate(pages, said[claim], false[claim], sentences[claim], wrong[claim]) for claim in said}


def main(part: float, names: list[str]) -> None:
    """Prints a row for each claim; `part` of the usual number of pages."""
    known = claims()
    print("| page | sentence | claim | pages | with it | pages with a false one | of all such sentences |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: |")
    for page, usual in PAGES:
        if names and page.__name__ not in names:
            continue
        for claim, rate in rates(page, max(1, round(part * usual))).items():
            share = f"{100 * rate.false_sentences / rate.sentences:.1f} %{' *' * (known[claim].per == 'sentence')}"
            row = (page.__name__, claim, known[claim].says, rate.pages, rate.said, f"{rate.percent:.1f} %", share)
            print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0, sys.argv[2:])
