"""What a mutant changes: one operator, number, condition, statement, argument or slice of a file."""

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

COMPARED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
COUNTED: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*", ast.Div: "*", ast.Mod: "*",
    ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
EVEN_HANDED: Final = ("min", "max")  # the order of their arguments changes nothing
CHECKS_ONLY: Final = "strict"  # the keyword of zip, which only raises an error that no run can reach
ASIDE: Final = ("TYPE_CHECKING", "Protocol", "overload", "__all__")  # names whose code only type checkers read


class Change(NamedTuple):
    """A part of a file's text, from one byte to another, and what stands there instead."""

    kind: str
    line: int
    start: int
    end: int
    text: str


def changes(source: str) -> list[Change]:
    """Every change that can be tried on a file, in the order of its text."""
    return sorted(set(Finder(source).found()), key=lambda change: (change.start, change.end, change.kind, change.text))


def changed(source: str, change: Change) -> str | None:
    """The file's text with the change; None if it is no Python any more, or the same program."""
    raw = source.encode()
    text = (raw[: change.start] + change.text.encode() + raw[change.end :]).decode()
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    return None if ast.dump(tree) == ast.dump(ast.parse(source)) else text


class Finder:
    """Walks through a file and finds what can be changed."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.lines = [0]
        for line in source.encode().splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.raw = source.encode()

    def found(self) -> Iterator[Change]:
        """All changes; annotations and what only type checkers read are left out."""
        waiting: list[ast.AST] = [self.tree]
        while waiting:
            node = waiting.pop()
            if set(names_in_head(node)) & set(ASIDE) or (isinstance(node, ast.keyword) and node.arg == CHECKS_ONLY):
                continue
            yield from self.of(node)
            for field, value in ast.iter_fields(node):
                if field not in ("annotation", "returns", "decorator_list", "type_params"):
                    waiting += [
                        part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST)
                    ]

    def of(self, node: ast.AST) -> Iterator[Change]:
        """The changes of one node."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            operator = COMPARED[type(node.ops[0])]
            yield self.between("comparison", node.left, node.comparators[0], f" {operator} ")
        elif isinstance(node, ast.BinOp) and type(node.op) in COUNTED and not is_type(node):
            yield self.between("arithmetic", node.left, node.right, f" {COUNTED[type(node.op)]} ")
        elif isinstance(node, ast.BoolOp):
            word = " or " if isinstance(node.op, ast.And) else " and "
            yield self.between("boolean", node.values[0], node.values[1], word)
        elif isinstance(node, ast.Constant):
            yield from self.of_constant(node)
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield self.instead("condition", node.test, f"not ({self.text(node.test)})")
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield self.instead("condition", test, f"not ({self.text(test)})")
        elif isinstance(node, ast.Call):
            yield from self.of_call(node)
        elif isinstance(node, ast.Slice):
            yield from (self.instead("slice", bound, "") for bound in (node.lower, node.upper) if bound is not None)
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.Raise) or is_call(node):
            yield self.instead("statement", node, "pass")

    def of_constant(self, node: ast.Constant) -> Iterator[Change]:
        """True and False, and numbers one higher and one lower."""
        if type(node.value) is bool:
            yield self.instead("boolean", node, str(not node.value))
        elif isinstance(node.value, int | float):
            yield from (self.instead("number", node, str(node.value + step)) for step in (1, -1))

    def of_call(self, node: ast.Call) -> Iterator[Change]:
        """The first two arguments change places; a keyword is left out. Not where both are the same program."""
        plain = [argument for argument in node.args[:2] if not isinstance(argument, ast.Starred)]
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if len(plain) == 2 and called not in EVEN_HANDED:
            one, two = plain
            between = self.raw[self.at(one, True) : self.at(two, False)].decode()
            start, end = self.at(one, False), self.at(two, True)
            yield Change("arguments", one.lineno, start, end, f"{self.text(two)}{between}{self.text(one)}")
        for keyword in node.keywords:
            if keyword.arg not in (None, CHECKS_ONLY):
                start, end = self.at(keyword, False), self.at(keyword, True)
                yield Change("keyword", keyword.lineno, start, end + self.raw[end:].startswith(b","), "")

    def instead(self, kind: str, node: ast.AST, text: str) -> Change:
        """The node's text replaced."""
        return Change(kind, getattr(node, "lineno"), self.at(node, False), self.at(node, True), text)  # noqa: B009

    def between(self, kind: str, left: ast.expr, right: ast.expr, text: str) -> Change:
        """What stands between two nodes replaced, brackets kept."""
        start, end = self.at(left, True), self.at(right, False)
        inside = self.raw[start:end].decode()
        closing = inside[: len(inside) - len(inside.lstrip(") \n"))].count(")")
        opening = inside[len(inside.rstrip("( \n")) :].count("(")
        return Change(kind, left.lineno, start, end, ")" * closing + text + "(" * opening)

    def at(self, node: ast.AST, end: bool) -> int:
        """The byte at which a node begins or ends."""
        line, column = ("end_lineno", "end_col_offset") if end else ("lineno", "col_offset")
        place: int = self.lines[getattr(node, line) - 1] + getattr(node, column)
        return place

    def text(self, node: ast.AST) -> str:
        """The node as it is written."""
        return self.raw[self.at(node, False) : self.at(node, True)].decode()


def is_call(node: ast.AST) -> bool:
    """Whether it is a statement that calls something: no docstring, no dots."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def is_type(node: ast.BinOp) -> bool:
    """Whether it joins types, such as `int | None`."""
    return isinstance(node.op, ast.BitOr) and any(isinstance(side, ast.Constant) for side in (node.left, node.right))


def names_in_head(node: ast.AST) -> Iterator[str]:
    """Names that a condition, a list of bases, decorators or a target consists of."""
    heads: list[ast.AST] = []
    if isinstance(node, ast.If):
        heads = [node.test]
    elif isinstance(node, ast.ClassDef):
        heads = [*node.bases, *node.decorator_list]
    elif isinstance(node, ast.FunctionDef):
        heads = [*node.decorator_list]
    elif isinstance(node, ast.Assign):
        heads = [*node.targets]
    return (part.id for head in heads for part in ast.walk(head) if isinstance(part, ast.Name))
