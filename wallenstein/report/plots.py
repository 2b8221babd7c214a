"""Figures drawn by matplotlib, for papers and talks; it is imported only here."""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Paper
from matplotlib.patches import Patch, Polygon
from matplotlib.ticker import PercentFormatter

from wallenstein.core.reports import PERCENT, Against, Chart, Dots, Estimate, Figure, Heat, Lines, Map, Stacks
from wallenstein.pages.palette import FILLS, SERIES

COLOURS: Final = tuple(FILLS[tone].light for tone in SERIES)
INK: Final = "#2a2520"
STYLES: Final = ("-", "--", ":", "-.")  # lines differ without colours
HATCHES: Final = ("", "//", "..", "--", "||", "\\\\", "xx", "++")
WIDTH: Final = 6.4  # inches
READABLE: Final = 0.6  # how dense shades are, so that words can be read on them
SETTINGS: Final[Any] = {
    "text.parse_math": False,  # names of bots may have dollars
    "svg.hashsalt": "wallenstein",  # equal figures are equal files
    "svg.fonttype": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 9,
}


def draw(figure: Figure, folder: Path) -> list[Path]:
    """Writes the drawing as PNG and SVG, if the figure has one."""
    draw = PAINTERS.get(type(figure.chart))
    if draw is None:
        return []
    paths = [folder / f"{figure.name}.{ending}" for ending in ("png", "svg")]
    with mpl.rc_context(SETTINGS):
        paper = Paper(figsize=(WIDTH, height(figure.chart)), layout="constrained")
        FigureCanvasAgg(paper)
        axes = paper.add_subplot()
        draw(axes, figure.chart)
        axes.set_title(figure.title, loc="left", fontweight="bold")
        paper.savefig(paths[0], dpi=200)
        paper.savefig(paths[1], metadata={"Date": None})
    return paths


def height(chart: Chart) -> float:
    """In inches: room for each row."""
    if isinstance(chart, Dots | Stacks | Heat):
        return 1.3 + 0.27 * len(chart.names)
    return 6.4 if isinstance(chart, Map) else 4.0


def dots(axes: Axes, chart: Dots) -> None:
    """A row for each name."""
    for place, (name, each) in enumerate(zip(chart.names, chart.estimates, strict=True)):
        if each.value is not None:
            axes.errorbar(each.value, place, xerr=reach(each), fmt="o", color=INK, capsize=3, label=name)
    axes.set_yticks(range(len(chart.names)), chart.names)
    axes.invert_yaxis()
    if chart.reference is not None:
        axes.axvline(chart.reference, color=COLOURS[1], linestyle="--", linewidth=1)
    axes.set_xlabel(chart.what)
    in_units(axes.xaxis, chart.unit)


def reach(each: Estimate) -> Any:
    """How far the interval reaches to both sides."""
    if each.value is None or each.low is None or each.high is None:
        return None
    return [[max(0.0, each.value - each.low)], [max(0.0, each.high - each.value)]]


def lines(axes: Axes, chart: Lines) -> None:
    """A line for each name; of many names, those after the first are thin and have none."""
    for place, (name, values, colour) in enumerate(zip(chart.names, chart.values, cycle(COLOURS), strict=False)):
        known = [float("nan") if value is None else value for value in values]
        look: dict[str, Any] = {"color": "0.7", "linewidth": 0.7, "zorder": 1}
        if place < len(COLOURS):
            look = {
                "color": colour,
                "linestyle": STYLES[place % len(STYLES)],
                "marker": "o",
                "markersize": 3,
                "label": name,
            }
        axes.plot(range(len(known)), known, **look)
    axes.set_xticks(range(len(chart.places)), chart.places, rotation=30, ha="right")
    axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
    axes.set_ylabel(chart.what)
    in_units(axes.yaxis, chart.unit)
    axes.legend(frameon=False)


