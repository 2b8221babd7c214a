"""What Wallenstein adds to the command line."""
