"""What a finished match tells its players, one module a game: computed from the rows alone."""
