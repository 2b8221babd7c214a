"""What bots in other languages are sent of the game, and what they answer: JSON in the words of the notation."""
