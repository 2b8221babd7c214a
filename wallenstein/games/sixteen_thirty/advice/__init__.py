"""Advice for bots: what stacks, cards and issues are worth to a seat, in victory points."""
