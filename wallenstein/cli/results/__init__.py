"""Commands that say what a run has shown."""
