"""Which games a tournament has: formats, blocks, cells, sequential tests."""
