"""The rules of Sixteen Thirty Something (Danny Stevens, 2007). Countries, seats and cards are small ints in here."""
