"""The rules of Wallenstein (Dirk Henn, Queen Games). Counties, seats and cards are small ints in here."""
