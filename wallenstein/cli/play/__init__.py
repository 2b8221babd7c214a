"""Commands that play, replay, write down and check single games."""
