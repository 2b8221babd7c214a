"""The common parts of HTML pages: elements that escape their text, the shell, the look, players' colours, drawing."""
