"""How many positions can be reached in so many decisions, counted from fixed positions: known in chess as perft.

A rule that allows one march too many, forgets an army or asks twice changes a count. The same question to chance has
the same answer, so counts are exact: the first of what is drawn, two thirds of what is thrown, a third of what is in.
`python -m tests.properties.perft` writes the counts anew, after a change of the rules that is meant.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.games.wallenstein.referee.referee_documents import without
from tests.properties import HERE
from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.plan import Plan, county_bid
from wallenstein.games.wallenstein.position.document import read_position, write_position
from wallenstein.games.wallenstein.tower.models import TowerModel

FILE: Final = HERE / "perft.json"
MOST: Final = 1_000  # choices tried at one depth; a deeper count that needs more is not made
DEEPEST: Final = 8  # decisions

Document = dict[str, Any]

WAYS: Final[dict[str, Document]] = {
    "second": {},
    "first": {"edition": "first"},
    "manual": {"edition": "first", "variant": "manual"},
    "court": {"expansions": ["emperors-court"]},
    "landsknechte": {"expansions": ["landsknechte"]},
    "both": {"expansions": ["emperors-court", "landsknechte"]},
}

LAND: Final = {  # counties of three seats that meet in Sachsen, with land in four regions for two of them
    "anhalt": {"owner": 0, "armies": 4, "buildings": ["palace"], "markers": 1},
    "altmark": {"owner": 0, "armies": 2, "markers": 1},
    "boehmen": {"owner": 0, "armies": 2},
    "koeln": {"owner": 0, "armies": 1},
    "oberpfalz": {"owner": 0, "armies": 3},
    "kursachsen": {"owner": 1, "armies": 3, "buildings": ["church"]},
    "lausitz": {"owner": 1, "armies": 3, "markers": 2},
    "mittelmark": {"owner": 1, "armies": 1},
    "schlesien": {"owner": 1, "armies": 2},
    "regensburg": {"owner": 1, "armies": 2},
    "trier": {"owner": 2, "armies": 4},
    "hessen-darmstadt": {"owner": 2, "armies": 2},
}
SLOTS: Final = [
    "combat-a",
    "deploy-1",
    "grain",
    "combat-b",
    "taxes",
    "palace",
    "church",
    "post",
    "deploy-5",
    "deploy-3",
]
TILES: Final = ["attack", "defence", "grain", "armies-6", "thaler"]
PURSES: Final = [{"thalers": 6, "grain": 2}, {"thalers": 5, "grain": 1}, {"thalers": 4}]
PLANS: Final[list[dict[str, str]]] = [
    {"combat-a": "anhalt", "deploy-1": "altmark", "combat-b": "oberpfalz", "grain": "boehmen"},
    {"combat-a": "lausitz", "deploy-1": "schlesien", "taxes": "kursachsen"},
    {"combat-a": "trier", "combat-b": "hessen-darmstadt"},
]
WINTER: Final = {"season": "winter", "phase": "winter", "order": [2, 0, 1]}
EVENTS: Final = {
    "second": ["grain-cap", "tax-floor", "palace-guard-6", "tax-cap"],
    "first": ["church-peace-3", "angry-peasants-2", "trade-bonus-6", "palace-guard"],
}


def starts() -> Iterator[tuple[str, Document]]:
    """The positions that are counted from, by name: for every way to play, a season's phases and a winter."""
    for name, rules in WAYS.items():
        base = {"format": "wallenstein-position/1", "rules": rules, "players": 3}
        if not rules.get("expansions"):
            yield f"{name}: draft", base
            yield f"{name}: end of the draft", late_draft(base)
        land = {**base, "counties": LAND, "seats": PURSES, "tower": {"0": 3, "1": 3, "peasant": 4}, "actions": SLOTS}
        events = EVENTS[str(rules.get("edition", "second"))]
        tiles = {} if "edition" in rules else {"tiles_on_offer": TILES}
        plans = laid(rules)
        drawn = {**land, "phase": "actions", "events": {"open": events[1:], "current": events[0]}, "order": [1, 0, 2]}
        yield f"{name}: plans", {**land, **tiles, "phase": "plan", "events": {"open": events}}
        yield f"{name}: order", {**land, **tiles, "phase": "order", "events": {"open": events}, "plans": plans}
        yield f"{name}: marches", {**drawn, "plans": plans}
        yield f"{name}: moves", {**drawn, "actions": SLOTS[1:] + SLOTS[:1], "plans": plans}
        yield f"{name}: winter", {**without(land, "actions"), **WINTER, "events": {"open": events[:1]}}
    for favors in ([1, 4, 2], [12, 7, 3], [21, 18, 17]):
        yield f"court: favors {favors}", audience(favors)


