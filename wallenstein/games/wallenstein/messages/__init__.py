"""What bots in other languages are sent of Wallenstein, and what they answer: JSON in the words of the notation."""
