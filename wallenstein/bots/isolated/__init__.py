"""Bots in processes of their own, to be asked about themselves and to be tried, so that no other process runs them."""