def laid(rules: Document) -> list[Document]:
    """Plans on the mats, as the rules have them."""
    plans: list[Document] = [{"actions": dict(actions)} for actions in PLANS]
    if "edition" not in rules:
        plans = [{**plan, "bid": bid} for plan, bid in zip(plans, (3, 1, "trier"), strict=True)]
    if "emperors-court" in rules.get("expansions", []):
        plans[0]["court"] = {"3": "oberpfalz", "2": None, "1": "anhalt"}
        plans[1]["court"] = {"3": "dice-tower", "2": "lausitz", "1": None}
    return plans


def late_draft(base: Document) -> Document:
    """Two groups are left to everybody, and the open pair is the one that seat 0 saw last."""
    draft = write_position(begun(base))["draft"]
    taken, pile = draft["pile"][:21], draft["pile"][21:]
    counties = {county: {"owner": n % 3, "armies": (4, 4, 3, 3, 2, 2, 2)[n // 3]} for n, county in enumerate(taken)}
    left = {
        "open": draft["open"],
        "pile": pile,
        "groups": [[5, 2]] * 3,
        "first": 0,
        "seen": [draft["open"], None, None],
    }
    return {**base, "phase": "draft", "counties": counties, "draft": left}


def audience(favors: Sequence[int]) -> Document:
    """Courtiers enough for the dearest favors, and favors that ask what they shall do."""
    price, purse = ("4", "3", "2"), [{**seat, "courtiers": {"supply": 0, "hall": 7}} for seat in PURSES]
    shown = dict(zip(price, sorted(favors, reverse=True), strict=True))
    return {
        "format": "wallenstein-position/1", "rules": WAYS["court"], "players": 3, "phase": "court", "order": [2, 1, 0],
        "counties": LAND, "seats": purse, "favors": {"open": shown}, "actions": SLOTS,
        "events": {"open": EVENTS["second"][1:], "current": EVENTS["second"][0]},
        "tiles": {"0": "attack", "1": "grain", "2": "thaler"},
        "plans": [{"bid": 0}, {"actions": {"combat-a": "lausitz"}, "bid": 0}, {"bid": 0}],
    }  # fmt: skip


class SameChance:
    """The same question has the same answer, whatever came before."""

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        return list(items)[:count]

    def throw(self, tower: TowerModel, falling: Sequence[int], inside: Sequence[int]) -> list[int]:
        return [(2 * fall + stuck) // 3 for fall, stuck in zip(falling, inside, strict=True)]


def choices(state: State) -> list[Any]:
    """Every choice of the pending decision; of plans a few, far apart."""
    decision = state.decision
    assert decision is not None
    if decision.kind != "plan":
        return list(decision.options)
    offer = decision.options
    first, last = offer.counties[0], offer.counties[-1]
    wishes = (
        Plan.of({}),
        Plan.of({"combat-a": first, "taxes": last}, bid=2),
        Plan.of({"deploy-1": last}, bid=county_bid(first)),
    )
    return list(dict.fromkeys(offer.repair(wish) for wish in wishes))


def count(document: Document) -> list[dict[str, int]]:
    """At each depth: how many different positions there are, and how many choices of each kind in them."""
    root = begun(document)
    found: list[dict[str, int]] = []
    reached = {written(root): root}
    while reached and len(found) <= DEEPEST:
        asked: Counter[str] = Counter()
        for state in reached.values():
            if state.decision is not None:
                asked[state.decision.kind] += len(choices(state))
        found.append({"positions": len(reached), **dict(sorted(asked.items()))})
        if not asked or asked.total() > MOST:
            break
        reached = {written(after): after for state in reached.values() for after in following(state)}
    return found


def begun(document: Document) -> State:
    """The position at its first decision."""
    state = read_position(Json(document), HERE).copy(SameChance())
    state.advance()
    return state


def following(state: State) -> Iterator[State]:
    """The state after each of its choices."""
    for choice in choices(state) if state.decision is not None else ():
        after = state.copy(SameChance())
        after.apply(choice)
        yield after


def written(state: State) -> str:
    """What tells a position from others: its normal form."""
    return json.dumps(write_position(state), sort_keys=True)


def counts() -> dict[str, list[dict[str, int]]]:
    """All counts, by the name of the position."""
    return {name: count(document) for name, document in starts()}


def write() -> None:
    """Notes the counts as they are now, a line for each depth."""
    depths = {name: ",\n  ".join(map(json.dumps, found)) for name, found in counts().items()}
    blocks = [f" {json.dumps(name)}: [\n  {lines}\n ]" for name, lines in depths.items()]
    FILE.write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
