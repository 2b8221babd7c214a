"""What an extra brings; nothing in front of it imports it but by its registration."""
