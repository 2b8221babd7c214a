"""What reports say of games of Wallenstein."""
