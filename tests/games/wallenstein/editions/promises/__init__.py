"""An expansion that nobody sells, and all of it in this folder: proof that one needs nothing else."""
