"""Standings, strengths, intervals and sequential tests, computed from plain arrays of results."""
