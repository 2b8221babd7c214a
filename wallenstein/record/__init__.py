"""The files of a run: tables and schemas, part files, data sets, replays."""
