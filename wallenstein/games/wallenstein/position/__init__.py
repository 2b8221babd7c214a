"""Positions as JSON, read and written; the notation is a public interface (docs/notation.md)."""
