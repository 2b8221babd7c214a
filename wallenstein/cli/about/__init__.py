"""Commands about the program itself: configurations, documents, completion, speed, environments."""
