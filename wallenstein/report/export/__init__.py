"""The figures of a report as files: drawings, data, tables for papers."""
