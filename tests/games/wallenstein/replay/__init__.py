"""Pages that play games of Wallenstein back."""
