"""Numbers of things, in words."""


def counted(number: int, one: str, many: str = "") -> str:
    """Such as `1 chunk` and `2,000 chunks`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
