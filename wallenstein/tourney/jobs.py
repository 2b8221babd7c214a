"""The number of processes of a run."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wallenstein.tourney.run import Tournament


def jobs_of(tournament: "Tournament") -> int:
    """The configured number; by default one for each core that this process may use."""
    jobs = tournament.config.run.jobs
    if jobs != "cores":
        return jobs
    allowed = getattr(os, "sched_getaffinity", None)  # not every system has it
    return len(allowed(0)) if allowed else os.cpu_count() or 1
