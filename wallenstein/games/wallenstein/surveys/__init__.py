"""The parts of reports on games of Wallenstein: points, actions, battles, tower, bids, the map; traits for `why`."""
