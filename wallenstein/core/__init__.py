"""What every game shares: chance, decisions, the Game protocol, tables, errors."""
