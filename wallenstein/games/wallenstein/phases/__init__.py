"""The rules of the second edition, by the headings of the rulebook."""
