"""A tournament on up to twenty machines of a Slurm cluster. See docs/cluster.md."""

from typing import Any

from dask_jobqueue.slurm import SLURMCluster

import wallenstein

cluster: Any = SLURMCluster(
    queue="compute",
    cores=16,
    processes=1,
    memory="32GB",
    walltime="08:00:00",
    python="league/.venv/bin/python",
    worker_extra_args=["--lifetime", "470m", "--lifetime-stagger", "5m"],
    scheduler_options={"dashboard": False},
)
cluster.scale(jobs=20)
run = wallenstein.run(
    "league.toml",
    sets={"run.executor": "dask", "run.scheduler": cluster.scheduler_address},
    quiet=False,
)
print(run)
