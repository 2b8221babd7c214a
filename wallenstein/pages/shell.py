"""A whole page: one file that needs no network, with a strict Content-Security-Policy; text as HTML."""

import json
import re
import tomllib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from wallenstein.core.documents import folder_of
from wallenstein.core.text import Grid, Heading, Item, Sentence, Toned, Words, text_of
from wallenstein.pages.html import Attribute, Content, Html, element, joined
from wallenstein.pages.palette import INKS, variables


def items(shown: Iterable[Item], level: int = 2) -> Html:
    """Items one after the other; the heading of the whole is an `h` of this level."""
    return joined(*(item_html(one, level) for one in shown))


def item_html(shown: Item, level: int = 2) -> Html:
    if isinstance(shown, Heading):
        return element(f"h{min(6, level + shown.level)}", shown.text)
    if isinstance(shown, Sentence):
        return element("p", words(shown.words), class_=f"said depth-{min(3, shown.depth)}")
    return table(shown)


def words(said: Words) -> Html:
    return joined(*(word(part) for part in said))


def word(part: str | Toned) -> Content:
    if isinstance(part, str) or not part.tone:
        return text_of(part)
    if part.tone in INKS:
        return element("span", part.text, class_=f"tone-{part.tone}")
    return element("strong", part.text) if part.tone == "strong" else element("span", part.text, class_=part.tone)


def table(grid: Grid, caption: str | None = None) -> Html:
    """A table that scrolls by itself if it is too wide; its first column of words names the rows."""
    head = [column(name, class_=side(grid, place)) for place, name in enumerate(grid.head)]
    rows = [element("tr", [cell(grid, place, entry) for place, entry in enumerate(row)]) for row in grid.rows]
    name = element("caption", caption) if caption else None
    inside = element("table", name, element("thead", element("tr", head)), element("tbody", rows))
    return scrolling(inside, caption or ", ".join(filter(None, grid.head)))


def cell(grid: Grid, place: int, entry: str | Toned) -> Html:
    if place == min(grid.left, default=-1):
        return element("th", word(entry), scope="row", class_=side(grid, place))
    return element("td", word(entry), class_=side(grid, place))


def side(grid: Grid, place: int) -> str | None:
    return None if place in grid.left else "figure"


def scrolling(inside: Content, label: str) -> Html:
    """Content that may be wider than a phone; the keyboard scrolls it, too."""
    return element("div", inside, class_="scroll", tabindex=0, role="region", aria_label=label)


def column(name: Content, **attributes: Attribute) -> Html:
    return element("th", name, scope="col", **attributes)


def row(place: str, name: Content, cells: Content) -> Html:
    return element("tr", element("th", name, scope="row"), cells, id=place)


def blank_table(label: str, kind: str, heads: Content, rows: Content) -> Html:
    """A table whose cells a script fills in."""
    return scrolling(
        element("table", element("thead", element("tr", heads)), element("tbody", rows), class_=kind), label
    )


STYLE: Final = "style.css"
DRAWING: Final = "drawing.css"


def packaged(package: str, name: str) -> str:
    """The text of a style sheet or script that lies in a package."""
    return (folder_of(package) / name).read_text(encoding="utf-8")


def listed(package: str, name: str) -> Mapping[str, Any]:
    return tomllib.loads(packaged(package, name))


def page(
    title: str,
    *body: Content,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    data: Mapping[str, object] | None = None,
    within: Sequence[str] = (),
    live: bool = False,
) -> str:
    """The page. `styles` and `scripts` are the texts of files of the package, never a user's text.

    `data` are documents for scripts, by the id of the element that holds each as JSON. Only these scripts and styles
    are allowed, by their hashes, and those of pages `within` this one, so attributes `style` and `onclick` do not work.
    A `live` page may ask its server.
    """
    sheets = [variables(), packaged(__package__, STYLE), packaged(__package__, DRAWING), *styles]
    head = (
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy(sheets, scripts, within, live)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href="data:,"),
        [element("style", Html(sheet)) for sheet in sheets],
    )
    documents = []
    for name, document in (data or {}).items():
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")  # ends no tag
        documents.append(element("script", Html(text), type="application/json", id=name))
    tail = (documents, [element("script", Html(script)) for script in scripts])
    whole = element("html", element("head", *head), element("body", *body, *tail), lang="en")
    return f"<!doctype html>\n{whole}\n"


def policy(styles: Sequence[str], scripts: Sequence[str], within: Sequence[str] = (), live: bool = False) -> str:
    """The Content-Security-Policy: no network but a live page's server, and only these styles and scripts."""
    own = f"style-src {hashes(styles, within)}; script-src {hashes(scripts, within)}"
    server = "; connect-src 'self'" if live else ""
    return f"default-src 'none'; img-src data:; {own}{server}; base-uri 'none'; form-action 'none'"


def hashes(texts: Sequence[str], within: Sequence[str] = ()) -> str:
    """The hashes of these texts, and all that pages within a page allow."""
    sums = [f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}" for text in texts]
    sums += sorted(
        {found for each in within for found in re.findall(r"sha256-[\w+/]+=*", each.partition("</head>")[0])}
    )
    return " ".join(f"'{text}'" for text in sums) or "'none'"


def write(path: Path, text: str) -> None:
    """Writes a page with its line ends, which the hashes depend on."""
    path.write_text(text, encoding="utf-8", newline="\n")


def main_page(title: str, subtitle: Content, *sections: Content, foot: Content = None) -> Html:
    """The usual body: a heading with a line below it, the sections, and a foot."""
    head = element("header", element("h1", title), element("p", subtitle, class_="quiet"), class_="top")
    end = element("footer", foot, class_="quiet") if foot is not None else None
    return joined(head, element("main", *sections), end)
