"""What can be done with a run that is finished: its files, and the next commands."""

import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wallenstein.record.store.location import Location
from wallenstein.report.page.page import REPORT


def next_steps(folder: Location, summary: Mapping[str, Any]) -> Iterator[str]:
    """A line for the folder, and one for each file and command."""
    yield f"all results are in {folder}"
    run, program = shlex.quote(str(folder)), called_as()
    if (folder / REPORT).exists():
        yield f"  the report, for a browser:   {folder / REPORT}"
    if (folder / "tables" / "decisions").is_dir():
        yield f"  play back a game:            {program} replay {run} 0 --open"
    bots = [entrant["name"] for entrant in summary["cells"][0]["entrants"]] if summary["cells"] else []
    if len(bots) > 1:
        yield f"  why a bot does not win more: {program} why {run} {shlex.quote(bots[1])}"
    yield f"  a tournament of your own:    {program} init league"


def called_as() -> str:
    """How this program was called: by its name where the shell finds it, by its path where it does not."""
    given = sys.argv[0]
    name = Path(given).name
    found = shutil.which(name)
    if name == "__main__.py":
        return "python -m wallenstein"
    return name if found and Path(found).resolve() == Path(given).resolve() else shlex.quote(given)
