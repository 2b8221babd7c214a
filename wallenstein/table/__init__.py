"""One game between bots: used by tournaments, by `play` and by `bots check`."""
