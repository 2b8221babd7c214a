"""What every HTML page shares: elements that escape their text, the shell, the look, players' colours, drawing."""
