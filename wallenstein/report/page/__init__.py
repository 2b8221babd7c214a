"""The report of a run as one HTML file: its figures drawn, with their tables, and what belongs to them."""
