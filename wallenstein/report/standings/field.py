"""What standings say of line-ups: whether one strength explains them, shares in each, an adapting field."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from wallenstein.report.plain import aligned

Figures = Mapping[str, Any]
MOST_LINEUPS: Final = 8  # more make no readable table
MOST_BOTS: Final = 8
UNLIKELY: Final = 0.05
MANY_TIES: Final = 0.05  # of the games; with fewer, plain strengths hardly shrink


def field_lines(names: Sequence[str], field: Figures) -> Iterator[str]:
    """The lines, each part after an empty one; nothing if there is one line-up of two bots."""
    if field["fit"]:
        yield ""
        yield _fit(field)
    if 1 < len(field["shares"]) <= MOST_LINEUPS and len(names) <= MOST_BOTS:
        yield from aligned([(*names, "games"), *(_lineup(names, share) for share in field["shares"])], left=())
    elif field["lineups"] > 1:
        elsewhere = " (--json has it)" if field["shares"] else ""
        yield f"not shown{elsewhere}: win shares in each of the {field['lineups']:,} line-ups"
    if field["effects"]:
        yield ""
        yield from _effects(names, field["effects"])
    if field["ties"] and field["ties"]["games"] >= MANY_TIES:
        yield ""
        yield f"with ties fitted as such; {field['ties']['games']:.0%} of the games have one"
        fitted = field["ties"]["strengths"]
        yield from aligned([("bot", "strength", "95 %"), *((name, *_figure(fitted[name])) for name in names)])
    if field["nash"] and len(names) <= 2 * MOST_BOTS:
        yield ""
        yield "by pairs: how many others each beats, and how often it finishes ahead;"
        yield "in a field that adapts: the mixture that no bot beats, and who would stay"
        rows = [_by_pairs(name, field) for name in names]
        yield from aligned([("bot", "beats", "ahead", "Nash", "alpha-rank"), *rows])
    elif field["nash"]:
        yield ""
        yield left_out("a field that adapts", len(names))


def _by_pairs(name: str, field: Figures) -> tuple[str, ...]:
    beats = f"{field['copeland'][name]:g} of {len(field['copeland']) - 1}"
    return name, beats, *(f"{field[key][name]:.1%}" for key in ("borda", "nash", "alpha_rank"))


def left_out(what: str, bots: int) -> str:
    """The line that stands for a table of too many bots."""
    return f"not shown for {bots} bots (--json has it): {what}"


def _fit(field: Figures) -> str:
    """Whether strengths can be trusted to say who wins in each line-up."""
    p = field["fit"]["p"]
    does = "does not explain" if p < UNLIKELY else "explains"
    return f"one strength a bot {does} the wins in all {field['lineups']:,} line-ups (p = {p:.2g})"


def _effects(names: Sequence[str], effects: Figures) -> Iterator[str]:
    """Strengths with seats and line-ups taken out, and what the seats are worth."""
    yield "with what seats and line-ups are worth taken out"
    rows = [(name, *_figure(effects["strengths"][name])) for name in names]
    seats = [(f"seat {seat}", *_figure(effect)) for seat, effect in enumerate(effects["seats"])]
    yield from aligned([("bot", "strength", "95 %"), *rows, *seats])


def _figure(measure: Figures) -> tuple[str, str]:
    value, low, high = measure["value"], measure["low"], measure["high"]
    shown = "-" if value is None else f"{value:z.2f}"  # z: no minus before a zero
    return shown, "-" if low is None or high is None else f"{low:z.2f} to {high:z.2f}"


def _lineup(names: Sequence[str], lineup: Figures) -> tuple[str, ...]:
    """Win shares under the names of the bots; several seats of a bot are told."""

    def shown(name: str) -> str:
        seats = lineup["seats"].get(name)
        if not seats:
            return ""
        return f"{lineup['win_shares'][name]['value']:.0%}" + (f" x{seats}" if seats > 1 else "")

    return (*(shown(name) for name in names), f"{lineup['games']:,}")
