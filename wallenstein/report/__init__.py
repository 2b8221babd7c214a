"""What is shown of runs and games: standings, reports, pages."""
