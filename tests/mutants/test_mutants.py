"""What mutants and planted faults name is there: sources, the code that is changed, and the tests that run first."""

from tests.mutants.planted import FAULTS, TESTS
from tests.mutants.sample import FIRST, NEXT, PACKAGE, ROOT


def test_sources_and_tests_of_mutants_are_there() -> None:
    files = [path.relative_to(ROOT / PACKAGE).as_posix() for path in (ROOT / PACKAGE).rglob("*.py")]
    assert [start for start in (*FIRST, *NEXT) if not any(file.startswith(start) for file in files)] == []
    named = {test for tests in (*FIRST.values(), *NEXT.values(), *TESTS.values()) for test in tests}
    assert [test for test in sorted(named) if not (ROOT / test).exists()] == []


def test_planted_faults_can_be_planted() -> None:
    sources = {fault.file: (ROOT / PACKAGE / fault.file).read_text("utf-8") for fault in FAULTS}
    assert [fault for fault in FAULTS if fault.right not in sources[fault.file]] == []
