"""Playing a tournament: processes, folder, resume, progress."""
