"""An expansion that lies in the tests cannot be slotted into rules that were compiled without it."""

from wallenstein.compiled import INTERPRETED

collect_ignore = ["test_promises.py"] if INTERPRETED is None else []
