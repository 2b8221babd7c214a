"""`python -m wallenstein`: the command line."""

from wallenstein.cli import main

if __name__ == "__main__":
    main(prog_name="python -m wallenstein")
