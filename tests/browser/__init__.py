"""Pages in a real browser: what they show, no error, no request, usable by everybody."""
