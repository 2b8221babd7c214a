"""One game of Wallenstein told from its journal: items of a page, shown as plain text or in a terminal."""
