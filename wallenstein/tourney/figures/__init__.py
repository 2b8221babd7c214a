"""Figures of runs: summaries, comparisons, pooled runs."""
