"""Parts of searches over games of Wallenstein: quick play, a forecast, guesses at plans, common deals."""
