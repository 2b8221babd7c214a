"""Figures of a run: summaries, comparisons, runs pooled."""
