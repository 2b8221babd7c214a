"""The expansion Emperor's Court (rules C1-C6): armies become courtiers, and courtiers win the Emperor's favors."""
