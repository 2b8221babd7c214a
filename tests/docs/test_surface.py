"""What bots may rely on: every name in the list of docs/api.md exists, with the parameters that it says."""

import re
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
LINE = re.compile(r"(?P<module>[\w.]+) (?P<name>[\w.]+)(\((?P<parameters>.*)\)|: (?P<fields>.*))")


def listed() -> list[re.Match[str]]:
    (block,) = re.findall(r"## What bots may rely on.*?```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    modules = [line.split(" ", 1) for line in re.sub(r"\n +", " ", block).splitlines()]
    found = [LINE.fullmatch(f"{module} {name}") for module, names in modules for name in names.split("; ")]
    assert all(found), "every line is a module, and names with their parameters or fields"
    return [one for one in found if one]


def shown(parameter: Parameter) -> str:
    """A parameter, with `=` if it may be left out."""
    marks: dict[object, str] = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}
    stars = marks.get(parameter.kind, "")
    return f"{stars}{parameter.name}" + ("" if parameter.default is Parameter.empty else "=")


def parameters_of(thing: Any) -> list[str]:
    """As a caller sees them."""
    called = vars(thing)["__init__"] if isinstance(thing, type) else thing
    own = [shown(one) for one in signature(called).parameters.values()]
    return [name for name in own if name != "self"]


@pytest.mark.parametrize("entry", listed(), ids=lambda entry: f"{entry['module']}.{entry['name']}")
def test_what_bots_may_rely_on_is_there(entry: re.Match[str]) -> None:
    thing: Any = import_module(entry["module"])
    for part in entry["name"].split("."):
        thing = getattr(thing, part)
    if entry["fields"] is not None:
        assert set(entry["fields"].split(", ")) <= {*dir(thing), *thing.__annotations__}
    else:
        assert parameters_of(thing) == [name for name in entry["parameters"].split(", ") if name]


def test_the_list_has_what_the_reference_bots_import() -> None:
    """A bot of the ladder is written with nothing else, so that others can be written like it."""
    names = {f"{entry['module']} {entry['name'].partition('.')[0]}" for entry in listed()}
    bots = Path(__file__).parents[2] / "bots"
    imported = set()
    for name in ("seer", "marshal", "generalissimo"):
        for module, what in re.findall(r"^from (wallenstein[\w.]*search[\w.]*) import ([\w, ]+)$",
                                       (bots / f"{name}.py").read_text("utf-8"), re.MULTILINE):  # fmt: skip
            imported |= {f"{module} {one.split(' as ')[0]}" for one in what.split(", ") if not one.isupper()}
    assert imported
    assert imported <= names
