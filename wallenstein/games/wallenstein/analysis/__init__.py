"""Questions about Wallenstein that the tables of a run answer, as data frames: `wallenstein.analysis` offers them."""
