"""What a run writes: tables and schemas, part files, data sets, replays."""
