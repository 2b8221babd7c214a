"""The program itself: its files, its extras, what its code was when something was made."""
