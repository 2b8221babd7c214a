"""The tests; a regular package, so that no other one of this name comes before it."""
