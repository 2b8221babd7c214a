"""The register of sentences: the claims that are measured, and what claims nothing."""

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

FILE: Final = Path(__file__).with_name("register.toml")


class Claim(NamedTuple):
    """What sentences say, the page on which it is measured, and whether pages or sentences count."""

    name: str
    page: str
    says: str
    templates: tuple[str, ...]
    per: str = "page"


def claims() -> dict[str, Claim]:
    tables = tomllib.loads(FILE.read_text("utf-8"))["claim"]
    return {table["name"]: Claim(**{**table, "templates": tuple(table["templates"])}) for table in tables}


def plain() -> dict[str, list[str]]:
    """By reason, the templates that claim nothing."""
    return {table["why"]: table["templates"] for table in tomllib.loads(FILE.read_text("utf-8"))["plain"]}
