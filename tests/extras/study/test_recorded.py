"""The studies that come with the package can be repeated: files are sound, digests are those of their games."""

from pathlib import Path

import pytest

from tests.extras.study.small import watch
from wallenstein.core.program.packaged import packaged_studies
from wallenstein.extras.study.play import check_study, digests_text, play_blocks
from wallenstein.extras.study.setting import read_setting

STUDIES = packaged_studies()


@pytest.mark.parametrize("name", STUDIES)
def test_all_strategies_and_levels_can_be_played(name: str) -> None:
    assert check_study(read_setting(STUDIES[name])).schedule.total > 30


@pytest.mark.parametrize("name", STUDIES)
def test_there_is_a_page_and_a_digest_of_each_block(name: str) -> None:
    _, *digests = STUDIES[name].with_suffix(".digests").read_text("utf-8").splitlines()
    assert [int(line.split()[0]) for line in digests] == list(range(len(digests)))
    page = STUDIES[name].parents[1] / "docs" / "study" / f"{name}.md"
    assert f" games in {len(digests)} blocks, each in a world of its own" in page.read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("name", STUDIES)
def test_a_block_is_repeated_to_the_byte(name: str, tmp_path: Path) -> None:
    played = list(play_blocks(read_setting(STUDIES[name]), tmp_path, 1, watch, 1))
    known, found = STUDIES[name].with_suffix(".digests").read_text("utf-8"), digests_text(played)
    (_, code, digest), (_, code_here, digest_here) = (text.splitlines()[1].split() for text in (known, found))
    assert digest == digest_here or code != code_here, (
        "with the same configuration, rules and bots, the games are the same"
    )