def stacks(axes: Axes, chart: Stacks) -> None:
    """A bar for each name."""
    before = [0.0] * len(chart.names)
    for place, part in enumerate(chart.parts):
        widths = [values[place] for values in chart.values]
        look: dict[str, Any] = {
            "color": COLOURS[place % len(COLOURS)],
            "hatch": HATCHES[place % len(HATCHES)],
            "edgecolor": "white",
        }
        axes.barh(range(len(chart.names)), widths, left=before, label=part, **look)
        before = [start + width for start, width in zip(before, widths, strict=True)]
    axes.set_yticks(range(len(chart.names)), chart.names)
    axes.invert_yaxis()
    axes.set_xlabel(chart.what)
    in_units(axes.xaxis, chart.unit)
    axes.legend(frameon=False, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.22))


def heat(axes: Axes, chart: Heat) -> None:
    """A cell for each row and column."""
    values = [[float("nan") if value is None else value for value in row] for row in chart.values]
    if chart.middle is None:
        axes.imshow(values, cmap="Blues", aspect="auto", vmin=0, alpha=READABLE)
    else:
        far = max((abs(value - chart.middle) for row in chart.values for value in row if value is not None), default=1)
        axes.imshow(
            values, cmap="RdBu", aspect="auto", vmin=chart.middle - far, vmax=chart.middle + far, alpha=READABLE
        )
    axes.set_xticks(range(len(chart.columns)), chart.columns, rotation=40, ha="right")
    axes.set_yticks(range(len(chart.names)), chart.names)
    for row, each in enumerate(chart.values):
        for column, value in enumerate(each):
            if value is not None:
                said = f"{100 * value:.0f}" if chart.unit == PERCENT else f"{value:.1f}"
                axes.text(column, row, said, ha="center", va="center", color=INK, fontsize=7)


def against(axes: Axes, chart: Against) -> None:
    """What was seen against what was expected."""
    axes.plot((0, 1), (0, 1), color=COLOURS[1], linestyle="--", linewidth=1)
    for expected, seen in zip(chart.expected, chart.seen, strict=True):
        if seen.value is not None:
            axes.errorbar(expected, seen.value, yerr=reach(seen), fmt="o", color=INK, capsize=3)
    axes.set_xlabel("expected")
    axes.set_ylabel("seen")
    for axis in (axes.xaxis, axes.yaxis):
        in_units(axis, PERCENT)


def map_of(axes: Axes, chart: Map) -> None:
    """Areas in the colour of their group."""
    groups = chart.order or tuple(dict.fromkeys(group for group in chart.groups if group))
    known = [value for value in chart.values if value is not None] or [0.0]
    least, most = min(known), max(max(known), min(known) + 1e-9)
    for place, (region, value) in enumerate(zip(chart.regions, chart.values, strict=True)):
        group = chart.groups[place] if chart.groups else None
        number = groups.index(group) % len(COLOURS) if group else 0
        colour, hatch = COLOURS[number], HATCHES[number]
        shade = 0.05 + 0.8 * ((value or least) - least) / (most - least)
        axes.add_patch(Polygon(region.outline, facecolor=(colour, shade), edgecolor=INK, linewidth=0.6, hatch=hatch))
        axes.text(*region.label, region.name, ha="center", va="center", fontsize=5)
    axes.autoscale_view()
    axes.set_aspect("equal")
    axes.invert_yaxis()
    axes.axis("off")
    seen = [place for place, group in enumerate(groups) if group in chart.groups]
    if seen:
        looks = [Patch(facecolor=COLOURS[n % len(COLOURS)], hatch=HATCHES[n % len(HATCHES)]) for n in seen]
        axes.legend(looks, [groups[place] for place in seen], frameon=False)


def in_units(axis: Any, unit: str) -> None:
    """Shares as percentages."""
    if unit == PERCENT:
        axis.set_major_formatter(PercentFormatter(1.0))


PAINTERS: Final[dict[type, Callable[[Axes, Any], None]]] = {
    Dots: dots,
    Lines: lines,
    Stacks: stacks,
    Heat: heat,
    Against: against,
    Map: map_of,
}
