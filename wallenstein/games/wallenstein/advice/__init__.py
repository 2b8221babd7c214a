"""Advice for bots: odds of the tower, incomes, values of counties, possible attacks."""
