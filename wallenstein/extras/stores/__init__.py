"""Runs whose results are in a store of objects."""
