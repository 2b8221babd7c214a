"""What searches over games of Wallenstein are made of: quick play, a forecast, guesses at plans, common deals."""
