"""HTML from plain functions: all text is escaped, except `Html`."""

from collections.abc import Iterable
from html import escape
from typing import Final, TypeAlias

EMPTY: Final = frozenset({"br", "col", "hr", "input", "link", "meta", "wbr"})  # elements without an end
KEPT: Final = "\n\t"  # of the characters that are not printable


class Html(str):
    """A piece of a page that is written out as it is. Only the functions of `pages` make any."""

    __slots__ = ()


Content: TypeAlias = str | int | float | Iterable["Content"] | None
Attribute: TypeAlias = str | int | float | bool | None


def element(tag: str, *inside: Content, **attributes: Attribute) -> Html:
    """An element. `class_` and `aria_label` are written `class` and `aria-label`; None and False leave one out."""
    start = f"<{tag}{''.join(write_attribute(name, value) for name, value in attributes.items())}>"
    return Html(start if tag in EMPTY else f"{start}{joined(*inside)}</{tag}>")


def write_attribute(name: str, value: Attribute) -> str:
    """An attribute with the space before it; True is one without a value."""
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{safe(str(value))}"'


def joined(*inside: Content) -> Html:
    return Html("".join(map(one, inside)))


def one(content: Content) -> str:
    if content is None:
        return ""
    if isinstance(content, Html):
        return content
    if isinstance(content, str | int | float):
        return safe(str(content))
    return joined(*content)


def safe(text: str) -> str:
    """Text escaped for HTML, with unprintable characters spelled out."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c in KEPT else c.encode("unicode_escape").decode() for c in text)
    return escape(text)
