"""The map as a drawing: outlines, borders, labels, and what lies around the counties."""
