"""The guided study runs, block by block, as a document and as a notebook."""

import re
from pathlib import Path

import pytest

from tests.docs.notebook import NOTEBOOK, ROOT, SOURCE, document, notebook
from wallenstein import analysis

BOTS = '"bots.entries": ["random", "warlord", "miller", "regent"]'
SMALL = {
    'run("quickstart", sets={"tourney.blocks": 40})': f'run("quickstart", sets={{"tourney.blocks": 2, {BOTS}}})',
    'run("editions", sets={"tourney.blocks": 2})': f'run("editions", sets={{"tourney.blocks": 1, {BOTS}}})',
}


def blocks() -> list[str]:
    """The Python blocks of the document, with small runs."""
    text = (ROOT / SOURCE).read_text("utf-8")
    for large, small in SMALL.items():
        assert large in text
        text = text.replace(large, small)
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_every_block_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("duckdb", "polars"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for number, code in enumerate(blocks()):
        exec(compile(code, f"{SOURCE}, block {number}", "exec"), names)
        assert number == 0 or capsys.readouterr().out.strip(), "a block shows what it finds"


def test_the_document_names_every_function() -> None:
    text = (ROOT / SOURCE).read_text("utf-8")
    for name in analysis.__all__:
        assert f"`{name}`" in text or name in ("Frame", "Frames", "load"), name


def test_the_notebook_is_the_document() -> None:
    """Otherwise: python -m tests.docs.notebook > examples/study.ipynb"""
    assert (ROOT / NOTEBOOK).read_text("utf-8") == notebook(document())


@pytest.mark.long
def test_the_notebook_runs(tmp_path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    read = nbformat.reads((ROOT / NOTEBOOK).read_text("utf-8"), as_version=4)
    nbformat.validate(read)
    nbclient.NotebookClient(read, timeout=900, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in read.cells if cell.cell_type == "code" for output in cell.outputs]
    assert len(outputs) > 12
    assert not [output for output in outputs if output.output_type == "error"]
