"""The page of a tuning: what it has come to, its trials with their intervals, and the fresh seeds."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from wallenstein.core.reports.figures import Dots, Estimate, Figure, Listing, Raw
from wallenstein.pages.html import element
from wallenstein.pages.shell import main_page, packaged, page
from wallenstein.report.page.figures import shown_figure
from wallenstein.report.tuning import UNITS, UNTUNED, best_first, verdict, written

Document = Mapping[str, Any]
MOST: Final = 30  # trials in a drawing; the table has all
AHEAD: Final = (
    "How far each trial was ahead of the bot as it is, on the seeds that both have played, with 95 % intervals. The "
    "best of many trials has mostly been the luckiest, too."
)
FRESH: Final = "The best trial and the bot as it is on seeds that no trial has seen: believe this difference alone."
ENDED: Final = "Trials that ended early were too far behind the best one on the same seeds."


def tuning_page(found: Document) -> str:
    """The page, as far as the tuning is."""
    said = element("ul", [element("li", sentence.strip()) for sentence in verdict(found)], class_="verdict")
    drawn = element("div", [shown_figure(figure) for figure in figures(found)], class_="charts")
    parts = [("verdict", "Verdict", said), ("trials", "Trials", drawn)]
    sections = [element("section", element("h2", title), body, id=name) for name, title, body in parts]
    tried = len(found["trials"]) - 1
    subtitle = f"{tried} of {found['of_trials']} trials of {found['bot']}, seed {found['seed']}"
    body = main_page(str(found["name"]), subtitle, *sections, foot="Written by wallenstein tune.")
    return page(f"{found['name']}: tuning", body, styles=[packaged(__package__, "report.css")])


def figures(found: Document) -> Iterator[Figure]:
    """The trials in a drawing and in a table, and the confirmation."""
    what = f"{UNITS[found['goal']]} ahead"
    tried = [trial for trial in best_first(found["trials"]) if trial["trial"]]
    if found["confirmation"]:
        gain = Estimate(*ends(found["confirmation"]["gain"], found["goal"]))
        chosen = next(trial for trial in tried if trial["trial"] == found["best"])
        chose = Estimate(*ends(chosen["ahead"], found["goal"]))
        chart = Dots(("on the seeds that chose it", "on fresh seeds"), (chose, gain), what, "", 0.0)
        yield Figure("fresh", "The best trial", FRESH, chart)
    if tried:
        shown = tried[:MOST]
        names = tuple(f"trial {trial['trial']}" for trial in shown)
        ahead = tuple(Estimate(*ends(trial["ahead"], found["goal"])) for trial in shown)
        yield Figure("ahead", "Ahead of the bot as it is", AHEAD, Dots(names, ahead, what, "", 0.0))
    yield Figure("all", "All trials", ENDED, listing(found))


def listing(found: Document) -> Listing:
    """Every trial with its options, the bot as it is among them."""
    goal = "wins, %" if found["goal"] == "wins" else found["goal"]
    head = ("trial", "seeds", "ended early", goal, "ahead", "low", "high", *found["options"])
    return Listing(head, tuple(row(found, trial) for trial in best_first(found["trials"])))


def row(found: Document, trial: Document) -> tuple[Raw, ...]:
    """A trial with its options."""
    name = str(trial["trial"]) if trial["trial"] else UNTUNED
    ended = "yes" if trial["state"] == "pruned" else ""
    ahead = ends(trial["ahead"], found["goal"]) if trial["ahead"] else (None, None, None)
    options = (written(trial["options"].get(option)) for option in found["options"])
    value = abs(trial["value"]) * (100 if found["goal"] == "wins" else 1)  # places are negative, so that high is good
    return name, trial["seeds"], ended, value, *ahead, *options


def ends(ahead: Document, goal: str) -> tuple[float | None, float | None, float | None]:
    """A difference with its interval; that of wins in points of a hundred."""
    factor = 100 if goal == "wins" else 1
    value, low, high = (ahead["difference"][key] for key in ("value", "low", "high"))
    return factor * value, None if low is None else factor * low, None if high is None else factor * high
