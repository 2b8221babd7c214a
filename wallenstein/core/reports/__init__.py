"""What reports are made of, independent of how it is shown: texts, figures, surveys of a run."""
