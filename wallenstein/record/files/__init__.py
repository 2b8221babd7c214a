"""The files of a run: chunks, part files, the manifest that lists them."""
