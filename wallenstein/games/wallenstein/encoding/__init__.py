"""Wallenstein for learning programs: views as arrays, choices as numbered actions."""
