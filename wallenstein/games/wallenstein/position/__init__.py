"""Reads and writes positions as JSON; the notation is a public interface (docs/notation.md)."""
