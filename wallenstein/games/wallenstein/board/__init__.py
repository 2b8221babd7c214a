"""The board: its values, its file, and the check of files."""

from wallenstein.games.wallenstein.board.values import DEFAULT, Board, board, board_text

__all__ = ["DEFAULT", "Board", "board", "board_text"]
