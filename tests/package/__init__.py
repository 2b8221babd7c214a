"""What is built for others: the wheel and the sdist, what is in them, and whether they work where nothing else is."""
