"""Bots in processes of their own, where they are described and tried."""
