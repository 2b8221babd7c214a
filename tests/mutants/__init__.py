"""Small faults planted in copies of the program, to see whether the tests notice: `make mutants`, docs/testing.md."""
