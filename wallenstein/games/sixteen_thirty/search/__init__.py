"""What searches over games of Sixteen Thirty Something are made of: quick play, prospects, common deals."""
