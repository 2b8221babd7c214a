"""Standings in words and tables: what everybody wants to see first, and everything."""
