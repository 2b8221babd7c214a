"""Asking bots about themselves, each file in a process of its own, so that no other process runs their code."""
