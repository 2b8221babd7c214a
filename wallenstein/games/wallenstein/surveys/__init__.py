"""What reports say of games of Wallenstein: points, actions, battles, tower, bids, the map; and traits for `why`."""
