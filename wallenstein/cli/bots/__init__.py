"""Commands about bots: list, show, new, check, protocol, init."""
