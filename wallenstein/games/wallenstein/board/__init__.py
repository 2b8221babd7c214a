"""The board: its values, the file they come from, and the check of an owner's file."""

from wallenstein.games.wallenstein.board.values import DEFAULT, Board, board, board_text

__all__ = ["DEFAULT", "Board", "board", "board_text"]
