"""Tables and schemas, part files, data sets, replays: what a run leaves behind."""
