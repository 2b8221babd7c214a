"""How many of the program's branches the tests took; too few are a failure. The end of `make coverage`."""

import json
import sys
from pathlib import Path
from typing import Final

LEAST: Final = 95.0  # per cent


def main() -> None:
    """Reads the report that coverage has written as JSON."""
    totals = json.loads(Path(sys.argv[1]).read_text("utf-8"))["totals"]
    taken, branches = totals["covered_branches"], totals["num_branches"]
    share = 100 * taken / branches
    print(f"branches: {share:.1f} % ({taken:,} of {branches:,}); at least {LEAST:g} % must be taken")
    sys.exit(share < LEAST)


if __name__ == "__main__":
    main()
