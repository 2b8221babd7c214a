"""The figures of a report as files."""
