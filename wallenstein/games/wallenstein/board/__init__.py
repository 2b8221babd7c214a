"""The board: its values, its file, the check of files, and boards drawn around the packaged one."""

from wallenstein.games.wallenstein.board.named import board, board_text
from wallenstein.games.wallenstein.board.values import DEFAULT, Board

__all__ = ["DEFAULT", "Board", "board", "board_text"]
