"""JSON that users write: strict reading, places for errors, schemas."""
