"""A document as a notebook: `python -m tests.docs.notebook > examples/study.ipynb`.

Text becomes cells of Markdown, Python becomes cells of code; output that the document shows is left out.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = "docs/analysis.md"
NOTEBOOK: Final = "examples/study.ipynb"
BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
LINK: Final = re.compile(r"\]\((?!https?:|#)")
SELF: Final = f"The same as a notebook is `{NOTEBOOK}`."


def notebook(text: str) -> str:
    """The notebook as JSON."""
    cells: list[dict[str, Any]] = []
    prose, place = "", 0
    for block in BLOCK.finditer(text):
        prose += text[place : block.start()]
        place = block.end()
        if block[1] == "python":
            cells += [*markdown(prose), code(block[2])]
            prose = ""
        elif block[1] != "text":
            prose += block[0]
    cells += markdown(prose + text[place:])
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def markdown(text: str) -> list[dict[str, Any]]:
    """A cell of text, if there is any; links lead from the notebook's folder."""
    text = LINK.sub("](../docs/", text).strip()
    return [{"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}] if text else []


def code(text: str) -> dict[str, Any]:
    """A cell of code."""
    source = text.rstrip("\n").splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}


def document() -> str:
    """The document that the notebook is made from, less the sentence that names the notebook."""
    text = (ROOT / SOURCE).read_text("utf-8")
    assert SELF in text
    return text.replace(SELF, "This is `docs/analysis.md` as a notebook.").replace("Both need", "It needs")


if __name__ == "__main__":
    print(notebook(document()), end="")
