"""The sentences in the sources, as templates: holes of f-strings are `{}`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[2] / "wallenstein"
# What prints results. Elsewhere only sentences with a word of a claim are looked at.
ABOUT_RESULTS: Final = re.compile(
    r"report/(adjusted|verdict|groups|differences|standings|results)\.py|report/html/(notes|league_page)\.py"
    r"|extras/(study/findings|tune/report)\.py"
)
CLAIMING: Final = re.compile(r"\b(better|worse|stronger than|strongest|beyond chance|shown to|significant)\b|95 %")
HELP: Final = ("option", "argument", "command", "group", "Field", "Allowed", "key", "version_option")  # calls
RULES: Final = ("mistakes", "misfits", "too_few")  # functions that say what a configuration lacks


def templates() -> dict[str, list[str]]:
    """By template, the modules that have it."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        text = path.read_text("utf-8")
        if not (ABOUT_RESULTS.match(name) or CLAIMING.search(text) or is_verdict(name, "sentences")):
            continue
        tree = ast.parse(text)
        verdicts = [
            node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and is_verdict(name, node.name)
        ]
        whole = [tree] if ABOUT_RESULTS.match(name) else verdicts
        said = [each for node in whole for each in sentences_in(node)]
        said += [each for each in sentences_in(tree) if CLAIMING.search(each)]
        for each in dict.fromkeys(said):
            found.setdefault(each, []).append(name)
    return found


def is_verdict(module: str, function: str) -> bool:
    """Whether a function of a format says how a tournament ended."""
    return module.startswith("tourney/formats/") and function == "sentences"


def sentences_in(node: ast.AST) -> Iterator[str]:
    """The templates below a node, without documentation, help and errors."""
    if isinstance(node, ast.Raise | ast.Assert) or (isinstance(node, ast.FunctionDef) and node.name in RULES):
        return
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in HELP or called.endswith("Error"):
            return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # documentation
        return
    if isinstance(node, ast.JoinedStr):
        yield from spoken("".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from sentences_in(part.value)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from spoken(re.sub(r"\{\w*(:[^}]*)?\}", "{}", node.value))
    for child in ast.iter_child_nodes(node):
        yield from sentences_in(child)


def spoken(text: str) -> Iterator[str]:
    """Its lines that have two words and a third one or a hole, or the word of a claim."""
    for line in filter(None, text.split("\n")):
        words = [word for word in line.split() if any(map(str.isalpha, word))]
        if CLAIMING.search(line) or (len(words) >= 2 and len(words) + line.count("{}") >= 3):
            yield line
