"""Advice that any bot may ask for: odds of the tower, incomes, what a county is worth, who may attack whom."""
