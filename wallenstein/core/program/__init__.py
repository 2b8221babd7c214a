"""The program itself: its files, its extras, and hashes of its code."""
