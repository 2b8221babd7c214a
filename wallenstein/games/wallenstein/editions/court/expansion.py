"""Where Emperor's Court changes the game: one function over those of the edition."""

from dataclasses import replace

from wallenstein.games.wallenstein.editions.court import audience, conversion, display, favors, shields
from wallenstein.games.wallenstein.editions.court.offer import lay_plan, offer
from wallenstein.games.wallenstein.editions.court.table import lay_out
from wallenstein.games.wallenstein.model.book import Functions
from wallenstein.games.wallenstein.model.decision import Kind, one_of
from wallenstein.games.wallenstein.model.steps import behind


def emperors_court(base: Functions) -> Functions:
    """The functions with the court slotted in."""
    steps = {
        "clear-tray": display.announced(base.steps["clear-tray"]),
        "favors": display.display_favors,
        "court": conversion.begin_court,
        "convert": conversion.convert,
        "audience": audience.begin_audience,
        "favor": audience.ask_favor,
        "favor-event": favors.ask_event,
        "favor-calm": favors.ask_calm,
        "favor-garrison": favors.ask_garrison,
        "favor-build": favors.ask_building,
        "dismissal": audience.dismiss,
        "season-end": shields.unguarded(base.steps["season-end"]),
    }
    kinds = {
        "plan": base.kinds["plan"]._replace(take=lay_plan),
        "favor": Kind(one_of("C5"), audience.take_favor),
        "favor-event": Kind(favors.check_event, favors.take_event),
        "favor-calm": Kind(one_of("C6"), favors.take_calm),
        "favor-garrison": Kind(one_of("C6"), favors.take_garrison),
        "favor-build": Kind(one_of("C6"), favors.take_building),
    }
    return replace(
        base,
        season=behind(behind(base.season, "display", "favors"), "order", "court"),
        steps={**base.steps, **steps},
        kinds={**base.kinds, **kinds},
        offer=offer,
        reach=shields.shielded(base.reach),
        place_marker=shields.parrying(base.place_marker),
        parts=(*base.parts, lay_out),
    )
