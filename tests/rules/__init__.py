"""The rules, one test or more a number; most are scenarios under tests/scenarios, which the referee plays."""
