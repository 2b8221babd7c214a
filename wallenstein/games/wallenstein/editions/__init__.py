"""What each edition and expansion plays by; one line here adds an expansion."""
