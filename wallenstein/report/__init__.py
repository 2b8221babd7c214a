"""Text about runs and games: standings, faults, comparisons, pages."""
