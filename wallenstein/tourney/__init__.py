"""Tournaments: configuration, schedule, runner, executors, resume."""
