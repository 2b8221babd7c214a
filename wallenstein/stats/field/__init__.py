"""What one strength a bot hides: how bots do in each line-up, and in a field that adapts."""
