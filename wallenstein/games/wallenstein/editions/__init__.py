"""The functions of each edition and expansion. An expansion is a folder and a line in EXPANSIONS."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from wallenstein.games.wallenstein.editions.court.part import Court
from wallenstein.games.wallenstein.editions.first.functions import KINDS as FIRST_KINDS
from wallenstein.games.wallenstein.editions.first.functions import first_edition, manual_variant
from wallenstein.games.wallenstein.editions.landsknechte.part import Landsknechte
from wallenstein.games.wallenstein.editions.part import Expansion
from wallenstein.games.wallenstein.editions.second import KINDS as SECOND_KINDS
from wallenstein.games.wallenstein.editions.second import second_edition
from wallenstein.games.wallenstein.model.book import make_book
from wallenstein.games.wallenstein.model.decision import STEPS, BeginDraft, LineUp
from wallenstein.games.wallenstein.model.entries import ENTRIES
from wallenstein.games.wallenstein.model.state import Functions, Kind
from wallenstein.games.wallenstein.names import PHASES
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.loading import make_tower
from wallenstein.games.wallenstein.tower.models import odds_of

EXPANSIONS: Final[dict[str, Expansion]] = {  # in the order in which they are added
    part.name: part for part in (Court(), Landsknechte())
}


@lru_cache(maxsize=64)
def functions(rules: Rules, players: int) -> Functions:
    tower = make_tower(dict(rules.tower_options))
    chosen = second_edition(make_book(rules, players, odds_of(tower)), tower)
    if rules.edition == "first":
        chosen = first_edition(chosen)
        if rules.variant == "manual":
            chosen = manual_variant(chosen)
    for name in rules.expansions:
        part = EXPANSIONS[name]
        chosen = replace(part.functions(chosen).with_kinds(*part.kinds), parts={**chosen.parts, name: part.lay_out})
    if rules.setup == "draft":
        setup = tuple([BeginDraft() if isinstance(step, LineUp) else step for step in chosen.setup])
        chosen = replace(chosen, setup=setup)
    return chosen


def parts_of(rules: Rules) -> list[Expansion]:
    return [EXPANSIONS[name] for name in rules.expansions]


def step_types() -> Mapping[str, type]:
    return STEPS | {name: step for part in EXPANSIONS.values() for name, step in part.steps.items()}


def entry_types() -> Mapping[str, type]:
    """All types of entries of the journal, by their names in log lines."""
    return ENTRIES | {name: entry for part in EXPANSIONS.values() for name, entry in part.entries.items()}


def all_kinds() -> Mapping[str, Kind]:
    """All kinds of decisions of all editions and expansions; the second edition's where several have one."""
    added = [kind for part in EXPANSIONS.values() for kind in part.kinds]
    return {kind.name: kind for kind in (*added, *FIRST_KINDS, *SECOND_KINDS)}


def phases() -> Mapping[int, str]:
    return dict(enumerate(PHASES)) | {code: name for part in EXPANSIONS.values() for code, name in part.phases.items()}
