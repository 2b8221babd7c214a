"""The first edition (2002, rules F1-F14): its differences from the second; the rest is shared."""
