"""What belongs into the packages is what is under version control, so nobody's sketches get there."""

import subprocess
import tomllib
from pathlib import Path

import pytest

from hatch_build import place_in_wheel, project_files
from wallenstein.bots.files import REFERENCE
from wallenstein.core.program.packaged import packaged_configs, packaged_documents, packaged_studies

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def commit(root: Path, *names: str) -> None:
    """A repository with these files, and others beside them."""
    for name in (*names, "bots/sketch.py", "configs/mine.toml"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("")
    for words in (["init", "-q"], ["add", *names]):
        subprocess.run(["git", "-C", str(root), *words], check=True)


def test_reference_bots_are_packed_and_no_others() -> None:
    packed = [place_in_wheel(name) for name in project_files(ROOT) if name.startswith("bots/")]
    assert packed == [f"wallenstein/bots/reference/{name}" for name in REFERENCE]


def test_documents_and_configurations_that_help_names_are_packed() -> None:
    packed = {place_in_wheel(name) for name in project_files(ROOT)}
    documents = {f"wallenstein/docs/{name}.md" for name in packaged_documents()}
    configs = {f"wallenstein/configs/{name}.toml" for name in packaged_configs()}
    configs |= {f"wallenstein/studies/{name}.toml" for name in packaged_studies()}
    assert {"wallenstein/docs/bots.md", "wallenstein/configs/quickstart.toml"} <= documents | configs
    assert documents | configs <= packed


def test_sketches_stay_out(tmp_path: Path) -> None:
    commit(tmp_path, "bots/miller.py", "docs/bots.md", "docs/deep/one.md")
    assert project_files(tmp_path) == ["bots/miller.py", "docs/bots.md", "docs/deep/one.md"]
    (tmp_path / "docs/bots.md").unlink()
    assert project_files(tmp_path) == ["bots/miller.py", "docs/deep/one.md"]


def test_an_sdist_has_only_what_belongs_there(tmp_path: Path) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "duel.toml").write_text("")
    subprocess.run(["git", "init", "-q", str(tmp_path.parent)], check=True)
    assert project_files(tmp_path) == ["configs/duel.toml"]


@pytest.mark.parametrize("key", ["license", "authors", "keywords", "classifiers", "urls", "readme", "license-files"])
def test_the_package_says_what_it_is(key: str) -> None:
    assert PROJECT["project"][key]


def test_every_python_that_is_supported_is_a_classifier() -> None:
    named = {line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if "Python :: 3." in line}
    assert named == {"3.11", "3.12", "3.13"}


def test_the_development_tools_have_the_extras_that_tests_use() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    (own,) = [line for line in extras["dev"] if line.startswith("wallenstein[")]
    inside = set(own.removeprefix("wallenstein[").removesuffix("]").split(","))
    assert {"env", "report", "tune", "dask", "s3", "duckdb", "fast", "docs"} <= inside < set(extras)
