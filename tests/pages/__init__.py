"""What every HTML page shares."""
