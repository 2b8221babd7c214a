"""The expansion Landsknechte (L1-L3)."""
