"""Finding bots: by name, file, module, installed package."""
