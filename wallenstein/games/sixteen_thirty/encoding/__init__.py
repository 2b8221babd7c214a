"""Sixteen Thirty Something for learning programs: views as arrays, choices as numbered actions."""
