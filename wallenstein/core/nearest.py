"""Near matches for a name that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str], most: int = 20) -> str:
    """A sentence part such as `did you mean "miller"?`, or what is known, `most` of it, when nothing is near."""
    names = sorted(known)
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(f'"{n}"' for n in near) + "?"
    shown = ", ".join(f'"{n}"' for n in names[:most])
    if len(names) > most:
        shown += f" and {len(names) - most:,} more"
    return f"known are {shown}" if shown else "none are known"
