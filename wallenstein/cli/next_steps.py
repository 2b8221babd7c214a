"""What can be done with a run that is finished: its files, and the next commands."""

import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wallenstein.bots.find.folders import REFERENCE
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
        yield f"  why a bot does not win more: {program} why {run} {shlex.quote(loser(bots))}"
    yield f"  a tournament of your own:    {program} init league"


def loser(bots: Sequence[str]) -> str:
    """Of bots in the order of their places, the one whose author may want to know: the first of the user's own."""
    packaged = {Path(file).stem.removesuffix("_bot") for file in REFERENCE}
    return next((name for name in bots[1:] if name not in packaged), bots[1])


def called_as() -> str:
    """How this program was called: by its name where the shell finds it, by its path where it does not."""
    given = sys.argv[0]
    name = Path(given).name
    found = shutil.which(name)
    if name == "__main__.py":
        return "python -m wallenstein"
    return name if found and Path(found).resolve() == Path(given).resolve() else shlex.quote(given)
