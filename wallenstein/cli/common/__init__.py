"""What all commands share: the group that they are in, its errors, types of parameters."""
