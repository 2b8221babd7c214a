"""Parts of searches over games of Sixteen Thirty Something: quick play, prospects, common deals."""
