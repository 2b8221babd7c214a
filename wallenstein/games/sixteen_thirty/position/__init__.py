"""Positions as documents: read, checked, and written in their normal form."""
