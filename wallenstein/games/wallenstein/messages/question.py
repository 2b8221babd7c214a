"""A decision as a document: what it is about, and the options, or an offer where they are too many to list."""

from typing import Any

from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.marches import Marches
from wallenstein.games.wallenstein.model.offer import BOXES, Offer
from wallenstein.games.wallenstein.model.steps import Revolt
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import BLANK
from wallenstein.games.wallenstein.plan import Plan


def question(view: View, decision: Decision) -> dict[str, Any]:
    """What is asked: `about`, `options` or `offer`, and `default`, a legal choice that does no harm."""
    chosen = functions(view.book.rules, view.book.players)
    kind, options = chosen.kinds[decision.kind], decision.options
    asked: dict[str, Any] = {"about": about(view, decision)}
    if isinstance(options, Offer):
        asked["offer"] = offer_document(options, view.book)
        default = options.repair(Plan((BLANK,) * BOXES))
    else:
        if isinstance(options, Marches):
            asked["offer"] = marches_document(options, view.book)
        else:
            asked["options"] = [kind.write(option, chosen) for option in options]
        default = decision.default
    return {**asked, "default": kind.write(default, chosen)}


def about(view: View, decision: Decision) -> dict[str, Any]:
    """The county, the favor, the attack or the revolt that the decision is about, as far as there is one."""
    ids, found = view.book.board.ids, dict[str, Any]()
    if decision.county != BLANK:
        found["county"] = ids[decision.county]
    if decision.favor:
        found["favor"] = decision.favor
    if decision.attack is not None:
        seat, source, armies = decision.attack
        found["attack"] = {"seat": seat, "from": ids[source], "armies": armies}
    if isinstance(decision.step, Revolt):
        found["extra"] = decision.extra
    return found


def marches_document(marches: Marches, book: Book) -> dict[str, Any]:
    """One to `most` armies to one of the `targets`; null is a choice too if it is `optional`."""
    targets = [book.board.ids[county] for county in marches.targets]
    return {"targets": targets, "most": marches.most, "optional": marches.optional}


def offer_document(offer: Offer, book: Book) -> dict[str, Any]:
    """What a plan is made of: county cards, how many boxes may stay without one, and what can be bid."""
    return {"counties": [book.board.ids[county] for county in offer.counties], **offer.limits()}
