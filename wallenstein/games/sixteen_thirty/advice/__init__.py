"""Advice for bots: the worth of stacks, cards and issues to a seat, in victory points."""
