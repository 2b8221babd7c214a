"""Studies: what strategies and rules are worth over many worlds, such as boards, towers, editions and opponents."""
