"""`python -m wallenstein.cli`, if the console script is not on the path."""

from wallenstein.cli import main

main(prog_name="wallenstein")
