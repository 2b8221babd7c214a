"""Finds arithmetic in rules, advice and reference bots that is not the same in every Python and on every machine.

`sum` of floats, `**`, and functions of the C library such as `exp`: `wallenstein.core.arithmetic` has one for each that
is. `sum` and `**` of what is plainly whole may stay; where that cannot be seen, `# exact: ` and why says so.
`python -m tests.arithmetic FOLDER...` prints every place, and is part of `make lint`.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

MARK: Final = "# exact: "
INSTEAD: Final = "wallenstein.core.arithmetic"
# of the module math, what is exact or rounded once as IEEE 754 says
WHOLE: Final = frozenset(("ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "trunc"))
TESTS: Final = frozenset(("isclose", "isfinite", "isinf", "isnan"))
EXACT: Final = WHOLE | TESTS | {"e", "fsum", "inf", "nan", "pi", "prod", "sqrt", "tau"}
COUNTS: Final = frozenset(("len", "int", "ord", "bit_count", "bit_length", "count", "index"))  # they return an int
# what only makes figures for readers: no game follows from it
FIGURES: Final = ("/surveys/", "/terminal/", "/replay/", "/tower/fit.py", "/tower/outlook.py")
BITS: Final = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


def findings(source: str) -> Iterator[tuple[int, str]]:
    """The line of each inexact operation, and what to write instead."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.expr | ast.stmt):
            continue
        text = _inexact(node)
        if text and MARK not in "".join(lines[node.lineno - 1 : node.end_lineno]):
            yield node.lineno, text


def _inexact(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Name(id="sum"), args=[numbers, *_]) if not _whole_items(numbers):
            return f"sum of floats is rounded differently from Python 3.12 on: use total of {INSTEAD}"
        case ast.Call(func=ast.Name(id="pow")):
            return f"pow differs between machines: use power of {INSTEAD}"
        case ast.BinOp(op=ast.Pow(), left=base, right=exponent) if not (_whole(base) and _whole(exponent)):
            return f"** of floats differs between machines: use power of {INSTEAD}"
        case ast.ImportFrom(module="math", names=names) if strange := {alias.name for alias in names} - EXACT:
            return _of_math(strange)
        case ast.Attribute(value=ast.Name(id="math"), attr=name) if name not in EXACT:
            return _of_math([name])
        case ast.ImportFrom(module="statistics") | ast.Import(names=[ast.alias(name="statistics")]):
            return f"statistics rounds differently between versions of Python: use total of {INSTEAD}"
    return ""


def _of_math(names: Iterable[str]) -> str:
    return f"{', '.join(sorted(names))} of math differs between machines: use what {INSTEAD} has"


def _whole_items(numbers: ast.expr) -> bool:
    return isinstance(numbers, ast.GeneratorExp | ast.ListComp) and _whole(numbers.elt)


def _whole(value: ast.expr) -> bool:
    """Whether it can be seen that a value is a whole number."""
    match value:
        case ast.Constant(value=int()) | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in COUNTS
        case ast.BinOp(left=one, op=op, right=other):
            return isinstance(op, BITS) or (not isinstance(op, ast.Div) and _whole(one) and _whole(other))
        case ast.IfExp(body=one, orelse=other):
            return _whole(one) and _whole(other)
    return False


def in_files(paths: Iterable[Path]) -> Iterator[str]:
    """A line for each place in these files and folders, figures for readers left out."""
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if not any(part in file.as_posix() for part in FIGURES):
                yield from (f"{file}:{line}: {text}" for line, text in findings(file.read_text("utf-8")))


if __name__ == "__main__":
    found = list(in_files(map(Path, sys.argv[1:])))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
